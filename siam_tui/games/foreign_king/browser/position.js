// Reads what The Foreign King sends: the map and positions (docs/reference/foreign-king-notation.md).

import { readMap } from "../../game_map.js";

export const FACTORIES = "MmTt";
export const VIRTUAL_PLAYER = "the virtual player";
const SPACES = ["build", "place", "move", "congress", "king", "coins", "order", "queen"];
const SPACES_OF = { 2: 6, 3: 7, 4: 8 };
const CITIZENS = { 2: 15, 3: 14, 4: 14 };
const SIDES = { A: 0, B: 1, C: 2, V: 3, D: 4 };

/** Read the board of a table. */
export function readBoard(state) {
  const seats = state.seats.length;
  return { map: readMap(state.map), seats, letters: "ABCD".slice(0, seats) + (seats === 2 ? "V" : "") };
}

/** The number of a colour's style. */
export const sideOf = (board, colour) => SIDES[board.letters[colour]];

/** The spaces of a table. */
export const spacesOf = (board) => SPACES.slice(0, SPACES_OF[board.seats]);

/** Read a position. */
export function readPosition(board, text) {
  const [provinces, king, seats, virtual, order, changes, turn, asks] = text.split(" ");
  const [where, marker] = king.split(".");
  const position = {
    provinces: provinces.split("/").map((each) => readProvince(board, each)),
    king: where === "-" ? null : board.map.ids.get(where),
    marker: Number(marker),
    seats: seats.split("|").map(readSeat),
    order: order.split(">").map(Number),
    changes: changes === "-" ? [] : changes.split(">").map(Number),
    asks: asks.split(".")[0],
    asked: asks.includes(".") ? Number(asks.split(".")[1]) : Number(turn),
  };
  position.scores = position.seats.map(({ score }) => score);
  if (virtual !== "-") position.scores.push(Number(virtual));
  if (position.provinces.length !== board.map.provinces.length) throw new Error("another map");
  return position;
}

function readProvince(board, text) {
  const [people, works = ""] = text.split("+");
  const citizens = [...board.letters].map((letter) =>
    Number(new RegExp(`${letter}(\\d+)`).exec(people)?.[1] ?? 0),
  );
  const factories = [...FACTORIES].map((kind) => [...works].filter((each) => each === kind).length);
  const most = Math.max(...citizens);
  const first = citizens.indexOf(most);
  const leader = most === 0 || citizens.lastIndexOf(most) !== first ? null : first;
  return { citizens, factories, leader, isTie: most > 0 && leader === null };
}

function readSeat(text) {
  const [score, francs, medals, loans, congressmen, pawn] = text.split(".");
  return {
    score: Number(score),
    francs: Number(francs),
    medals: Number(medals),
    loans: Number(loans),
    congressmen: Number(congressmen),
    pawn: pawn === "-" ? null : pawn,
  };
}

/** What a province's leader would score if the King came now and the Congress stayed away. */
export function pointsOf({ citizens, factories, leader }) {
  if (leader === null) return 0;
  return 6 * factories[0] + 3 * factories[2] || Math.floor(citizens[leader] / 3);
}

/** Citizens of a colour that are in its supply. */
export function supplyOf(board, position, colour) {
  const placed = position.provinces.reduce((sum, { citizens }) => sum + citizens[colour], 0);
  return CITIZENS[board.seats] - placed - (position.seats[colour]?.congressmen ?? 0);
}

/** How far the King's marker is from ending the game. */
export function endOf(position) {
  const second = [...position.scores].sort((one, other) => other - one)[1];
  const holders = [...position.scores.keys()].filter((each) => position.scores[each] === second);
  return { second, holders, left: Math.max(0, position.marker - second) };
}
