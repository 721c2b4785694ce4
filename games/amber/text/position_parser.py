"""Parses positions and views; only the canonical text is one, so ``str(parse(t)) == t``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.amber.constants import (
    AREAS,
    BOR,
    CARDS,
    COIN_CARDS,
    DUMMY,
    MARKERS_OF_PERIOD,
    MOST_GOLD,
    MOST_INFLUENCE,
    PAWNS,
    PROBLEMS,
    ROUNDS,
    STEPS,
    Area,
    Problem,
    Step,
)
from games.amber.position import Later, Position, RowProblem, Seat
from games.amber.text.position_check import check_position, refuse
from games.quoting import quote

FIELDS: Final = (
    *("board", "seats", "row", "discard", "round", "power", "first", "solver", "turn", "step"),
    *("deck", "coins", "later"),
)

_SEATS: Final = (2, 3)
_NUMBER: Final = re.compile("0|[1-9][0-9]?")
_COINS: Final = re.compile(f"[01]{{{len(COIN_CARDS)}}}")
_PROBLEM_NUMBERS: Final = {name: number for number, name in enumerate(PROBLEMS)}


def parse_position(text: str, most_power: int) -> Position:
    """Parse a position or a view.

    Args:
        text: the thirteen fields.
        most_power: of the barbarians, by the options.

    Raises:
        InvalidPositionError: names the field and the reason.
    """
    texts = text.split(" ")
    if len(texts) != len(FIELDS):
        raise refuse(
            "position",
            f"a position has {len(FIELDS)} fields with one space between "
            f"({' '.join(FIELDS)}), not {len(texts)}",
        )
    field = dict(zip(FIELDS, texts, strict=True))
    seats = _seats(field["seats"])
    count = len(seats)
    board = _board(field["board"], count)
    period, number = _round(field["round"])
    deck, unseen = _deck(field["deck"])
    position = Position(
        places=board.places,
        markers=board.markers,
        confidant=board.confidant,
        seats=seats,
        row=_row(field["row"], count),
        discard=_problems("discard", field["discard"], ","),
        period=period,
        round=number,
        power=_number("power", field["power"], most_power),
        first=_seat_number("first", field["first"], count),
        solver=_seat_or_none("solver", field["solver"], count),
        turn=_seat_or_none("turn", field["turn"], count),
        step=_step(field["step"]),
        deck=deck,
        unseen=unseen,
        coins=_coins("coins", field["coins"]),
        later=_later(field["later"]),
    )
    check_position(position)
    return position


class _Board(NamedTuple):
    places: tuple[Area, ...]
    markers: tuple[int, ...]
    confidant: Area | None


def _number(field: str, text: str, most: int, least: int = 0) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise refuse(
            field, f"{quote(text)} must be a number from {least} to {most}, without leading zeros"
        )
    return int(text)


def _seat_number(field: str, text: str, seats: int) -> int:
    if text not in {str(seat) for seat in range(seats)}:
        raise refuse(field, f"{quote(text)} must be a seat from 0 to {seats - 1}")
    return int(text)


def _seat_or_none(field: str, text: str, seats: int) -> int | None:
    return None if text == "-" else _seat_number(field, text, seats)


def _problem(field: str, text: str) -> Problem:
    if text not in _PROBLEM_NUMBERS:
        raise refuse(field, f"{quote(text)} is no Problem; such are {' '.join(PROBLEMS)}")
    return _PROBLEM_NUMBERS[text]


def _problems(field: str, text: str, separator: str) -> tuple[Problem, ...]:
    if text == "-":
        return ()
    return tuple(_problem(field, name) for name in text.split(separator))


# Board


def _board(text: str, seats: int) -> _Board:
    parts = text.split("/")
    if len(parts) != len(AREAS):
        raise refuse("board", f"needs {len(AREAS)} areas with '/' between, not {len(parts)}")
    places: list[Area] = []
    markers = [0] * (len(AREAS) * seats)
    confidant = None
    for part in parts:
        area, counts, is_confidant = _area(part, seats)
        if area in places:
            raise refuse("board", f"{AREAS[area]} is there twice")
        if is_confidant and confidant is not None:
            raise refuse("board", "there are two Confidants")
        confidant = area if is_confidant else confidant
        places.append(area)
        markers[area * seats : (area + 1) * seats] = counts
    if places[-1] != BOR:
        raise refuse("board", "the Borderland must be the last area")
    return _Board(tuple(places), tuple(markers), confidant)


def _area(text: str, seats: int) -> tuple[Area, list[int], bool]:
    name, rest = text[:3], text[3:]
    if name not in AREAS:
        raise refuse("board", f"{quote(text)} must begin with an area: {' '.join(AREAS)}")
    counts = rest.removesuffix("*").split(".")
    if len(counts) != seats:
        raise refuse(
            "board", f"{quote(text)} needs the markers of {seats} seats with '.' between them"
        )
    numbers = [_number("board", each, max(MARKERS_OF_PERIOD)) for each in counts]
    return AREAS.index(name), numbers, rest.endswith("*")


# Seats


def _seats(text: str) -> tuple[Seat, ...]:
    parts = text.split("|")
    if len(parts) not in _SEATS:
        raise refuse("seats", f"there are 2 or 3 seats, not {len(parts)}")
    return tuple(_seat(number, part, len(parts)) for number, part in enumerate(parts))


def _seat(number: int, text: str, seats: int) -> Seat:
    parts = text.split(".")
    if len(parts) != 6:
        raise refuse(
            "seats", f"seat {number} needs hand.pawn.last card.influence.gold.kept Problems"
        )
    hand_text, pawn, last, influence, gold, kept_text = parts
    is_dummy = hand_text.startswith(">")
    if is_dummy and (number != DUMMY or seats != 2):
        raise refuse("seats", "only seat 1 of two can be a dummy (>)")
    hand, cards = _hand(number, hand_text.removeprefix(">"))
    if pawn not in (*PAWNS, "?"):
        raise refuse("seats", f"the pawn of seat {number}, {quote(pawn)}, must be one of {PAWNS}")
    if last not in (*CARDS, "-"):
        raise refuse(
            "seats", f"the last card of seat {number}, {quote(last)}, must be one of {CARDS}, or -"
        )
    kept: tuple[Problem, ...] | None
    if kept_text.startswith("?"):
        kept, problems = None, _number("seats", kept_text[1:], len(PROBLEMS))
    else:
        kept = _problems("seats", kept_text, "+")
        problems = len(kept)
    return Seat(
        hand=hand,
        cards=cards,
        pawn=None if pawn == "?" else pawn,
        last=None if last == "-" else last,
        influence=_number("seats", influence, MOST_INFLUENCE),
        gold=_number("seats", gold, MOST_GOLD),
        kept=kept,
        problems=problems,
        is_dummy=is_dummy,
    )


def _hand(number: int, text: str) -> tuple[str | None, int]:
    if text.startswith("?"):
        return None, _number("seats", text[1:], ROUNDS)
    if text == "-":
        return "", 0
    if not text or any(card not in CARDS for card in text):
        raise refuse(
            "seats", f"the hand of seat {number}, {quote(text)}, must be cards of {CARDS}, or -"
        )
    return text, len(text)


# Row, round, step


def _row(text: str, seats: int) -> tuple[RowProblem, ...]:
    return () if text == "-" else tuple(_row_problem(part, seats) for part in text.split(","))


def _row_problem(text: str, seats: int) -> RowProblem:
    name, colon, claims = text.partition(":")
    if colon:
        if not claims:
            raise refuse("row", f"in {quote(text)} no seat stands behind ':'")
        spoke = tuple(_seat_number("row", each, seats) for each in claims)
        return RowProblem(_problem("row", name), spoke)
    name, equals, winner = text.partition("=")
    if equals:
        return RowProblem(_problem("row", name), (), _seat_number("row", winner, seats))
    return RowProblem(_problem("row", name))


def _round(text: str) -> tuple[int, int]:
    period, dot, number = text.partition(".")
    if not dot:
        raise refuse("round", f"{quote(text)} must be the period, '.' and the round")
    return _number("round", period, 2, 1), _number("round", number, ROUNDS, 1)


def _step(text: str) -> Step:
    if text not in STEPS:
        raise refuse("step", f"{quote(text)} must be one of {' '.join(STEPS)}")
    return text


# Chance


def _deck(text: str) -> tuple[tuple[Problem, ...], int | None]:
    known, _, last = text.rpartition(",")
    if not last.startswith("?"):
        return _problems("deck", text, ","), None
    unseen = _number("deck", last[1:], len(PROBLEMS))
    if known == "-" or text.startswith(","):
        raise refuse("deck", f"{quote(text)} must be known Problems and then the hidden ones")
    return (_problems("deck", known, ",") if known else ()), unseen


def _coins(field: str, text: str) -> str | None:
    if text in ("?", "-"):
        return None if text == "?" else ""
    if not _COINS.fullmatch(text):
        raise refuse(field, f"{quote(text)} must be {len(COIN_CARDS)} digits 0 or 1, or -")
    return text


def _later(text: str) -> Later | None:
    if text == "-":
        return None
    if text == "?":
        return Later(None)
    parts = text.split(";")
    order = _problems("later", parts[0], ",") if parts[0] != "-" else ()
    if sorted(order) != list(range(len(PROBLEMS))):
        raise refuse("later", "must name each of the 24 Problems once")
    if len(parts) == 1:
        return Later(order)
    if len(parts) != 3:
        raise refuse("later", "needs the Problems, coins and pile with ';' between, or '-'")
    if not _COINS.fullmatch(parts[1]):
        raise refuse("later", f"{quote(parts[1])} must be {len(COIN_CARDS)} digits 0 or 1")
    return Later(order, parts[1], parts[2])
