// The Foreign King for the page; docs/how-to/add-a-game.md says what each function does.

export { drawBoard, drawRest, drawSeat, drawStrip } from "./drawing.js";
export { tellMove } from "./move_text.js";
export { readBoard, readPosition } from "./position.js";
export { tellBoard, tellResult, tellSeat, tellSituation } from "./speech.js";

/** The seat to decide; null when the game is over. */
export const turnOf = (position) => (position.asks === "over" ? null : position.asked);

/** The number of a position's chapter: the whole log is one. */
export const chapterOf = () => 0;

/** What a chapter is called. */
export const chapterTitle = () => "The game";

/** Whether all moves may be read at any time. */
export const isLogOpen = () => true;

/** Why the table moved for somebody. */
export const tellForcedMove = (who) => `${who} can use no space.`;

/** What the seats are called that the table plays. */
export const seatsOfTable = () => [];

/** Moves that logs leave out: they say nothing. */
export const unlogged = ["done"];
