"""The oracle's reading of positions: text to dict and back, and everything that is refused."""

import re

from tests.games.foreign_king.oracle.actions import nobody_can_act, spaces
from tests.games.foreign_king.oracle.facts import (
    FACTORIES,
    asked_in_congress,
    can_close,
    has_citizens,
    has_ended,
    industrialised,
    leader,
    letters,
    seats_of,
    stock,
    supply,
)
from tests.games.foreign_king.oracle.maps import provinces
from tests.games.refusal import demand

SEAT_NUMBERS = ("score", "francs", "medals", "loans", "congressmen")


# --- text to position ------------------------------------------------------------------------


def parse(text, game_map):
    """Read a position; everything on the notation's refusal list is refused."""
    fields = text.split(" ")
    demand(len(fields) == 8, "not eight fields")
    board, king, seats, virtual, order, changes, turn, asks = fields
    position = {"map": game_map}
    parse_seats(position, seats)
    parse_board(position, board)
    parse_king(position, king)
    demand((virtual == "-") == (len(position["seats"]) > 2), "virtual: not by the number of seats")
    position["virtual"] = None if virtual == "-" else parse_number(virtual)
    position["order"] = parse_seat_list(position, order)
    demand(len(position["order"]) == len(position["seats"]), "order: not every seat")
    position["changes"] = [] if changes == "-" else parse_seat_list(position, changes)
    position["turn"] = parse_seat_number(position, turn)
    parse_asks(position, asks)
    check_pieces(position)
    check_changes(position)
    check_asks(position)
    return position


def parse_number(text):
    demand(re.fullmatch("0|[1-9][0-9]{0,5}", text), f"not a number: {text!r}")
    return int(text)


def parse_seat_number(position, text):
    demand(text in list("0123")[: len(position["seats"])], f"not a seat: {text!r}")
    return int(text)


def parse_seat_list(position, text):
    seats = [parse_seat_number(position, seat) for seat in text.split(">")]
    demand(len(set(seats)) == len(seats), "a seat twice")
    return seats


def parse_seats(position, text):
    seats = text.split("|")
    demand(2 <= len(seats) <= 4, "seats: not 2 to 4")
    position["seats"] = []
    for one in seats:
        parts = one.split(".")
        demand(len(parts) == 6, f"seat: not six parts: {one!r}")
        numbers = [parse_number(part) for part in parts[:5]]
        seat = dict(zip(SEAT_NUMBERS, numbers, strict=True))
        pawn = parts[5]
        demand(pawn == "-" or pawn in spaces(len(seats)), f"seat: no such space: {pawn!r}")
        seat["pawn"] = None if pawn == "-" else pawn
        position["seats"].append(seat)


def parse_board(position, text):
    cells = text.split("/")
    demand(len(cells) == 9, "board: not nine provinces")
    position["board"] = {}
    position["factories"] = {}
    for province, cell in zip(provinces(position["map"]), cells, strict=True):
        citizens, plus, factories = cell.partition("+")
        demand(bool(plus) == bool(factories), "board: nothing after +")
        demand(all(kind in FACTORIES for kind in factories), "board: no such factory")
        demand(in_order(factories) == factories, "board: factories out of order")
        position["factories"][province] = factories
        position["board"][province] = parse_citizens(position, citizens)


def parse_citizens(position, text):
    """``A2V1`` as counts by letter: in order, none twice, no zero written, ``-`` for nobody."""
    every = letters(len(position["seats"]))
    form = "".join(f"(?:{colour}([1-9][0-9]?))?" for colour in every)
    found = re.fullmatch(form, text)
    demand(text == "-" or (text and found), f"board: {text!r}")
    counts = found.groups() if found else [None] * len(every)
    return {colour: int(n or 0) for colour, n in zip(every, counts, strict=True)}


def in_order(factories):
    return "".join(sorted(factories, key=FACTORIES.index))


def parse_king(position, text):
    parts = text.split(".")
    demand(len(parts) == 2, "king: not two parts")
    province, marker = parts
    demand(province == "-" or province in provinces(position["map"]), "king: no such province")
    position["king"] = None if province == "-" else province
    position["marker"] = parse_number(marker)


def parse_asks(position, text):
    word, *rest = text.split(".")
    lengths = {"act": 0, "congress": 1, "shut": 0, "virtual": 2, "loans": 0, "order": 0, "over": 0}
    demand(lengths.get(word) == len(rest), f"asks: {text!r}")
    if rest:
        parse_seat_number(position, rest[0])
    if word == "virtual":
        demand(1 <= parse_number(rest[1]) <= 44, "asks: not 1 to 44 steps")
    position["asks"] = text


# --- what cannot be ----------------------------------------------------------------------------


