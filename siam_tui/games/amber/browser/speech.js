// Reino de Ámbar in sentences: the same as `siam --plain` tells.

import { capital, countOf, listed } from "../../words.js";
import { gainOfMove } from "./effects.js";
import {
  AREAS, AREA_NAMES, AREA_SUITS, CARD_NAMES, SUIT_NAMES,
  problemName, problemNumber, reserveOf, strengths, wallOf,
} from "./position.js";

/** What somebody did and what it brings: `who` is a name, `names` are those of the seats. */
export function tellMove(_board, text, who, { before, names }) {
  return `${who} ${words(text, names)}.${before === null ? "" : gained(text, before)}`;
}

function gained(text, before) {
  const { gold, influence } = gainOfMove(before, before.turn, text);
  const brought = [gold && `${gold} gold`, influence && `${influence} influence`].filter(Boolean);
  return brought.length ? ` That brings ${listed(brought)}.` : "";
}

function words(text, names) {
  if (text === "pass") return "passes";
  const [head, rest] = text.split(":");
  if (head === "try") return `attempts ${problemName(rest)}`;
  if (head === "CAV") {
    const [seat, area] = rest.split("@");
    return `puts a marker of ${names[Number(seat)]} back from ${where(area)}`;
  }
  if (head === "CHA") return tellMeeting(rest);
  if (head in CARD_NAMES) return tellWay(`plays ${CARD_NAMES[head]}`, rest);
  if (rest === "keep") return `keeps ${problemName(head)}`;
  if (rest.startsWith("^")) return `solves ${problemName(head)}: the Confidant goes to ${where(rest.slice(1))}`;
  return tellWay(`solves ${problemName(head)}`, rest);
}

function tellMeeting(rest) {
  if (rest === "-") return "moves no marker";
  const [count, way] = rest.split("@");
  const [origin, goal] = way.split(">");
  return `moves ${countOf(Number(count), "marker")} from ${where(origin)} to ${where(goal)}`;
}

function tellWay(told, rest) {
  if (rest === "-") return `${told} without an action`;
  const [origin, goal] = rest.split(">");
  if (goal === undefined) return `${told} in ${where(origin)}`;
  return `${told} in ${where(goal)}, with a marker from ${where(origin)}`;
}

function where(id) {
  const area = AREAS.indexOf(id);
  if (area < 0) throw new Error("no area");
  return `the ${AREA_NAMES[area]}`;
}

/** Which round it is. */
export function roundName({ round, period, hasTwoPeriods }) {
  const told = `round ${round} of 7`;
  return hasTwoPeriods ? `${period === 1 ? "1st" : "2nd"} period, ${told}` : told;
}

/** The round, the Barbarians, and the Problems. */
export function tellSituation(_board, position) {
  if (position.step === "over") return [];
  return [`${capital(roundName(position))}.`, tellBarbarians(position)];
}

function tellBarbarians(position) {
  return `The Barbarians have power ${position.power}.`;
}

/** Every area, and the Problems of the row. */
export function tellBoard(_board, position, names) {
  const areas = position.places.map((_, place) => tellArea(position, names, place));
  const problems = position.row.map((_, place) => tellProblem(position, names, place));
  return [...areas, tellBarbarians(position), ...problems];
}

/** How an area stands. */
export function tellArea(position, names, place) {
  const { area, markers, hasConfidant } = position.places[place];
  const suits = listed([...AREA_SUITS[area]].map((suit) => SUIT_NAMES[suit]));
  const there = [...markers.entries()].filter(([, count]) => count).map(([seat, count]) => `${names[seat]}: ${count}`);
  const confidant = hasConfidant ? " The Confidant is here." : "";
  return `Place ${place + 1}, the ${AREA_NAMES[area]}, ${suits}. ${capital(there.join(", ") || "no markers")}.${confidant}`;
}

/** A Problem of the row: everybody's strength, who tries it, who was awarded it. */
export function tellProblem(position, names, place) {
  const { id, claims, winner } = position.row[place];
  const suits = listed([...id.slice(1)].map((suit) => SUIT_NAMES[suit]));
  const sums = strengths(position, id).map((sum, seat) => `${names[seat]}: ${sum}`).join(", ");
  const told = `Problem ${place + 1}: ${problemNumber(id)} ${problemName(id)}, ${suits}. ${capital(sums)}.`;
  if (position.step.startsWith("solve") && winner !== null) return `${told} It was awarded to ${names[winner]}.`;
  if (claims.length === 0) return told;
  return `${told} ${capital(listed(claims.map((seat) => names[seat])))} ${claims.length > 1 ? "try" : "tries"} it.`;
}

/** What a player has. */
export function tellSeat(_board, position, seat) {
  const shown = position.seats[seat];
  const parts = [
    `${shown.influence} influence`,
    `${reserveOf(position, seat)} in reserve`,
    `${shown.gold} gold`,
    countOf(shown.cards, "card"),
    countOf(shown.keptCount, "kept Problem"),
    `wall ${wallOf(position, seat)}`,
  ];
  const last = shown.last ? ` Last card: ${CARD_NAMES[shown.last]}.` : "";
  const first = seat === position.first && position.step !== "over" ? " First player." : "";
  return `${listed(parts)}.${last}${first}`;
}

/** Who won, by the result of a record. */
export function tellResult(result, names) {
  if (result === "*") return "Not played to its end.";
  if (result.startsWith("barbarians")) return "The Barbarians win.";
  const [, seats, , points] = result.split(" ");
  const winners = seats.split(",").map(Number);
  const total = Number(points.split(",")[winners[0]]);
  const verb = winners.length === 1 ? "wins" : "win";
  return `${listed(winners.map((seat) => names[seat]))} ${verb} with ${countOf(total, "point")}.`;
}
