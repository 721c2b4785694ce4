// A table's state as plain values, with every foreign text made harmless, and the log so far.

import { line } from "./words.js";

const MOST_SEATS = 8;

/** Read the fields of a `TableState`. */
export function readState(fields) {
  const seats = fields.get("seats").slice(0, MOST_SEATS).map((seat) => ({
    holder: line(seat.get("holder")),
    name: line(seat.get("name")),
    level: line(seat.get("level")),
  }));
  const clock = fields.get("clock");
  return {
    table: line(fields.get("table")),
    revision: fields.get("revision"),
    game: line(fields.get("game")),
    map: fields.get("map"),
    options: fields.get("options").map(line),
    status: line(fields.get("status")),
    hostName: line(fields.get("host_name")),
    seats,
    gameNumber: fields.get("game_number"),
    ply: fields.get("ply"),
    position: fields.get("position"),
    news: fields.get("news").map(readEntry),
    result: line(fields.get("result")),
    clock: clock && { left: clock.get("left"), running: clock.get("running") },
  };
}

function readEntry(entry) {
  return {
    seat: entry.get("seat"),
    move: line(entry.get("move")),
    by: line(entry.get("by")),
    position: entry.get("position"),
  };
}

/** The moves that the page has seen, joined as far as nothing is missing between them. */
export class TableLog {
  constructor() {
    this.gameNumber = 0;
    this.first = 0;
    this.entries = [];
  }

  /** Add the news of a state; return the entries that are new. */
  add(state) {
    const base = state.ply - state.news.length;
    const known = base - this.first;
    const fits =
      state.gameNumber === this.gameNumber && known >= 0 && known <= this.entries.length;
    if (!fits) {
      this.gameNumber = state.gameNumber;
      this.first = base;
      this.entries = state.news;
      return state.news;
    }
    const seen = this.entries.length - known;
    this.entries = [...this.entries.slice(0, known), ...state.news];
    return state.news.slice(seen);
  }
}
