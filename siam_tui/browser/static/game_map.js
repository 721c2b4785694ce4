// Reads the TOML of a map, and draws it: provinces, water, names. What stands there, a game draws.

import { html, svg } from "./dom.js";
import { outlines } from "./map_shape.js";
import { parseToml } from "./toml.js";
import { line, listed } from "./words.js";

export const CELL = 32;
const NOTHING = -1;
const WATER = -2;
const MOST_CELLS = 64;
const MOST_PROVINCES = 26;
const LETTER_WIDTH = 10.5;
const BORDERS = "⇄";

/**
 * Read a map.
 * @returns {{name: string, title: string, table: object, provinces: object[], labels: object[],
 *   cells: number[][], ids: Map<string, number>, apart: number[][]}}
 */
export function readMap(text) {
  const table = parseToml(text);
  const provinces = table.province.map((each) => ({
    id: line(each.id),
    name: line(each.name),
    short: line(each.draw?.short ?? each.name),
    home: each.home ?? null,
    letter: each.draw?.letter,
  }));
  if (provinces.length > MOST_PROVINCES) throw new Error("the map has too many provinces");
  const labels = (table.draw?.label ?? []).map(({ text: name, at }) => ({ name: line(name), at }));
  const ids = new Map(provinces.map(({ id }, index) => [id, index]));
  const cells = cellsOf(table.draw?.art, provinces);
  const apart = neighboursApart(table, ids, cells);
  return { name: table.name, title: line(table.title), table, provinces, labels, cells, ids, apart };
}

/** For each province its neighbours that it does not touch in the drawing. */
function neighboursApart(table, ids, cells) {
  const touching = new Set();
  for (const [y, row] of cells.entries()) {
    for (const [x, cell] of row.entries()) {
      for (const other of [row[x + 1], cells[y + 1]?.[x]]) touching.add(`${cell},${other}`).add(`${other},${cell}`);
    }
  }
  const found = table.province.map(() => new Set());
  for (const [index, { borders = [] }] of table.province.entries()) {
    for (const other of borders.map((id) => ids.get(id))) {
      if (other === undefined || touching.has(`${index},${other}`)) continue;
      found[index].add(other);
      found[other].add(index);
    }
  }
  return found.map((others) => [...others].sort((one, other) => one - other));
}

function cellsOf(art, provinces) {
  if (typeof art !== "string") return boxes(provinces.length);
  const lines = art.split("\n").map((each) => each.trimEnd()).filter((each) => each.length > 0);
  const width = Math.max(...lines.map((each) => each.length));
  if (width > MOST_CELLS || lines.length > MOST_CELLS) throw new Error("the map is too large");
  const numbers = new Map(provinces.map(({ letter }, index) => [letter, index]));
  numbers.set("~", WATER);
  return lines.map((each) => [...each.padEnd(width)].map((sign) => numbers.get(sign) ?? NOTHING));
}

/** Cells of a map that says nothing about its drawing: rows of three boxes. */
function boxes(count) {
  const rows = Math.ceil(count / 3);
  return Array.from({ length: rows * 4 }, (_, y) =>
    Array.from({ length: 21 }, (__, x) => {
      const index = Math.floor(y / 4) * 3 + Math.floor(x / 7);
      return y % 4 === 3 || x % 7 === 6 || index >= count ? NOTHING : index;
    }),
  );
}

/**
 * Draw a map.
 * @param {object} map what `readMap` returned
 * @param {string} told what a person hears who cannot see it
 * @param {(index: number, place: {x, y, width, height, name}) => {style: string, marks: Node[]}}
 *   mark returns the class of a province, and what stands in it
 */
export function drawMap(map, told, mark) {
  const shapes = outlines(map.cells, CELL);
  const width = map.cells[0].length * CELL;
  const height = map.cells.length * CELL;
  const marks = map.provinces.map((_, index) => mark(index, placeOf(map, index)));
  const land = map.provinces.map((_, index) =>
    svg(
      "path",
      { d: shapes.get(index) ?? "", class: `province ${marks[index].style}` },
      svg("title", {}, titleOf(map, index)),
    ),
  );
  const water = shapes.has(WATER) ? [svg("path", { d: shapes.get(WATER), class: "water" })] : [];
  return html(
    "figure",
    { class: "map" },
    svg(
      "svg",
      { viewBox: `-6 -6 ${width + 12} ${height + 12}`, role: "img", "aria-label": told },
      water,
      map.labels.map(({ name, at }) =>
        svg("text", { x: at[0] * CELL, y: (at[1] + 0.7) * CELL, class: "sea-name" }, name),
      ),
      [...land].sort((one, other) => isMarked(one) - isMarked(other)),
      svg("g", { "aria-hidden": "true" }, marks.map((each) => each.marks)),
    ),
  );
}

/** What a province is called, and its neighbours that the drawing does not show. */
function titleOf({ provinces, apart }, index) {
  const others = apart[index].map((other) => provinces[other].name);
  return others.length ? `${provinces[index].name}. It also borders on ${listed(others)}.` : provinces[index].name;
}

/** Whether a province has a border of its own, which no neighbour may cover. */
function isMarked(path) {
  return Number(path.classList.contains("contested") || path.classList.contains("king"));
}

/** The largest rectangle of a province, in which its name and its signs have room. */
function placeOf(map, index) {
  let best = { worth: 0, x: 0, y: 0, width: 0, height: 0 };
  for (const [top, row] of map.cells.entries()) {
    for (const left of row.keys()) {
      let width = row.length;
      for (let height = 1; ; height++) {
        const run = runOf(map.cells[top + height - 1], left, index);
        width = Math.min(width, run);
        if (width === 0) break;
        const worth = Math.min(width, 8) * Math.min(height, 4) * 10 + width * height;
        if (worth > best.worth) best = { worth, x: left, y: top, width, height };
      }
    }
  }
  const room = best.width * CELL;
  const { name, short } = map.provinces[index];
  return {
    x: (best.x + best.width / 2) * CELL,
    y: (best.y + best.height / 2) * CELL,
    width: room,
    height: best.height * CELL,
    name: name.length * LETTER_WIDTH <= room ? name : short,
    apart: map.apart[index].map((other) => map.provinces[other].id).join(" "),
  };
}

function runOf(row, left, index) {
  let width = 0;
  while (row?.[left + width] === index) width++;
  return width;
}

/** The name of a province, at its place; above it its neighbours that the drawing does not show. */
export function nameMark({ x, name, apart }, y) {
  const others = apart && svg("text", { x, y: y - 20, class: "apart" }, `${BORDERS} ${apart}`);
  return [svg("text", { x, y, class: "name" }, name), others || null];
}

/** Signs in a row around a place, each `{text, style}`. */
export function signRow(x, y, signs, width = 36) {
  const left = x - (signs.length * (width + 4) - 4) / 2;
  return signs.map(({ text, style }, index) => {
    const at = left + index * (width + 4);
    return svg(
      "g",
      { class: `sign ${style}` },
      svg("rect", { x: at, y: y - 14, width, height: 28, rx: 9 }),
      svg("text", { x: at + width / 2, y: y + 6.5 }, text),
    );
  });
}
