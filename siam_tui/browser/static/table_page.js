// The page of one table.

import { Clocks } from "./clocks.js";
import { html, write } from "./dom.js";
import { Status, follow } from "./live.js";
import { logPart, seatsPart, showBoard } from "./table_view.js";
import { onLanguage, told } from "./told.js";
import { trust } from "./trust.js";

const SECOND = 1000;

/** Show a table, from its newest state on. */
export function showTable(root, address) {
  new TablePage(root).start(address);
}

class TablePage {
  constructor(root) {
    this.clocks = new Clocks();
    this.seen = null;
    this.shown = null;
    this.isDrawing = false;
    this.parts = {
      title: html("h1", { told: "table" }),
      status: html("p", { class: "status", role: "status" }),
      replay: html("span", {}),
      situation: html("p", { class: "situation" }),
      board: html("section", { label: "board" }),
      seats: html("section", { label: "players" }),
      log: html("section", { label: "moves", class: "log", tabindex: "0" }),
      spoken: html("div", { class: "spoken", role: "log", "aria-live": "polite" }),
    };
    const { title, status, replay, situation, board, seats, log, spoken } = this.parts;
    const nav = html("nav", {}, replay, html("a", { href: "/", told: "all-tables" }));
    root.replaceChildren(
      html("div", { class: "head" }, title, nav),
      situation,
      status,
      html("div", { class: "columns" }, board, html("div", { class: "side" }, seats, html("h2", { told: "moves" }), log)),
      trust(),
      spoken,
    );
    this.status = new Status(status);
  }

  start({ table, key, isDamaged }) {
    if (isDamaged) {
      const note = () => this.status.note({ told: told("damaged-key") });
      onLanguage(note);
      note();
      return;
    }
    const take = ({ shown, told: trouble = "" }) => {
      this.status.note({ told: trouble });
      if (!shown) return;
      this.shown = shown;
      this.clocks.note(shown.clock);
      this.draw();
    };
    const sent = isSecureContext ? key : ""; // over plain http, whoever is on the way would get it
    follow(`table/${table}`, sent, take, (isConnected) => this.status.note({ isConnected }));
    onLanguage(() => this.parts.spoken.replaceChildren());
    setInterval(() => this.tick(), SECOND);
  }

  /** Draw once for all states that came together. */
  async draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    await new Promise((resolve) => setTimeout(resolve));
    this.isDrawing = false;
    const { title, heading, situation, replay, seats, log } = this.shown;
    write(this.parts.title, title);
    document.title = heading;
    this.parts.situation.textContent = situation;
    this.parts.replay.replaceChildren(replay && html("a", { href: replay, told: "replay-this" }), " ");
    showBoard(this.parts.board, this.shown);
    this.parts.seats.replaceChildren(seatsPart(seats, this.clocks.texts()));
    this.parts.log.replaceChildren(logPart(log));
    this.speak();
  }

  /** Say the newest moves to those who hear the page. */
  speak() {
    const { game, ply, log, situation } = this.shown;
    const before = this.seen?.game === game ? this.seen.ply : 0;
    const isFirst = this.seen === null;
    this.seen = { game, ply };
    const news = log.flatMap(({ moves }) => moves).filter(([number]) => number > before);
    if (isFirst || news.length === 0) return;
    const sentences = [...news.map(([, sentence]) => sentence), situation];
    this.parts.spoken.replaceChildren(...sentences.map((each) => html("p", {}, each)));
  }

  tick() {
    const texts = this.clocks.texts();
    this.parts.seats.querySelectorAll(".clock").forEach((element, seat) => {
      element.textContent = texts[seat];
    });
  }
}
