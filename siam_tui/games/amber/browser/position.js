// Reads what Reino de Ámbar sends (docs/reference/amber-notation.md).

export const AREAS = ["LUN", "PEN", "MAR", "CHA", "CAS", "CAV", "BOR"];
export const AREA_NAMES = ["Lunatic", "Penitent", "Market", "Chance Meeting", "Castle", "Cave", "Borderland"];
export const AREA_SUITS = ["MW", "SY", "VK", "MV", "SK", "WY", "WVY"];
const BORDERLAND = 6;
export const SUIT_NAMES = { M: "Moons", S: "Suns", W: "Waves", V: "Leaves", Y: "Wyrms", K: "Knots" };
export const CARD_NAMES = { ...SUIT_NAMES, H: "Harvest", T: "Watchman", L: "Light Keeper" };
const PROBLEMS = [
  "2MK", "2SY", "2WV", "3MW", "3SK", "3VY", "4MS", "4WV", "4YK", "5MV", "5SW", "5YK",
  "8MS", "8WV", "8YK", "9MS", "9WY", "9VK", "CM", "CS", "CW", "CV", "CY", "CK",
];
const PROBLEM_NAMES = [
  "Author", "Desert", "Origin", "Journey", "Painter", "Savage",
  "Mountain", "Sailor", "Battle", "Forest", "Discovery", "Soldier",
  "Diplomat", "Mill", "Betrayal", "Pact", "Darkness", "Merchant",
  "Huntress", "Bard", "Sea", "End", "Calamity", "Windfall",
];
const MARKERS_OF_PERIOD = [0, 10, 14];
const WALL = 6;

/** What a Problem is called, by its id. */
export const problemName = (id) => PROBLEM_NAMES[PROBLEMS.indexOf(id)] ?? id;

/** The number of a Problem, or that it is a Crown. */
export const problemNumber = (id) => (id[0] === "C" ? "Crown" : id[0]);

/** The board of a table: this game has no map. */
export function readBoard(state) {
  return { players: state.seats.length };
}

/** Read a position. */
export function readPosition(_board, text) {
  const fields = text.split(" ");
  const [board, seats, row, discard, round, power, first, , turn, step, deck] = fields;
  const places = board.split("/").map(readArea);
  const confidant = places.findIndex(({ hasConfidant }) => hasConfidant);
  return {
    places,
    confidant: confidant < 0 ? null : places[confidant].area,
    seats: seats.split("|").map(readSeat),
    row: row === "-" ? [] : row.split(",").map(readProblem),
    discard: discard === "-" ? [] : discard.split(","),
    period: Number(round[0]),
    round: Number(round[2]),
    hasTwoPeriods: round[0] === "2" || fields[12] !== "-",
    power: Number(power),
    first: Number(first),
    turn: turn === "-" ? null : Number(turn),
    step,
    deck: deckSize(deck),
  };
}

function readArea(text) {
  const area = AREAS.indexOf(text.slice(0, 3));
  if (area < 0) throw new Error("no area");
  const hasConfidant = text.endsWith("*");
  return { area, hasConfidant, markers: text.slice(3).replace("*", "").split(".").map(Number) };
}

function readSeat(text) {
  const [hand, pawn, last, influence, gold, kept] = text.split(".");
  const isDummy = hand.startsWith(">");
  const held = hand.replace(">", "");
  return {
    isDummy,
    hand: held.startsWith("?") || isDummy ? null : held.replace("-", ""),
    cards: held.startsWith("?") ? Number(held.slice(1)) : held.replace("-", "").length,
    pawn,
    last: last === "-" ? null : last,
    influence: Number(influence),
    gold: Number(gold),
    kept: kept.startsWith("?") ? null : kept === "-" ? [] : kept.split("+"),
    keptCount: kept.startsWith("?") ? Number(kept.slice(1)) : kept === "-" ? 0 : kept.split("+").length,
  };
}

function readProblem(text) {
  const [, id, mark, seats = ""] = /^([0-9C][A-Z]{1,2})(?:([:=])(\d+))?$/.exec(text);
  return {
    id,
    claims: mark === ":" ? [...seats].map(Number) : [],
    winner: mark === "=" ? Number(seats) : null,
  };
}

function deckSize(text) {
  if (text === "-") return 0;
  return text.split(",").reduce((sum, each) => sum + (each[0] === "?" ? Number(each.slice(1)) : 1), 0);
}

/** The markers of the seats in an area. */
export function markersIn(position, area) {
  return position.places.find((each) => each.area === area).markers;
}

/** A seat's wall. */
export const wallOf = (position, seat) => WALL - position.power + markersIn(position, BORDERLAND)[seat];

/** Markers of a seat in the reserve. */
export function reserveOf(position, seat) {
  const placed = position.places.reduce((sum, { markers }) => sum + markers[seat], 0);
  return MARKERS_OF_PERIOD[position.period] - placed - position.seats[seat].influence;
}

/** The sum with which each seat would attempt a Problem. */
export function strengths(position, id) {
  const suits = [...id.slice(1)];
  return position.seats.map((_, seat) =>
    position.places
      .filter(({ area }) => suits.some((suit) => AREA_SUITS[area].includes(suit)))
      .reduce((sum, { markers, hasConfidant }) => sum + markers[seat] + (markers[seat] && hasConfidant ? 1 : 0), 0),
  );
}
