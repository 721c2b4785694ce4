// Makes elements. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((each) => each != null && each !== false));
  return element;
}

/** Make an HTML element. */
export function html(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** A text that only those hear who do not see the page. */
export function spoken(text) {
  return html("span", { class: "spoken" }, text);
}
