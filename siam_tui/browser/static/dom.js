// Makes elements. Text is always text: nothing here reads markup.

import { onLanguage, told } from "./told.js";

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  element.append(...children.flat(Infinity).filter((each) => each != null && each !== false));
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "told") tell(element, value);
    else if (name === "label") label(element, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  return element;
}

/** Make an HTML element. Its `told` is the name of its text, its `label` of its accessible name. */
export function html(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** Let an element tell a text of the page, in whatever language is chosen. */
export function tell(element, name) {
  element.dataset.told = name;
  element.textContent = told(name);
}

/** Let an element show a text that is no text of the page. */
export function write(element, text) {
  delete element.dataset.told;
  element.textContent = text;
}

function label(element, name) {
  element.dataset.label = name;
  element.setAttribute("aria-label", told(name));
}

/** A text that only those hear who do not see the page. */
export function spoken(text) {
  return html("span", { class: "spoken" }, text);
}

onLanguage(() => {
  for (const each of document.querySelectorAll("[data-told]")) tell(each, each.dataset.told);
  for (const each of document.querySelectorAll("[data-label]")) label(each, each.dataset.label);
});
