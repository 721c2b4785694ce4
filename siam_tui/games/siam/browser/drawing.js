// Draws King of Siam: the provinces with their followers, the queue, and what each seat has.

import { chip, fact, html, spoken } from "../../dom.js";
import { drawMap, nameMark, signRow } from "../../game_map.js";
import { CARDS, cardName, contested, supplyOf } from "./position.js";
import { countFollowers, tellProvince } from "./speech.js";

const CROWN = "♛";

/** The map. */
export function drawBoard(board, position) {
  return drawMap(board.map, `${board.map.title}.`, (index, place) => {
    const control = position.controls[index];
    const isContested = index === contested(position);
    const held = control === null ? "" : `held side-${control}`;
    return {
      style: isContested ? "contested" : held,
      marks: [nameMark(place, place.y - 12), provinceSigns(board, position, index, place)],
    };
  });
}

function provinceSigns(board, position, index, { x, y }) {
  const control = position.controls[index];
  if (control !== null) {
    return signRow(x, y + 16, [{ text: board.sides[control], style: `side-${control}` }], 92);
  }
  const signs = position.followers[index].flatMap((count, faction) =>
    count ? [{ text: `${board.letters[faction]}${count}`, style: `side-${faction}` }] : [],
  );
  const place = { text: String(position.queue.indexOf(index) + 1), style: "place" };
  if (position.crowned.has(index)) place.text += CROWN;
  return signRow(x, y + 16, [place, ...signs]);
}

/** The queue of struggles. */
export function drawStrip(board, position) {
  const tiles = position.queue.map((index, place) => {
    const control = position.controls[index];
    const style = control !== null ? `held side-${control}` : index === contested(position) ? "now" : "";
    return html(
      "li",
      { class: `tile ${style}` },
      html(
        "span",
        { class: "number", "aria-hidden": "true" },
        String(place + 1),
        position.crowned.has(index) && html("span", { class: "crown" }, CROWN),
      ),
      html("span", { "aria-hidden": "true" }, board.map.provinces[index].short),
      spoken(tellProvince(board, position, index, place)),
    );
  });
  return html("ol", { class: "strip", "aria-label": "Queue of struggles" }, tiles);
}

/** What lies before a seat. */
export function drawSeat(board, position, seat) {
  const { cards, followers, hand, top } = position.seats[seat];
  const taken = followers.map((count, faction) =>
    chip(`side-${faction}`, `${board.letters[faction]}${count}`, countFollowers(board, followers.map((n, f) => (f === faction ? n : 0)))),
  );
  const played = top === null ? null : html("span", { class: "fact" }, "played ", html("b", {}, cardName(board, top)));
  const open = hand ? html("span", { class: "fact hand" }, [...CARDS].filter((card) => hand.includes(card)).map((card) => `${cardName(board, card)} `)) : null;
  return [...taken, fact(cards === 1 ? "card" : "cards", cards), played, open];
}

/** What is left beside the board. */
export function drawRest(board, position) {
  const supply = supplyOf(position);
  return html(
    "p",
    { class: "rest" },
    "Supply ",
    supply.map((count, faction) => chip(`side-${faction}`, `${board.letters[faction]}${count}`, `${count} ${board.sides[faction]}`)),
  );
}