def check_pieces(position):
    seats = position["seats"]
    for colour in letters(len(seats)):
        demand(supply(position, colour) >= 0, f"board: too many {colour}")
    for kind in "MT":
        demand(stock(position, kind) >= 0, f"board: more than 5 {kind}")
    medals = sum(seat["medals"] for seat in seats)
    demand(medals == len(industrialised(position)), "seats: medals and industrialised provinces")
    demand(all(seat["loans"] <= seat["medals"] for seat in seats), "seats: more loans than medals")
    pawns = [seat["pawn"] for seat in seats if seat["pawn"]]
    demand(len(set(pawns)) == len(pawns), "seats: two pawns on one space")
    demand(position["marker"] <= 30, "king: marker over 30")
    demand((position["king"] is None) == (position["marker"] == 30), "king: 30 is the portrait's")
    if position["king"] is None:
        scores = [seat["score"] for seat in seats] + [position["virtual"] or 0]
        demand(not any(scores), "seats: a score, and the King on his portrait")
        built = "".join(position["factories"].values())
        demand("m" not in built and "t" not in built, "board: inactive, the King on his portrait")


def check_changes(position):
    changes, order = position["changes"], position["order"]
    pawns = [position["seats"][seat]["pawn"] for seat in changes]
    demand(pawns in ([], ["order"], ["queen"], ["order", "queen"]), "changes: not chosen so")
    if position["asks"] == "order":
        demand(changes[:1] == [position["turn"]], "turn: not the first of changes")
        return
    now = order.index(position["turn"])
    for seat in changes:
        demand(order.index(seat) <= now, "changes: a seat that comes later")
        if seat == position["turn"]:
            demand(position["asks"] in ("loans", "over"), "changes: the seat on turn")


def check_asks(position):
    word, *rest = position["asks"].split(".")
    if word in ("congress", "shut", "virtual"):
        check_king_has_arrived(position)
    if word == "congress":
        demand(int(rest[0]) in asked_in_congress(position), "asks: not asked in the Congress")
    if word == "shut":
        demand(leader(position, position["king"]) is None, "asks: somebody leads")
        active = set(position["factories"][position["king"]]) & {"M", "T"}
        demand(active, "asks: nothing to shut")
    if word == "virtual":
        demand(len(seats_of(position)) == 2, "asks: no virtual player")
    if word in ("act", "order"):
        demand(not has_ended(position), "asks: the game has ended")
    if word == "act":
        demand(not nobody_can_act(position), "asks: nobody can act")
    if word == "loans":
        demand(can_close(position), "asks: no choice")
    if word == "over":
        demand(has_ended(position) or nobody_can_act(position), "asks: the game has not ended")


def check_king_has_arrived(position):
    pawn = position["seats"][position["turn"]]["pawn"]
    demand(pawn in ("king", "queen"), "asks: the pawn is not where it moves the King")
    demand(position["king"] is not None, "asks: the King is on his portrait")
    demand(has_citizens(position, position["king"]), "asks: nobody where the King is")


# --- position to text ------------------------------------------------------------------------


def format_position(position):
    cells = []
    for province in provinces(position["map"]):
        citizens = position["board"][province]
        cell = "".join(f"{colour}{n}" for colour, n in citizens.items() if n) or "-"
        factories = in_order(position["factories"][province])
        cells.append(cell + (f"+{factories}" if factories else ""))
    seats = [
        ".".join([*(str(seat[name]) for name in SEAT_NUMBERS), seat["pawn"] or "-"])
        for seat in position["seats"]
    ]
    return " ".join(
        [
            "/".join(cells),
            f"{position['king'] or '-'}.{position['marker']}",
            "|".join(seats),
            "-" if position["virtual"] is None else str(position["virtual"]),
            ">".join(map(str, position["order"])),
            ">".join(map(str, position["changes"])) or "-",
            str(position["turn"]),
            position["asks"],
        ]
    )


# --- moves as people type them -----------------------------------------------------------------


def tidy(text, game_map):
    """A move in the canonical form, if only case and the order of goals are not; else no move."""
    if not text.isascii():
        return text
    word, *rest = re.split("([:>@+])", text.lower())
    text = word + "".join(upper_name(part, game_map) for part in rest)
    found = re.fullmatch("(queen:)?move:([A-Z]{3})>(.*)", text)
    if not found:
        return text
    places = [*provinces(game_map), "supply"]
    goals = [re.fullmatch("([A-Z]{3}|supply)[0-9]+", goal) for goal in found[3].split("+")]
    if not all(goal and goal[1] in places for goal in goals):
        return text
    goals.sort(key=lambda goal: places.index(goal[1]))
    return text[: found.start(3)] + "+".join(goal[0] for goal in goals)


def upper_name(part, game_map):
    """A province, with a number or without, or a factory in capitals; anything else as it is."""
    is_province = part[:3].upper() in provinces(game_map) and re.fullmatch("[0-9]*", part[3:])
    return part.upper() if is_province or part in ("m", "t") else part
