// What a move of Reino de Ámbar brings its seat: the effects of the areas (A6), within all limits.

import { AREAS, markersIn, reserveOf } from "./position.js";

const MOST_GOLD = 4;
const MOST_INFLUENCE = 10;
const [LUNATIC, MARKET, CASTLE] = ["LUN", "MAR", "CAS"].map((id) => AREAS.indexOf(id));

/** The gold and influence that a move brings a seat, if the position before it is known. */
export function gainOfMove(before, seat, text) {
  const way = wayOf(text);
  return way === null ? { gold: 0, influence: 0 } : gainAt(before, seat, way);
}

/** Whose effect a move carries out and how a marker comes there; null if no area's. */
function wayOf(text) {
  const [head, rest] = text.split(":");
  if (head === "CHA") return rest === "-" ? null : { ...wayOf(`CHA-:${rest.slice(2)}`), count: Number(rest[0]) };
  if (rest === undefined || rest === "-" || rest === "keep" || head === "try" || head === "CAV") return null;
  const isSolved = /^([0-9]|C[A-Z]$)/.test(head);
  if (rest.startsWith("^")) return { area: AREAS.indexOf(rest.slice(1)), isConfidant: true, isSolved };
  const [origin, goal] = rest.split(">");
  return goal === undefined
    ? { area: AREAS.indexOf(origin), origin: null, count: 1, isSolved }
    : { area: AREAS.indexOf(goal), origin: AREAS.indexOf(origin), count: 1, isSolved };
}

function gainAt(before, seat, { area, origin, count = 0, isConfidant = false, isSolved = false }) {
  const fromSupply = origin === null ? count : 0;
  const paid = isSolved && before.step !== "solve" ? 1 : 0; // the Penitent's gold
  const gold = MOST_GOLD - before.seats[seat].gold + paid;
  const held = before.seats[seat].influence - fromSupply;
  const influence = Math.max(0, Math.min(reserveOf(before, seat), MOST_INFLUENCE - held));
  if (area === LUNATIC) return { gold: Math.min(1, gold), influence: Math.min(1, influence) };
  const isHere = isConfidant || before.confidant === area;
  const there = markersIn(before, area)[seat] + count + (isHere ? 1 : 0);
  if (area === MARKET) return { gold: Math.min(there, gold), influence: 0 };
  if (area === CASTLE) return { gold: 0, influence: Math.min(there, influence) };
  return { gold: 0, influence: 0 };
}
