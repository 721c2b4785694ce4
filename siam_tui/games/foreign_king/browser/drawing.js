// Draws The Foreign King: provinces with citizens and factories, the spaces, the score track.

import { chip, fact, html, spoken, svg } from "../../dom.js";
import { drawMap, nameMark, signRow } from "../../game_map.js";
import { FACTORIES, endOf, sideOf, spacesOf, supplyOf } from "./position.js";
import { colourName } from "./speech.js";

const CROWN = "♛";
const TRACK_WIDTH = 600;

/** The map. */
export function drawBoard(board, position) {
  return drawMap(board.map, `${board.map.title}.`, (index, place) => {
    const { citizens, factories, leader } = position.provinces[index];
    const hasKing = index === position.king;
    const people = [...citizens.entries()]
      .filter(([, count]) => count)
      .map(([colour, count]) => sign(board, colour, count));
    const works = [...FACTORIES].flatMap((kind, each) =>
      Array.from({ length: factories[each] }, () => ({
        text: kind.toUpperCase(),
        style: each % 2 === 0 ? "work" : "work faint",
      })),
    );
    const rows = [people, works].filter((row) => row.length > 0);
    const top = place.y - 17 * rows.length;
    return {
      style: `${hasKing ? "king" : ""} ${leader === null ? "" : `held side-${sideOf(board, leader)}`}`,
      marks: [
        nameMark(hasKing ? { ...place, name: `${CROWN} ${place.name}` } : place, top + 6),
        rows.map((row, each) => signRow(place.x, top + 32 * (each + 1), row, fitting(row, place))),
      ],
    };
  });
}

function fitting(row, { width }) {
  return Math.max(20, Math.min(36, (width - 8) / row.length - 4));
}

function sign(board, colour, count) {
  return { text: `${board.letters[colour]}${count}`, style: `side-${sideOf(board, colour)}` };
}

/** The spaces, and whose pawns stand there. */
export function drawStrip(board, position, names) {
  const spaces = spacesOf(board).map((space) => {
    const seat = position.seats.findIndex(({ pawn }) => pawn === space);
    const taken = seat >= 0 && [
      html("span", { class: `chip side-${sideOf(board, seat)}`, "aria-hidden": "true" }, board.letters[seat]),
      spoken(`: the pawn of ${names[seat]}`),
    ];
    return html("li", { class: `tile${seat >= 0 ? " off" : ""}` }, space, " ", taken || spoken(": free"));
  });
  return html("ol", { class: "strip", "aria-label": "Spaces" }, spaces);
}

/** The score track with the King's marker, and the turn order. */
export function drawRest(board, position, names) {
  const order = position.order.map((seat) => colourChip(board, names, seat, board.letters[seat]));
  return html(
    "div",
    {},
    scoreTrack(board, position),
    html("p", { class: "rest" }, "Turn order ", order),
  );
}

function scoreTrack(board, position) {
  const highest = Math.max(30, ...position.scores);
  const at = (points) => 20 + (points / highest) * (TRACK_WIDTH - 40);
  const { second } = endOf(position);
  const rows = [];
  const dots = [...position.scores.entries()].map(([colour, points]) => {
    const isNear = (other) => Math.abs(other - points) < highest / 16;
    let row = rows.findIndex((taken) => !taken.some(isNear));
    if (row < 0) row = rows.push([]) - 1;
    rows[row].push(points);
    const sign = { text: board.letters[colour], style: `side-${sideOf(board, colour)}` };
    return signRow(at(points), 46 + 31 * row, [sign], 28);
  });
  const height = 32 + 31 * rows.length;
  return svg(
    "svg",
    { class: "track", viewBox: `0 0 ${TRACK_WIDTH} ${height}`, "aria-hidden": "true" },
    svg("rect", { x: at(second), y: 20, width: Math.max(2, at(position.marker) - at(second)), height: 6, class: "span" }),
    svg("path", { d: `M${at(0)} 23H${at(highest)}`, class: "line" }),
    [0, 10, 20, 30].map((points) => svg("text", { x: at(points), y: 11, class: "scale" }, String(points))),
    svg("text", { x: at(position.marker), y: 31, class: "marker" }, CROWN),
    dots,
  );
}

/** What lies before a seat. */
export function drawSeat(board, position, seat, names) {
  const own = position.seats[seat];
  return [
    colourChip(board, names, seat, `${board.letters[seat]} ${own.score}`),
    fact(position.asks === "over" ? "before the final scoring" : own.score === 1 ? "point" : "points", own.score),
    fact(own.francs === 1 ? "franc" : "francs", own.francs),
    own.medals > 0 && fact(own.medals === 1 ? "medal" : "medals", own.medals),
    own.loans > 0 && fact(own.loans === 1 ? "loan" : "loans", own.loans),
    fact("in supply", supplyOf(board, position, seat)),
    own.congressmen > 0 && fact("in Congress", own.congressmen),
  ];
}

function colourChip(board, names, colour, text) {
  return chip(`side-${sideOf(board, colour)}`, text, colourName(names, colour));
}
