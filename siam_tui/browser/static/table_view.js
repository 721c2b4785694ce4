// Draws a table: title, board, seats, log. A pure function of what is known to elements.

import { html, spoken } from "./dom.js";
import { capital } from "./words.js";

const LEVELS = { person: "", bot: "bot", stand_in: "bot in place of a player", free: "free" };
const STATUS = {
  open: "Waiting for players.",
  running: "",
  over: "The game is over.",
  closed: "This table is closed.",
};

/** What a table is, read with its game; `game` and `board` are null where it cannot be drawn. */
export function readTable(state, game) {
  const table = { state, game, board: null, position: null, names: namesOf(state, game) };
  if (game === null) return table;
  try {
    table.board = game.readBoard(state);
    if (state.position) table.position = game.readPosition(table.board, state.position);
  } catch (error) {
    console.warn("this table cannot be drawn", error);
    return { ...table, game: null, board: null, position: null };
  }
  return table;
}

function namesOf(state, game) {
  const players = state.seats.map(({ name }, seat) => name || `Seat ${seat + 1}`);
  return [...players, ...(game?.seatsOfTable(players.length) ?? []).map(capital)];
}

/** The sentences on where a table stands. */
export function tellTable({ state, game, board, position, names }) {
  const told = [STATUS[state.status] ?? ""];
  if (state.status === "over" && game) told.push(game.tellResult(state.result, names));
  if (position !== null && state.status === "running") {
    told.push(...game.tellSituation(board, position, names));
    const turn = game.turnOf(position);
    if (turn !== null) told.push(`${names[turn]} to move.`);
  }
  return told.filter(Boolean);
}

/** What somebody did, as a sentence; the same as `siam --plain` tells. */
export function tellEntry({ state, game, board, names }, entry, before) {
  const who = names[entry.seat] ?? `Seat ${entry.seat + 1}`;
  if (game === null || board === null) return `${who}: ${entry.move}.`;
  let told;
  try {
    told = game.tellMove(board, entry.move, who, { before, names });
  } catch {
    return `${who}: ${entry.move}.`;
  }
  if (entry.by === "table" && entry.seat < state.seats.length) {
    return `${game.tellForcedMove(who)} ${told}`;
  }
  if (entry.by === "clock") return `${who} ran out of time. ${told}`;
  if (entry.by === "stand_in") return `For ${who}, who is away: ${told}`;
  return told;
}

/** The board and what lies around it. */
export function boardPart({ game, board, position, names }) {
  if (position === null) return html("p", { class: "empty" }, "The board is set up when the game begins.");
  return html(
    "div",
    { class: "board" },
    game.drawStrip(board, position, names),
    game.drawBoard(board, position, names),
    game.drawRest(board, position, names),
    html(
      "details",
      { class: "told" },
      html("summary", {}, "The board in sentences"),
      html("ul", {}, game.tellBoard(board, position, names).map((each) => html("li", {}, each))),
    ),
  );
}

/** The seats, with clocks where there are any. */
export function seatsPart(table, clocks) {
  const { state, game, board, position, names } = table;
  const turn = position === null || state.status !== "running" ? null : game.turnOf(position);
  const winners = state.status === "over" && game ? winnersOf(state.result) : [];
  const cards = names.map((name, seat) => {
    const holder = state.seats[seat]?.holder ?? "table";
    const kind = kindOf(holder, state.seats[seat]);
    return html(
      "li",
      { class: `seat${seat === turn ? " turn" : ""}${winners.includes(seat) ? " won" : ""}` },
      html(
        "div",
        { class: "who" },
        html("bdi", { class: "name" }, name),
        kind && html("span", { class: "kind" }, kind),
        seat === turn && html("span", { class: "to-move" }, "to move"),
        winners.includes(seat) && html("span", { class: "to-move" }, "won"),
        clocks[seat] && html("span", { class: "clock" }, clocks[seat]),
      ),
      position !== null && [
        html("div", { class: "holds", "aria-hidden": "true" }, game.drawSeat(board, position, seat, names)),
        spoken(game.tellSeat(board, position, seat, names)),
      ],
    );
  });
  return html("ul", { class: "seats" }, cards);
}

function kindOf(holder, seat) {
  if (holder === "bot") return `bot, ${seat.level}`;
  if (holder === "free" && seat.name) return "has left";
  return LEVELS[holder] ?? "";
}

/** The seats that won, by the result of a record. */
export function winnersOf(result) {
  const seats = /\bseats ([\dV,]+)/.exec(result)?.[1] ?? "";
  return seats.split(",").filter((each) => /^\d+$/.test(each)).map(Number);
}

/** The log, the newest move first; of a running game the last two chapters, as the rules say. */
export function logPart(table, log) {
  const { state, game, board } = table;
  const chapters = chaptersOf(table, log);
  const isOpen = state.status === "over" || game === null || game.isLogOpen(board);
  const shown = (isOpen ? chapters : chapters.slice(-2)).reverse();
  if (shown.length === 0) return html("p", { class: "empty" }, "No move has come since this page opened.");
  return html(
    "div",
    { class: "moves" },
    shown.map(({ title, moves }) => [
      html("h3", {}, title),
      html("ol", {}, moves.reverse().map(({ ply, told }) => html("li", { value: ply }, told))),
    ]),
  );
}

function chaptersOf(table, log) {
  const { game, board } = table;
  const chapters = [];
  let before = null;
  log.entries.forEach((entry, index) => {
    const after = game === null ? null : tryPosition(game, board, entry.position);
    const at = before ?? after;
    const number = at === null ? 0 : game.chapterOf(at);
    if (chapters.at(-1)?.number !== number) {
      const title = at === null ? "Moves" : game.chapterTitle(board, at);
      chapters.push({ number, title, moves: [] });
    }
    if (isLogged(game, entry)) {
      const told = tellEntry(table, entry, before);
      chapters.at(-1).moves.push({ ply: log.first + index + 1, told });
    }
    before = after;
  });
  return chapters;
}

/** Whether a move says anything to those who read about the game. */
export function isLogged(game, { by, move }) {
  return by !== "player" || game === null || !game.unlogged.includes(move);
}

function tryPosition(game, board, text) {
  try {
    return game.readPosition(board, text);
  } catch {
    return null;
  }
}
