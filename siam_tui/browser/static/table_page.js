// The page of one table.

import { CheckedTopic } from "./checked_topic.js";
import { Clocks } from "./clocks.js";
import { html } from "./dom.js";
import { games } from "./games.js";
import { follow } from "./live.js";
import { PartOwner } from "./part_owner.js";
import { explanation, statusLine } from "./status_view.js";
import { TableLog, readState } from "./table_state.js";
import { boardPart, isLogged, logPart, readTable, seatsPart, tellEntry, tellTable } from "./table_view.js";
import { pathTo } from "./address.js";

const SECOND = 1000;

/** Show a table, from its newest genuine state on. */
export function showTable(root, address) {
  new TablePage(root, address).start();
}

class TablePage {
  constructor(root, address) {
    this.address = address;
    const owner = new PartOwner(address.table, address.keys.server);
    this.topic = new CheckedTopic(`table/${address.table}`, "TableState", address.keys, owner);
    this.log = new TableLog();
    this.clocks = new Clocks();
    this.relay = { connected: false, cleared: false, isDamaged: address.isDamaged };
    this.shown = null;
    this.modules = new Map();
    this.news = [];
    this.isDrawing = false;
    this.parts = {
      title: html("h1", {}, "A table"),
      status: html("div", { role: "status" }),
      replay: html("span", {}),
      situation: html("p", { class: "situation" }),
      board: html("section", { "aria-label": "Board" }),
      seats: html("section", { "aria-label": "Players" }),
      log: html("section", { "aria-label": "Moves", class: "log", tabindex: "0" }),
      spoken: html("div", { class: "spoken", role: "log", "aria-live": "polite" }),
    };
    const { title, status, situation, board, seats, log, spoken } = this.parts;
    root.replaceChildren(
      html(
        "div",
        { class: "head" },
        title,
        html(
          "nav",
          {},
          this.parts.replay,
          html("a", { href: pathTo("/", address.fragment) }, "All tables"),
        ),
      ),
      situation,
      status,
      html("div", { class: "columns" }, board, html("div", { class: "side" }, seats, html("h2", {}, "Moves"), log)),
      explanation(),
      spoken,
    );
  }

  start() {
    this.draw();
    if (this.address.isDamaged) return;
    follow(`table/${this.address.table}`, {
      frame: (frame) => this.take(frame),
      cleared: () => this.note({ cleared: true }),
      connected: (connected) => this.note({ connected }),
    });
    setInterval(() => this.tick(), SECOND);
  }

  note(change) {
    Object.assign(this.relay, change);
    this.draw();
  }

  take(frame) {
    const fields = this.topic.take(frame);
    if (fields !== null) {
      const state = readState(fields);
      const isFirst = this.shown === null;
      const news = this.log.add(state);
      this.news.push(...(isFirst ? [] : news));
      this.clocks.note(state);
      this.shown = state;
      this.relay.cleared = false;
    }
    this.draw();
  }

  /** Draw once for all frames that came together, as soon as the game's module is there. */
  async draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    await new Promise((resolve) => setTimeout(resolve));
    const game = this.shown === null ? null : await this.gameModule(this.shown.game);
    this.isDrawing = false;
    this.paint(game);
  }

  async gameModule(name) {
    if (!this.modules.has(name)) {
      const known = Object.hasOwn(games, name) ? games[name].module : null;
      this.modules.set(name, known === null ? null : await import(known));
    }
    return this.modules.get(name);
  }

  paint(game) {
    const { title, status, situation, board, seats, log } = this.parts;
    status.replaceChildren(statusLine(this.topic.verdict, this.relay));
    if (this.shown === null) return;
    const table = readTable(this.shown, game);
    const name = Object.hasOwn(games, this.shown.game) ? games[this.shown.game].title : this.shown.game;
    title.textContent = name;
    document.title = `${name} · ${table.names.join(", ")}`;
    situation.textContent = tellTable(table).join(" ");
    this.parts.replay.replaceChildren(...this.replayLink());
    board.replaceChildren(table.game === null ? noDrawing() : boardPart(table));
    seats.replaceChildren(seatsPart(table, this.clocks.texts()));
    log.replaceChildren(logPart(table, this.log));
    this.speak(table);
  }

  /** The way to the record of a game that is over; the lobby gives it for public tables. */
  replayLink() {
    const { status, table, gameNumber } = this.shown;
    if (status !== "over" || this.address.keys.table !== null) return [];
    const path = `/replay?${encodeURIComponent(table)}/${gameNumber}`;
    return [html("a", { href: pathTo(path, this.address.fragment) }, "Replay this game"), " "];
  }

  /** Say the newest moves to those who hear the page. */
  speak(table) {
    const news = this.news.splice(0);
    if (news.length === 0) return;
    const told = news.filter((entry) => isLogged(table.game, entry)).map((entry) => tellEntry(table, entry, null));
    this.parts.spoken.replaceChildren(
      ...[...told, ...tellTable(table)].map((each) => html("p", {}, each)),
    );
  }

  tick() {
    const texts = this.clocks.texts();
    this.parts.seats.querySelectorAll(".clock").forEach((element, seat) => {
      element.textContent = texts[seat];
    });
  }
}

function noDrawing() {
  return html("p", { class: "empty" }, "This page cannot draw this game or its map.");
}
