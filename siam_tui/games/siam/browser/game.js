// King of Siam for the page; docs/how-to/add-a-game.md says what each function does.

export { drawBoard, drawRest, drawSeat, drawStrip } from "./drawing.js";
export { readBoard, readPosition } from "./position.js";
export { tellBoard, tellMove, tellResult, tellSeat, tellSituation } from "./speech.js";

/** The seat to decide; null when the game is over. */
export const turnOf = (position) => (position.isOver ? null : position.turn);

/** The number of a position's chapter. */
export const chapterOf = (position) => position.resolved;

/** What a chapter is called. */
export function chapterTitle(board, position) {
  const index = position.queue[Math.min(position.resolved, position.queue.length - 1)];
  return `Struggle ${position.resolved + 1}: ${board.map.provinces[index].name}`;
}

/** Whether all moves may be read at any time. */
export const isLogOpen = (board) => board.isOpen;

/** Why the table moved for somebody. */
export const tellForcedMove = (who) => `${who} has no card left.`;

/** What the seats are called that the table plays. */
export const seatsOfTable = () => [];

/** Moves that logs leave out: they say nothing. */
export const unlogged = [];
