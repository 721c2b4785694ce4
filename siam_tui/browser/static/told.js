// Tells the sentences of the page in its language; the door writes them into `texts.js`.

import { texts } from "./texts.js";

/**
 * Tell a sentence.
 * @param {string} name of a text such as `browser/page/board`, its last part
 * @param {object} [words] what comes in its braces; a brace without a word stays
 */
export function told(name, words = {}) {
  return texts[name].replace(/\{(\w+)\}/g, (hole, word) => words[word] ?? hole);
}
