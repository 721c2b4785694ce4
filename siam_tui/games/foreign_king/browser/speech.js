// The Foreign King in sentences: the same as `siam --plain` tells.

import { capital, countOf, listed } from "../../words.js";
import { VIRTUAL_PLAYER, endOf, pointsOf, supplyOf } from "./position.js";

/** What a colour is called. */
export const colourName = (names, colour) => names[colour] ?? VIRTUAL_PLAYER;

/** Where the King is, and how far the end is. */
export function tellSituation(board, position, names) {
  if (position.asks === "over") return [];
  const { second, holders, left } = endOf(position);
  const whose = listed(holders.map((colour) => colourName(names, colour)));
  return [
    tellKing(board, position),
    `The second-highest score is ${second}, of ${whose}. The game ends when the marker has come ` +
      `down to it: ${countOf(left, "point")} to go.`,
  ];
}

function tellKing(board, { king, marker }) {
  if (king === null) return "The King is on his portrait, his marker at 30.";
  return `The King is in ${board.map.provinces[king].name}, his marker at ${marker}.`;
}

/** Every province. */
export function tellBoard(board, position, names) {
  return position.provinces.map((_, index) => tellProvince(board, position, names, index));
}

/** How a province stands. */
export function tellProvince(board, position, names, index) {
  const here = position.provinces[index];
  const king = index === position.king ? ", with the King" : "";
  const people = [...here.citizens.entries()].filter(([, count]) => count);
  people.sort(([, one], [, other]) => other - one);
  const there = people.map(([colour, count]) => `${count} of ${colourName(names, colour)}`);
  const told = [`${board.map.provinces[index].name}${king}: ${listed(there) || "no citizens"}.`];
  if (here.factories.some(Boolean)) told.push(tellFactories(here.factories));
  if (here.leader !== null) {
    const who = capital(colourName(names, here.leader));
    told.push(`${who} leads and would score ${countOf(pointsOf(here), "point")}.`);
  } else if (here.isTie) told.push("Nobody leads.");
  return told.join(" ");
}

function tellFactories([metal, spentMetal, textile, spentTextile]) {
  const parts = [countFactories(metal, textile, "active "), countFactories(spentMetal, spentTextile, "inactive ")];
  return `${capital(listed(parts.filter(Boolean)))}.`;
}

function countFactories(metal, textile, what) {
  const told = [[metal, "metal"], [textile, "textile"]]
    .filter(([count]) => count)
    .map(([count, kind]) => `${count} ${what}${kind} factor${count === 1 ? "y" : "ies"}`);
  return listed(told);
}

/** What a player has. */
export function tellSeat(board, position, seat) {
  const own = position.seats[seat];
  const parts = [
    countOf(own.score, "point") + (position.asks === "over" ? " before the final scoring" : ""),
    countOf(own.francs, "franc"),
    countOf(own.medals, "medal"),
    countOf(own.loans, "loan"),
    `${countOf(supplyOf(board, position, seat), "citizen")} in the supply`,
    `${own.congressmen} congress${own.congressmen === 1 ? "man" : "men"}`,
  ];
  return `${listed(parts)}.${own.pawn ? ` Pawn on ${own.pawn}.` : ""}`;
}

/** Who won, by the result of a record. */
export function tellResult(result, names) {
  if (result === "*") return "Not played to its end.";
  const [, seats, , points] = result.split(" ");
  const winners = seats.split(",");
  const totals = points.split(",").map(Number);
  const total = totals[winners[0] === "V" ? names.length : Number(winners[0])];
  const named = winners.map((each) => (each === "V" ? VIRTUAL_PLAYER : names[Number(each)]));
  const verb = winners.length === 1 ? "wins" : "win";
  return `${capital(listed(named))} ${verb} with ${countOf(total, "point")}.`;
}
