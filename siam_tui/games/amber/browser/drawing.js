// Draws Reino de Ámbar: areas with markers, the Problems of the round, and what each seat has.

import { chip, fact, html, spoken } from "../../dom.js";
import {
  AREA_NAMES, AREA_SUITS, CARD_NAMES, SUIT_NAMES,
  problemName, problemNumber, reserveOf, strengths, wallOf,
} from "./position.js";
import { tellArea, tellProblem } from "./speech.js";

const CROWN = "♛";
const SIGNS = { M: "☽", S: "☀", W: "≈", V: "♣", Y: "§", K: "✤" };

function suitSigns(suits) {
  return [...suits].map((suit) =>
    html("span", { class: `suit suit-${suit}`, title: SUIT_NAMES[suit] }, `${SIGNS[suit]}${suit}`),
  );
}

function sideOf(board, seat) {
  return seat < board.players ? seat : 3;
}

/** The letter of each seat: the first of its name that no other has. */
function lettersOf(board, names) {
  const found = [];
  names.forEach((name, seat) => {
    const wishes = seat >= board.players ? "D" : `${name.toUpperCase()}ABCEFGHIJKLMNOPQRSTUVWXYZ`;
    found.push([...wishes].find((each) => /[A-Z]/.test(each) && !found.includes(each)) ?? "?");
  });
  return found;
}

/** The areas, in the order of their places. */
export function drawBoard(board, position, names) {
  const letters = lettersOf(board, names);
  const areas = position.places.map(({ area, markers, hasConfidant }, place) =>
    html(
      "li",
      { class: `area${hasConfidant ? " confidant" : ""}` },
      html(
        "div",
        { "aria-hidden": "true" },
        html("div", { class: "top" }, html("span", { class: "number" }, String(place + 1)), suitSigns(AREA_SUITS[area])),
        html("b", {}, AREA_NAMES[area]),
        html("div", { class: "markers" },
          markers.map((count, seat) => count > 0 && html("span", { class: `chip side-${sideOf(board, seat)}` }, `${letters[seat]}${count}`)),
          hasConfidant && html("span", { class: "crown" }, `${CROWN} Confidant`)),
      ),
      spoken(tellArea(position, names, place)),
    ),
  );
  return html("ol", { class: "areas", "aria-label": "Areas" }, areas);
}

/** The Problems of this round. */
export function drawStrip(board, position, names) {
  const letters = lettersOf(board, names);
  const cards = position.row.map(({ id, claims, winner }, place) => {
    const owner = winner !== null && html("span", { class: `chip side-${sideOf(board, winner)}` }, `${letters[winner]} solves`);
    const tries = claims.length > 0 && html("span", { class: "faint" }, "tried by ", claims.map((seat) => letters[seat]).join(", "));
    const sums = strengths(position, id).map((sum, seat) =>
      html("span", { class: `chip side-${sideOf(board, seat)}` }, `${letters[seat]}${sum}`),
    );
    return html(
      "li",
      { class: `problem${winner !== null ? " now" : ""}` },
      html(
        "div",
        { "aria-hidden": "true" },
        html("div", { class: "top" }, html("span", { class: "rank" }, problemNumber(id)), suitSigns(id.slice(1))),
        html("b", {}, problemName(id)),
        html("div", { class: "markers" }, sums),
        owner || tries,
      ),
      spoken(tellProblem(position, names, place)),
    );
  });
  return html("ol", { class: "problems", "aria-label": "Problems of this round" }, cards);
}

/** The Barbarians and the deck. */
export function drawRest(_board, position) {
  return html(
    "p",
    { class: "rest" },
    fact("power of the Barbarians", position.power),
    fact("Problems in the deck", position.deck),
    fact("discarded", position.discard.length),
  );
}

/** What lies before a seat. */
export function drawSeat(board, position, seat, names) {
  const shown = position.seats[seat];
  const kept = shown.kept === null ? null : shown.kept.map((id) => html("span", { class: "fact" }, `${problemNumber(id)} ${problemName(id)}`));
  return [
    chip(`side-${sideOf(board, seat)}`, lettersOf(board, names)[seat], names[seat]),
    fact("gold", shown.gold),
    fact("influence", shown.influence),
    fact("in reserve", reserveOf(position, seat)),
    fact("wall", wallOf(position, seat)),
    fact("kept", shown.keptCount),
    fact(shown.cards === 1 ? "card" : "cards", shown.cards),
    shown.last && html("span", { class: "fact" }, "played ", html("b", {}, CARD_NAMES[shown.last])),
    kept,
  ];
}
