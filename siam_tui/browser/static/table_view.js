// Draws a table: title, board, seats, log. What they say comes from `siam_tui/browser/page_data.py`.

import { html, spoken } from "./dom.js";
import { draw, sign } from "./drawing.js";

/** Show the board and what lies around it; sentences that are open stay so. */
export function showBoard(section, moment) {
  const isOpen = section.querySelector(".told")?.open === true;
  section.replaceChildren(boardPart(moment, isOpen));
}

function boardPart({ empty, parts, board }, isOpen) {
  if (empty) return html("p", { class: "empty" }, empty);
  return html(
    "div",
    { class: "board" },
    draw(parts),
    html(
      "details",
      { class: "told", open: isOpen },
      html("summary", { told: "board-in-sentences" }),
      html("ul", {}, board.map((each) => html("li", {}, each))),
    ),
  );
}

/** The seats, with clocks where there are any. */
export function seatsPart(seats, clocks = []) {
  const cards = seats.map(({ style, name, kind, note, signs, sentence }, seat) =>
    html(
      "li",
      { class: `seat ${style}` },
      html(
        "div",
        { class: "who" },
        html("bdi", { class: "name" }, name),
        kind && html("span", { class: "kind" }, kind),
        note && html("span", { class: "to-move" }, note),
        clocks[seat] && html("span", { class: "clock" }, clocks[seat]),
      ),
      signs.length > 0 && html("div", { class: "holds", "aria-hidden": "true" }, signs.map(sign)),
      sentence && spoken(sentence),
    ),
  );
  return html("ul", { class: "seats" }, cards);
}

/** The log, the newest move first. */
export function logPart(log) {
  if (log.length === 0) return html("p", { class: "empty", told: "no-move-yet" });
  return html(
    "div",
    { class: "moves" },
    [...log].reverse().map(({ title, moves }) => [
      html("h3", {}, title),
      html("ol", {}, [...moves].reverse().map(([ply, sentence]) => html("li", { value: ply }, sentence))),
    ]),
  );
}
