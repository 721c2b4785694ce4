// The switch between light, dark and the browser's own choice; kept in this browser only.

import { html } from "./dom.js";
import { onLanguage, told } from "./told.js";

const NAME = "siam-theme";
const THEMES = { auto: "◐", light: "☀", dark: "☾" };
const NAMES = { auto: "theme-auto", light: "theme-light", dark: "theme-dark" };
const NEXT = { auto: "light", light: "dark", dark: "auto" };

function kept() {
  try {
    const found = localStorage.getItem(NAME);
    return found in THEMES ? found : "auto";
  } catch {
    return "auto";
  }
}

function apply(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Apply the kept theme, and return the switch. */
export function themeSwitch() {
  let theme = kept();
  const button = html("button", { type: "button", class: "theme" });
  const show = () => {
    apply(theme);
    button.textContent = THEMES[theme];
    const name = told(NAMES[theme]);
    button.setAttribute("aria-label", told("change-theme", { name }));
    button.title = told("theme", { name });
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    try {
      localStorage.setItem(NAME, theme);
    } catch {
      // a browser that keeps nothing still shows it
    }
    show();
  });
  onLanguage(show);
  show();
  return button;
}
