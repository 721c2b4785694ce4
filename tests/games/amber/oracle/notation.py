"""The oracle's reading of positions and views: text to dict and back, and what is refused."""

import re

from tests.games.amber.oracle.checks import check_position
from tests.games.amber.oracle.facts import ACES, AREAS, CARDS, PAWNS, PROBLEMS
from tests.games.refusal import demand

STEPS = [
    *("act", "declare", "solve", "over"),
    *(f"{phase}+{area}" for phase in ("act", "solve") for area in ("PEN", "CAV", "CHA")),
]


def parse(text, options):
    """Read a position or a view; everything on the notation's refusal list is refused."""
    fields = text.split(" ")
    demand(len(fields) == 13, "not thirteen fields")
    board, seats, row, discard, when, power, first, solver, turn, step, deck, coins, later = fields
    position = {"seats": [parse_seat(one) for one in seats.split("|")]}
    count = len(position["seats"])
    demand(count in (2, 3), "seats: not 2 or 3")
    dummies = [number for number, one in enumerate(position["seats"]) if one["dummy"]]
    demand(not dummies or (dummies == [1] and count == 2), "seats: the dummy is seat 1 of two")
    position["dummy"] = bool(dummies)
    parse_board(position, board)
    position["row"] = [parse_row_entry(one, count) for one in parse_list(row)]
    position["discard"] = [parse_problem(one) for one in parse_list(discard)]
    demand(re.fullmatch("[12][.][1-7]", when), f"round: {when!r}")
    position["period"], position["round"] = int(when[0]), int(when[2])
    position["power"] = parse_number(power, 8 if "barbarians_8" in options else 6)
    position["first"] = parse_seat_number(first, count)
    position["solver"] = None if solver == "-" else parse_seat_number(solver, count)
    position["turn"] = None if turn == "-" else parse_seat_number(turn, count)
    demand(step in STEPS, f"step: {step!r}")
    position["step"] = step
    parse_deck(position, deck)
    position["coins"] = None if coins == "-" else parse_coins(coins)
    position["later"] = parse_later(later)
    check_position(position)
    return position


def parse_number(text, most):
    demand(re.fullmatch("0|[1-9][0-9]?", text) and int(text) <= most, f"no number: {text!r}")
    return int(text)


def parse_seat_number(text, count):
    demand(text in list("012")[:count], f"not a seat: {text!r}")
    return int(text)


def parse_problem(text):
    demand(text in PROBLEMS, f"no Problem: {text!r}")
    return text


def parse_list(text, separator=","):
    return [] if text == "-" else text.split(separator)


def parse_seat(text):
    parts = text.split(".")
    demand(len(parts) == 6, f"seat: not six parts: {text!r}")
    hand, pawn, last, supply, gold, kept = parts
    seat = {"dummy": hand.startswith(">"), "hidden": "?" in hand}
    hand = hand.removeprefix(">")
    demand(hand.startswith("?") == kept.startswith("?"), "seat: hand or kept hidden, not both")
    if seat["hidden"]:
        seat["hand"] = ["?"] * parse_number(hand[1:], 7)
        seat["kept"] = ["?"] * parse_number(kept[1:], 24)
        demand(pawn in ["?", *PAWNS], f"seat: no pawn: {pawn!r}")
    else:
        demand(hand, "seat: no hand")
        seat["hand"] = [] if hand == "-" else list(hand)
        seat["kept"] = [parse_problem(one) for one in parse_list(kept, "+")]
        demand(pawn in PAWNS, f"seat: no pawn: {pawn!r}")
    demand(last == "-" or last in list(CARDS), f"seat: no card: {last!r}")
    seat["pawn"] = pawn
    seat["last"] = None if last == "-" else last
    seat["supply"] = parse_number(supply, 10)
    seat["gold"] = parse_number(gold, 4)
    return seat


def parse_board(position, text):
    cells = text.split("/")
    demand(len(cells) == 7, "board: not seven areas")
    position["places"] = [cell[:3] for cell in cells]
    demand(sorted(position["places"]) == sorted(AREAS), "board: not each area once")
    demand(position["places"][6] == "BOR", "board: the Borderland is not last")
    position["markers"] = {}
    position["confidant"] = None
    for cell in cells:
        area, counts = cell[:3], cell[3:]
        if counts.endswith("*"):
            demand(position["confidant"] is None, "board: two Confidants")
            position["confidant"] = area
            counts = counts[:-1]
        numbers = [parse_number(one, 14) for one in counts.split(".")]
        demand(len(numbers) == len(position["seats"]), "board: not a number for each seat")
        position["markers"][area] = numbers


