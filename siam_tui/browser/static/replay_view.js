// A recorded game, move by move: the board, who has what, all moves, and the chart.

import { html } from "./dom.js";
import { seatsPart, showBoard } from "./table_view.js";
import { told, toldDay } from "./told.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

let listening = new AbortController();

/**
 * Show a record.
 * @param {Element} root where
 * @param {object} record what `siam_tui/browser/page_data.py` made of it
 * @param {number} [ply] after how many moves
 * @returns {RecordView} where one may read after how many moves it is now
 */
export function showRecord(root, record, ply = 0) {
  listening.abort(); // to the keys, for the record that was shown before
  listening = new AbortController();
  const view = new RecordView(root, record);
  view.start(ply, listening.signal);
  return view;
}

class RecordView {
  constructor(root, record) {
    this.moments = record.moments;
    this.last = record.moments.length - 1;
    this.ply = 0;
    this.parts = {
      situation: html("p", { class: "situation", "aria-live": "polite" }),
      board: html("section", { "aria-label": told("board") }),
      seats: html("section", { "aria-label": told("players") }),
      slider: html("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": told("move") }),
      count: html("output", {}),
      log: html("section", { "aria-label": told("moves"), class: "log", tabindex: "0" }),
    };
    const { situation, board, seats, slider, count, log } = this.parts;
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    root.replaceChildren(
      html("h1", {}, record.title),
      html("p", { class: "faint" }, [toldDay(record.date), record.names.join(", ")].filter(Boolean).join(" · ")),
      situation,
      html("div", { class: "player" }, this.buttons(), slider, count),
      html("div", { class: "columns" }, board, html("div", { class: "side" }, seats, html("h2", {}, told("moves")), log)),
      ...chartPart(record.chart),
    );
    this.moves = this.moveButtons(record.moves);
    log.replaceChildren(html("ol", { class: "moves played" }, this.moves.map((each) => html("li", {}, each))));
  }

  buttons() {
    const make = (sign, title, to) => {
      const button = html("button", { type: "button", title, "aria-label": title }, sign);
      button.addEventListener("click", () => this.go(to()));
      return button;
    };
    return [
      make("|◀", told("to-beginning"), () => 0),
      make("◀", told("one-back"), () => this.ply - 1),
      make("▶", told("one-on"), () => this.ply + 1),
      make("▶|", told("to-end"), () => this.last),
    ];
  }

  moveButtons(moves) {
    return moves.map((move, index) => {
      const button = html("button", { type: "button", class: "move" }, move);
      button.addEventListener("click", () => this.go(index + 1));
      return button;
    });
  }

  start(ply, signal) {
    const press = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.matches("input, select")) return;
      if (event.key in KEYS) this.go(this.ply + KEYS[event.key]);
      if (event.key === "Home") this.go(0);
      if (event.key === "End") this.go(this.last);
    };
    addEventListener("keydown", press, { signal });
    this.go(ply);
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(this.last, ply));
    const moment = this.moments[this.ply];
    const { situation, board, seats, slider, count, log } = this.parts;
    situation.textContent = moment.situation;
    showBoard(board, moment);
    seats.replaceChildren(seatsPart(moment.seats));
    slider.value = String(this.ply);
    count.textContent = told("ply", { ply: this.ply, last: this.last });
    this.moves.forEach((each, index) => each.toggleAttribute("data-now", index + 1 === this.ply));
    const now = this.moves[this.ply - 1];
    if (now) log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
  }
}

function chartPart(lines) {
  if (lines.length === 0) return [];
  return [
    html("h2", {}, told("chart")),
    html("pre", { class: "panel chart", tabindex: "0" }, lines.join("\n")),
  ];
}
