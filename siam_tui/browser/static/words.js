// Texts: foreign ones made harmless, and the small words of sentences.

const LONGEST = 400;

/** Make a foreign text one line without control and formatting characters. */
export function line(text) {
  return String(text).slice(0, LONGEST).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
}

/** List names as a person would: "Ann, Ben and Chai". */
export function listed(names, last = "and") {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

/** A number of things: "1 franc", "2 citizens". */
export function countOf(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A text with a capital at its beginning. */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