def parse_row_entry(text, count):
    card, sign, seats = text[:3].rstrip(":="), "", ""
    rest = text[len(card) :]
    if rest:
        sign, seats = rest[0], rest[1:]
        demand(sign in ":=" and seats, f"row: {text!r}")
        demand(sign == ":" or len(seats) == 1, f"row: awarded to many: {text!r}")
    numbers = [parse_seat_number(one, count) for one in seats]
    return {
        "card": parse_problem(card),
        "claims": numbers if sign == ":" else [],
        "award": numbers[0] if sign == "=" else None,
    }


def parse_deck(position, text):
    known = parse_list(text)
    position["deck_hidden"] = bool(known) and known[-1].startswith("?")
    unknown = []
    if position["deck_hidden"]:
        unknown = ["?"] * parse_number(known.pop()[1:], 24)
    position["deck"] = [parse_problem(one) for one in known] + unknown


def parse_coins(text):
    demand(text == "?" or re.fullmatch("[01]{9}", text), f"coins: {text!r}")
    return text


def parse_later(text):
    if text in ("-", "?"):
        return None if text == "-" else "?"
    order, *more = text.split(";")
    demand(len(more) in (0, 2), "later: not one or three parts")
    problems = [parse_problem(one) for one in order.split(",")]
    demand(sorted(problems) == sorted(PROBLEMS), "later: not each Problem once")
    coins, pile = more or [None, None]
    if more:
        parse_coins(coins)
        demand(coins != "?", "later: hidden coins")
        demand(len(pile) == 7 and set(ACES) < set(pile), f"later: no pile: {pile!r}")
    return {"order": problems, "coins": coins, "pile": pile}


# --- position to text ------------------------------------------------------------------------


def format_position(position):
    later = position["later"]
    if isinstance(later, dict):
        later = ";".join([",".join(later["order"]), *filter(None, (later["coins"], later["pile"]))])
    return " ".join(
        [
            "/".join(format_area(position, area) for area in position["places"]),
            "|".join(format_seat(seat) for seat in position["seats"]),
            ",".join(format_row_entry(entry) for entry in position["row"]) or "-",
            ",".join(position["discard"]) or "-",
            f"{position['period']}.{position['round']}",
            str(position["power"]),
            str(position["first"]),
            "-" if position["solver"] is None else str(position["solver"]),
            "-" if position["turn"] is None else str(position["turn"]),
            position["step"],
            format_deck(position),
            position["coins"] or "-",
            later or "-",
        ]
    )


def format_area(position, area):
    counts = ".".join(map(str, position["markers"][area]))
    return area + counts + ("*" if position["confidant"] == area else "")


def format_seat(seat):
    if seat["hidden"]:
        hand, kept = f"?{len(seat['hand'])}", f"?{len(seat['kept'])}"
    else:
        hand, kept = "".join(seat["hand"]) or "-", "+".join(seat["kept"]) or "-"
    numbers = [str(seat["supply"]), str(seat["gold"])]
    return ".".join([">" * seat["dummy"] + hand, seat["pawn"], seat["last"] or "-", *numbers, kept])


def format_row_entry(entry):
    if entry["award"] is not None:
        return f"{entry['card']}={entry['award']}"
    claims = "".join(map(str, entry["claims"]))
    return entry["card"] + (f":{claims}" if claims else "")


def format_deck(position):
    known = [card for card in position["deck"] if card != "?"]
    if position["deck_hidden"]:
        known.append(f"?{len(position['deck']) - len(known)}")
    return ",".join(known) or "-"


# --- moves as people type them -----------------------------------------------------------------


def tidy(text):
    """A move in the canonical form, if only the case of letters is not; else no move."""
    if not text.isascii():
        return text
    text = text.upper()
    if text == "PASS":
        return "pass"
    if text.startswith("TRY:"):
        return f"try:{text[4:]}"
    return f"{text[:-5]}:keep" if text.endswith(":KEEP") else text
