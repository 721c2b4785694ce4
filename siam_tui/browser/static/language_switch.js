// The switch between the page's languages.

import { html, tell } from "./dom.js";
import { languages } from "./texts.js";
import { chooseLanguage, language, onLanguage } from "./told.js";

/** Tell what stands on the page already, and return the switch, which names languages in themselves. */
export function languageSwitch() {
  const options = Object.entries(languages).map(([value, { name }]) => html("option", { value, lang: value }, name));
  const select = html("select", { class: "language", label: "language", autocomplete: "off" }, options);
  const note = () => {
    document.documentElement.lang = language();
    select.value = language();
  };
  select.addEventListener("change", () => chooseLanguage(select.value));
  onLanguage(note);
  note();
  const skip = document.querySelector(".skip");
  tell(skip, "skip");
  return select;
}
