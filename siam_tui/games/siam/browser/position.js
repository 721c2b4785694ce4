// Reads what King of Siam sends: the map, positions, moves (docs/reference/notation.md).

import { readMap } from "../../game_map.js";
import { line } from "../../words.js";

export const FACTIONS = "RLM";
export const CARDS = "KT12RLM";
const EACH_FACTION = { 2: 16, 3: 18, 4: 18 };
const OCCUPIERS = { albion: "French" };
const CARD_NAMES = { K: "Maharacha", T: "Khon Thai", 1: "1 vs 1", 2: "2 vs 1" };

/** Read the board of a table: its map, and the names of factions and cards. */
export function readBoard(state) {
  const map = readMap(state.map);
  const factions = (map.table.factions ?? ["Rama", "Lao", "Malay"]).map(line);
  const occupier = line(map.table.occupier ?? OCCUPIERS[map.name] ?? "British");
  return {
    map,
    sides: [...factions, occupier],
    letters: letters([...factions, occupier]),
    isOpen: state.options.includes("open_discards"),
  };
}

/** The letter of each side on the screen: the first of its name that nothing else has. */
function letters(sides) {
  const found = [];
  sides.forEach((name, index) => {
    const taken = new Set(index === 3 ? found : [...found, ..."KTIZPCDHOQU"]);
    const wishes = [...name.toUpperCase(), ..."RLMB"[index], ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    found.push(wishes.find((each) => /[A-Z]/.test(each) && !taken.has(each)));
  });
  return found;
}

/** The name of a card; a faction's card bears the name of the faction. */
export function cardName(board, card) {
  return CARD_NAMES[card] ?? board.sides[FACTIONS.indexOf(card)];
}

/** Read a position. */
export function readPosition(board, text) {
  const [provinces, queue, seats, turn] = text.split(" ");
  const controls = provinces.split("/").map((each) => (each[0] === "=" ? "RLMB".indexOf(each[1]) : null));
  const tiles = queue.split(",");
  const position = {
    followers: provinces.split("/").map((each) => (each[0] === "=" ? [0, 0, 0] : trio(each))),
    controls,
    queue: tiles.map((tile) => board.map.ids.get(tile.slice(0, 3))),
    crowned: new Set(tiles.filter((tile) => tile.endsWith("*")).map((tile) => board.map.ids.get(tile.slice(0, 3)))),
    seats: seats.split("|").map(readSeat),
    turn: Number(turn),
    resolved: controls.filter((each) => each !== null).length,
  };
  const british = controls.filter((each) => each === 3).length;
  position.isOver = position.resolved === tiles.length || british >= 4;
  if (position.queue.includes(undefined)) throw new Error("a tile is no province of the map");
  return position;
}

function readSeat(text) {
  const [hand, followers, top] = text.split(".");
  const isHidden = hand.startsWith("?");
  const held = hand === "-" ? "" : hand;
  return {
    hand: isHidden ? null : held,
    cards: isHidden ? Number(hand.slice(1)) : held.length,
    followers: trio(followers),
    top: top === "-" ? null : top,
  };
}

/** Read followers such as ``R1L1M2``. */
function trio(text) {
  return FACTIONS.split("").map((letter) => Number(new RegExp(`${letter}(\\d+)`).exec(text)?.[1] ?? 0));
}

/** The province whose struggle goes on; null when the game is over. */
export function contested(position) {
  return position.isOver ? null : position.queue[position.resolved];
}

/** Who would take a province now: the faction with most followers, or the occupier at a tie. */
export function taker(followers) {
  const most = Math.max(...followers);
  const first = followers.indexOf(most);
  return most === 0 || followers.lastIndexOf(most) !== first ? 3 : first;
}

/** How many followers of each faction are neither on the board nor with a seat. */
export function supplyOf(position) {
  const all = [...position.followers, ...position.seats.map((seat) => seat.followers)];
  const each = EACH_FACTION[position.seats.length];
  return [...FACTIONS].map((_, faction) => all.reduce((left, trio) => left - trio[faction], each));
}
