// Reino de Ámbar for the page; docs/how-to/add-a-game.md says what each function does.

import { problemName } from "./position.js";

export { drawBoard, drawRest, drawSeat, drawStrip } from "./drawing.js";
export { readBoard, readPosition } from "./position.js";
export { tellBoard, tellMove, tellResult, tellSeat, tellSituation } from "./speech.js";

/** The seat to decide; null when the game is over. */
export const turnOf = (position) => position.turn;

/** The number of a position's chapter: each round is one. */
export const chapterOf = ({ period, round }) => 7 * (period - 1) + round - 1;

/** What a chapter is called. */
export function chapterTitle(_board, { round, row }) {
  return `Round ${round}: ${row.map(({ id }) => problemName(id)).join(", ")}`;
}

/** Whether all moves may be read at any time. */
export const isLogOpen = () => false;

/** Why the table moved for somebody. */
export const tellForcedMove = (who) => `${who} has only one choice.`;

/** What the seats are called that the table plays. */
export const seatsOfTable = (players) => (players === 1 ? ["dummy"] : []);

/** Moves that logs leave out: they say nothing. */
export const unlogged = [];
