// Draws what `siam_tui/games/page_drawing.py` describes: cards, maps, scenes, signs, a track.

import { html, spoken, svg } from "./dom.js";
import { outlines } from "./map_shape.js";

const CELL = 32;
const LETTER_WIDTH = 10.5;
const TRACK_WIDTH = 600;
const [COLUMN, LINE] = [11, 24];
const MARKED = /\b(contested|king)\b/;

const PARTS = { cards, map, scenes, signs: (found) => html("p", { class: "rest" }, found.map(sign)), track };

/** Draw a position: its parts, one below the other. */
export function draw(parts) {
  return parts.map(([kind, value]) => PARTS[kind](value));
}

/** Draw a short text: a fact such as "3 cards", a coloured chip, or plain. */
export function sign([text, style, name]) {
  if (style === "fact") {
    const [before, after] = name.split("{}");
    return html("span", { class: style }, before, text && html("b", {}, text), after);
  }
  if (!style.startsWith("chip")) return html("span", { class: style, title: name || null }, text);
  return html(
    "span",
    { class: style, title: name },
    html("span", { "aria-hidden": "true" }, text),
    spoken(`${name}, `),
  );
}

function cards({ style, label, cards: found }) {
  const shown = found.map(([lines, kind, sentence]) =>
    html(
      "li",
      { class: kind },
      html("div", { "aria-hidden": "true" }, lines.map((line) => html("div", { class: "line" }, line.map(sign)))),
      spoken(sentence),
    ),
  );
  return html("ol", { class: style, "aria-label": label }, shown);
}

function map({ title, rows, labels, provinces }) {
  const cells = rows.map((row) => [...row]);
  const shapes = outlines(cells, CELL);
  const [width, height] = [cells[0].length * CELL, cells.length * CELL];
  const land = provinces.map(([letter, , , told, , style]) =>
    svg("path", { d: shapes.get(letter) ?? "", class: `province ${style}` }, svg("title", {}, told)),
  );
  const marked = land.filter((path) => MARKED.test(path.getAttribute("class")));
  return figure(
    [-6, -6, width + 12, height + 12],
    title,
    shapes.has("~") && svg("path", { d: shapes.get("~"), class: "water" }),
    labels.map(([text, x, y]) => svg("text", { x: x * CELL, y: (y + 0.7) * CELL, class: "sea-name" }, text)),
    [...land.filter((path) => !marked.includes(path)), ...marked], // no neighbour covers their borders
    svg("g", { "aria-hidden": "true" }, provinces.map((province) => provinceMarks(cells, province))),
  );
}

function figure(box, title, ...shapes) {
  const attributes = { viewBox: box.join(" "), role: "img", "aria-label": title };
  return html("figure", { class: "map" }, svg("svg", attributes, shapes));
}

/** The name of a province, neighbours that the drawing does not show, and rows of signs. */
function provinceMarks(cells, [letter, name, short, , apart, , mark, rows]) {
  const { x, y, width } = placeOf(cells, letter);
  const top = y - 17 * rows.length;
  const shown = mark + (name.length * LETTER_WIDTH <= width ? name : short);
  return [
    svg("text", { x, y: top + 6, class: "name" }, shown),
    apart && svg("text", { x, y: top - 14, class: "apart" }, apart),
    rows.map((row, index) => signRow(x, top + 32 * (index + 1), row, signWidth(row, width))),
  ];
}

function signWidth(row, room, least = 36) {
  const longest = Math.max(...row.map(([text]) => text.length));
  return Math.max(20, Math.min(Math.max(least, 15 * longest), (room - 8) / row.length - 4));
}

/** The largest rectangle of a province, in which its name and its signs have room. */
function placeOf(cells, letter) {
  let best = { worth: 0, x: 0, y: 0, width: 0, height: 0 };
  for (const [top, row] of cells.entries()) {
    for (const left of row.keys()) {
      let width = row.length;
      for (let height = 1; ; height++) {
        width = Math.min(width, runOf(cells[top + height - 1], left, letter));
        if (width === 0) break;
        const worth = Math.min(width, 8) * Math.min(height, 4) * 10 + width * height;
        if (worth > best.worth) best = { worth, x: left, y: top, width, height };
      }
    }
  }
  const { x, y, width, height } = best;
  return { x: (x + width / 2) * CELL, y: (y + height / 2) * CELL, width: width * CELL };
}

function runOf(row, left, letter) {
  let width = 0;
  while (row?.[left + width] === letter) width++;
  return width;
}

function signRow(x, y, signs, width) {
  const left = x - (signs.length * (width + 4) - 4) / 2;
  return signs.map(([text, style], index) => {
    const at = left + index * (width + 4);
    return svg(
      "g",
      { class: `sign ${style}` },
      svg("rect", { x: at, y: y - 14, width, height: 28, rx: 9 }),
      svg("text", { x: at + width / 2, y: y + 6.5 }, text),
    );
  });
}

/** Boards as lines between columns, with what stands on their places. */
function scenes(found) {
  return found.map(({ title, width, height, lines, words, spots }) =>
    figure(
      [-10, -LINE, width * COLUMN + 20, (height + 1) * LINE],
      title,
      lines.map((line) => {
        const [x, y, toX, toY] = line.map((at, index) => at * (index % 2 ? LINE : COLUMN));
        return svg("path", { d: `M${x} ${y}L${toX} ${toY}`, class: "line" });
      }),
      words.map(([x, y, text]) => svg("text", { x: x * COLUMN, y: y * LINE + 6, class: "word" }, text)),
      spots.map(([x, y, signs]) => signRow(x * COLUMN, y * LINE, signs, signWidth(signs, Infinity, 26))),
    ),
  );
}

/** The score track, with the span that is left until a marker meets a score. */
function track({ highest, from, to, mark, signs }) {
  const at = (points) => 20 + (points / highest) * (TRACK_WIDTH - 40);
  const rows = [];
  const dots = signs.map(([points, text, style]) => {
    const isNear = (other) => Math.abs(other - points) < highest / 16;
    let row = rows.findIndex((taken) => !taken.some(isNear));
    if (row < 0) row = rows.push([]) - 1;
    rows[row].push(points);
    return signRow(at(points), 46 + 31 * row, [[text, style]], 28);
  });
  return svg(
    "svg",
    { class: "track", viewBox: `0 0 ${TRACK_WIDTH} ${32 + 31 * rows.length}`, "aria-hidden": "true" },
    svg("rect", { x: at(from), y: 20, width: Math.max(2, at(to) - at(from)), height: 6, class: "span" }),
    svg("path", { d: `M${at(0)} 23H${at(highest)}`, class: "line" }),
    [0, 10, 20, 30].map((points) => svg("text", { x: at(points), y: 11, class: "scale" }, String(points))),
    svg("text", { x: at(to), y: 31, class: "marker" }, mark),
    dots,
  );
}
