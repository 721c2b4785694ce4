// Tells the sentences of the page in the reader's language; the door writes them into `texts.js`.
// It is the first one of the browser's that there is, until another one is chosen on the page.

import { languages } from "./texts.js";

const NAME = "siam-language";
const DATE = /^([1-9]\d{3})\.(0[1-9]|1[0-2])\.(0[1-9]|[12]\d|3[01])$/;

const listeners = [];
let spoken = kept() ?? preferred() ?? Object.keys(languages)[0];

function kept() {
  try {
    const found = localStorage.getItem(NAME);
    return Object.hasOwn(languages, found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function preferred() {
  return navigator.languages
    .map((tag) => tag.split("-")[0].toLowerCase())
    .find((language) => Object.hasOwn(languages, language));
}

/** The language of the page, such as "de". */
export function language() {
  return spoken;
}

/** Call a function whenever another language has been chosen. */
export function onLanguage(listener) {
  listeners.push(listener);
}

/** Choose another language; it is kept in this browser only. */
export function chooseLanguage(chosen) {
  spoken = chosen;
  try {
    localStorage.setItem(NAME, chosen);
  } catch {
    // a browser that keeps nothing still shows it
  }
  for (const listener of listeners) listener();
}

/**
 * Tell a sentence.
 * @param {string} name of a text such as `browser/page/board`, its last part
 * @param {object} [words] what comes in its braces; a brace without a word stays
 */
export function told(name, words = {}) {
  const fill = (hole, word) => words[word]?.toLocaleString(spoken) ?? hole;
  return languages[spoken].texts[name].replace(/\{(\w+)\}/g, fill);
}

/** Tell a day that is written as in a record, such as 2026.11.27; another text stays. */
export function toldDay(text) {
  const found = DATE.exec(text);
  if (found === null) return text;
  const [, year, month, day] = found;
  return new Date(Date.UTC(year, month - 1, day)).toLocaleDateString(spoken, { dateStyle: "long", timeZone: "UTC" });
}
