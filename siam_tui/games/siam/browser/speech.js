// King of Siam in sentences: the same as `siam --plain` tells (siam_tui/games/siam/speech).

import { listed } from "../../words.js";
import { CARDS, FACTIONS, cardName, contested, taker } from "./position.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Numbers of followers in words: "2 Rama and 1 Malay". */
export function countFollowers(board, trio) {
  const parts = trio.map((count, faction) => (count ? `${count} ${board.sides[faction]}` : ""));
  return listed(parts.filter(Boolean)) || "none";
}

/** What somebody did: `who` is a name. */
export function tellMove(board, text, who) {
  if (text === "pass") return `${who} passes.`;
  const [, card, action, taken] = /^([KT12RLM]):(.*)x([^x]+)$/.exec(text) ?? [];
  if (card === undefined) return `${who}: ${text}`;
  const link = action === "-" ? " " : ": ";
  const played = `${who} plays ${cardName(board, card)}${link}${tellAction(board, card, action)}.`;
  if (taken === "-") return `${played} There is no follower left to take.`;
  const [faction, province] = taken.split("@");
  const follower = `one ${side(board, faction)} follower`;
  return `${played} ${who} takes ${follower} from ${provinceName(board, province)}.`;
}

function tellAction(board, card, action) {
  if (action === "-") return "without effect";
  if (card === "K") return tellSwap(board, action);
  if (card === "1" || card === "2") return tellExchange(board, action);
  const placed = action.split("+").map((each) => (card === "T" ? each : `${card}@${each}`));
  return tellPlaced(board, placed);
}

function tellSwap(board, action) {
  const tiles = action.split("~");
  const names = tiles.map((tile) => provinceName(board, tile));
  const marked = names[tiles.findIndex((tile) => tile.endsWith("*"))];
  return `${names[0]} and ${names[1]} change places, and ${marked} gets the King marker`;
}

/** What is placed where; the word follower is said once, and one faction, too. */
function tellPlaced(board, placed) {
  let named = "";
  const told = [...counted(placed)].map(([text, count], index) => {
    const [letter, province] = text.split("@");
    const faction = letter === named ? "" : ` ${side(board, letter)}`;
    const follower = index ? "" : ` follower${count > 1 ? "s" : ""}`;
    named = letter;
    return `${NUMBERS[count]}${faction}${follower} to ${provinceName(board, province)}`;
  });
  return listed(told);
}

function tellExchange(board, action) {
  const [[given, source], [taken, target]] = action.split("~").map((each) => each.split("@"));
  const sides = [...counted(given)].map(([letter, count]) => `${NUMBERS[count]} ${side(board, letter)}`);
  const first = `${listed(sides)} of ${provinceName(board, source)}`;
  return `${first} for one ${side(board, taken)} of ${provinceName(board, target)}`;
}

function counted(things) {
  const counts = new Map();
  for (const each of things) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

function side(board, letter) {
  return board.sides[FACTIONS.indexOf(letter)];
}

function provinceName(board, id) {
  return board.map.provinces[board.map.ids.get(id.slice(0, 3))]?.name ?? id;
}

/** Which struggle goes on. */
export function tellSituation(board, position) {
  const here = contested(position);
  if (here === null) return [];
  const name = board.map.provinces[here].name;
  return [`Struggle ${position.resolved + 1} of ${position.queue.length}: ${name}.`];
}

/** Every province in the order of the queue. */
export function tellBoard(board, position) {
  return position.queue.map((index, place) => tellProvince(board, position, index, place));
}

/** How a province stands. */
export function tellProvince(board, position, index, place) {
  const name = board.map.provinces[index].name;
  const control = position.controls[index];
  if (control !== null) return `${name}: controlled by the ${board.sides[control]}.`;
  const now = index === contested(position) ? ", contested now" : "";
  const when = `struggle ${place + 1}${now}`;
  const crowned = position.crowned.has(index) ? ", with a King marker" : "";
  const followers = position.followers[index];
  const first = taker(followers);
  const isTie = first === 3 && followers.some(Boolean);
  const result = `${isTie ? "A tie: it" : "It"} would go to the ${board.sides[first]}.`;
  return `${name}, ${when}${crowned}: ${countFollowers(board, followers)}. ${result}`;
}

/** What lies before a player. */
export function tellSeat(board, position, seat) {
  const shown = position.seats[seat];
  const cards = shown.cards === 1 ? "1 card left" : `${shown.cards} cards left`;
  const top = shown.top === null ? "none played" : `${cardName(board, shown.top)} on top`;
  const sentence = `${cards}, ${top}. Followers: ${countFollowers(board, shown.followers)}.`;
  if (!shown.hand) return sentence;
  const kinds = [...CARDS].filter((card) => shown.hand.includes(card));
  const held = kinds.map((card) => {
    const twice = shown.hand.indexOf(card) !== shown.hand.lastIndexOf(card) ? " twice" : "";
    return `${cardName(board, card)}${twice}`;
  });
  return `${sentence} In hand: ${listed(held)}.`;
}

/** Who won, by the result of a record. */
export function tellResult(result, names) {
  if (result === "*") return "Not played to its end.";
  const parts = result.split(" ");
  const winners = parts.at(-1).split(",").map((seat) => names[Number(seat)]);
  const verb = winners.length === 1 ? "wins" : "win";
  return `${listed(winners)} ${verb}${parts[0] === "colony" ? " a colony" : ""}.`;
}
