"""Parses a position; only the canonical text is one, so ``str(parse_position(b, t)) == t``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, cast

from games.contract import InvalidPositionError
from games.foreign_king.constants import (
    FACTORIES_OF_TYPE,
    FACTORY_LETTERS,
    PROVINCES,
    SEATS,
    SPACES_OF,
    Asks,
    Space,
    letters_of_colours,
)
from games.foreign_king.map import Map
from games.foreign_king.position import Position
from games.foreign_king.text.position_check import check_position
from games.quoting import quote

FIELDS: Final = ("board", "king", "seats", "virtual", "order", "changes", "turn", "asks")

_NUMBER: Final = re.compile("0|[1-9][0-9]{0,5}")
_PLAIN_ASKS: Final = ("act", "shut", "loans", "order", "over")


def parse_position(board: Map, text: str) -> Position:
    """Parse a position.

    Raises:
        InvalidPositionError: names the field and the reason.
    """
    texts = text.split(" ")
    if len(texts) != len(FIELDS):
        raise InvalidPositionError(
            f"position: a position has {len(FIELDS)} fields with one space between "
            f"({' '.join(FIELDS)}), not {len(texts)}"
        )
    seats = _seats(texts[2])
    count = len(seats)
    provinces = _board(texts[0], letters_of_colours(count))
    king, marker = _king(board, texts[1])
    scores = tuple(seat.score for seat in seats)
    asks = _asks(texts[7], count)
    position = Position(
        map=board,
        citizens=tuple(number for each in provinces for number in each.citizens),
        factories=tuple(number for each in provinces for number in each.factories),
        king=king,
        marker=marker,
        scores=scores + _virtual(texts[3], count),
        francs=tuple(seat.francs for seat in seats),
        medals=tuple(seat.medals for seat in seats),
        loans=tuple(seat.loans for seat in seats),
        congressmen=tuple(seat.congressmen for seat in seats),
        pawns=tuple(seat.pawn for seat in seats),
        order=_seat_list("order", texts[4], count),
        changes=() if texts[5] == "-" else _seat_list("changes", texts[5], count),
        turn=_seat_number("turn", texts[6], count),
        asks=asks.word,
        asked=asks.asked,
        steps=asks.steps,
    )
    check_position(position)
    return position


class _Province(NamedTuple):
    citizens: tuple[int, ...]
    factories: tuple[int, ...]


class _Seat(NamedTuple):
    score: int
    francs: int
    medals: int
    loans: int
    congressmen: int
    pawn: Space | None


class _Asks(NamedTuple):
    word: Asks
    asked: int | None = None
    steps: int = 0


def _refuse(field: str, reason: str) -> InvalidPositionError:
    return InvalidPositionError(f"{field}: {reason}")


def _number(field: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _refuse(
            field, f"{quote(text)} must be a number of at most 6 digits, without leading zero"
        )
    return int(text)


def _seat_number(field: str, text: str, seats: int) -> int:
    if text not in {str(seat) for seat in range(seats)}:
        raise _refuse(field, f"{quote(text)} must be a seat from 0 to {seats - 1}")
    return int(text)


def _seat_list(field: str, text: str, seats: int) -> tuple[int, ...]:
    found = tuple(_seat_number(field, part, seats) for part in text.split(">"))
    if len(set(found)) != len(found):
        raise _refuse(field, f"a seat stands twice in {quote(text)}")
    return found


# Board and King


def _board(text: str, letters: str) -> list[_Province]:
    parts = text.split("/")
    if len(parts) != PROVINCES:
        raise _refuse("board", f"needs {PROVINCES} provinces with '/' between, not {len(parts)}")
    return [_province(part, letters) for part in parts]


def _province(text: str, letters: str) -> _Province:
    citizens, plus, factories = text.partition("+")
    if plus and not factories:
        raise _refuse("board", f"in {quote(text)} no factory stands behind '+'")
    counts = (0,) * len(letters)
    if citizens != "-":
        form = "".join(f"(?:{letter}([1-9][0-9]?))?" for letter in letters)
        match = re.fullmatch(form, citizens)
        if not match or not citizens:
            raise _refuse(
                "board",
                f"cannot read citizens in {quote(text)}: write {', '.join(letters)} in this "
                "order, each with its count, zero left out, '-' for none",
            )
        counts = tuple(int(count or 0) for count in match.groups())
    kinds = "".join(f"{letter}{{0,{FACTORIES_OF_TYPE}}}" for letter in FACTORY_LETTERS)
    if not re.fullmatch(kinds, factories):
        raise _refuse(
            "board",
            f"cannot read factories in {quote(text)}: write a letter for each, in the order "
            f"{FACTORY_LETTERS}, at most {FACTORIES_OF_TYPE} of a type",
        )
    return _Province(counts, tuple(factories.count(letter) for letter in FACTORY_LETTERS))


def _king(board: Map, text: str) -> tuple[int | None, int]:
    province, dot, marker = text.partition(".")
    if not dot or province not in ("-", *board.ids):
        known = " ".join(board.ids)
        raise _refuse(
            "king", f"{quote(text)} must be a province ({known}) or '-', then '.' and the marker"
        )
    king = None if province == "-" else board.ids.index(province)
    return king, _number("king", marker)


# Seats


def _seats(text: str) -> list[_Seat]:
    parts = text.split("|")
    if len(parts) not in SEATS:
        raise _refuse("seats", f"2 to 4 seats can play, not {len(parts)}")
    return [_seat(number, part, len(parts)) for number, part in enumerate(parts)]


def _seat(number: int, text: str, seats: int) -> _Seat:
    *numbers, pawn = text.split(".")
    if len(numbers) != len(_Seat._fields) - 1:
        raise _refuse("seats", f"seat {number} needs {'.'.join(_Seat._fields)}")
    if pawn not in ("-", *SPACES_OF[seats]):
        known = " ".join(SPACES_OF[seats])
        raise _refuse(
            "seats",
            f"seat {number} has its pawn on {quote(pawn)}: with {seats} seats there is - {known}",
        )
    space = None if pawn == "-" else cast("Space", pawn)
    score, francs, medals, loans, congressmen = (_number("seats", each) for each in numbers)
    return _Seat(score, francs, medals, loans, congressmen, space)


def _virtual(text: str, seats: int) -> tuple[int, ...]:
    if seats != SEATS[0]:
        if text != "-":
            raise _refuse("virtual", f"{quote(text)} must be '-' with {seats} seats")
        return ()
    if text == "-":
        raise _refuse("virtual", "with 2 seats the virtual player has a score")
    return (_number("virtual", text),)


def _asks(text: str, seats: int) -> _Asks:
    if text in _PLAIN_ASKS:
        return _Asks(cast("Asks", text))
    match text.split("."):
        case ["congress", seat]:
            return _Asks("congress", _seat_number("asks", seat, seats))
        case ["virtual", seat, steps]:
            return _Asks("virtual", _seat_number("asks", seat, seats), _number("asks", steps))
    words = ", ".join(_PLAIN_ASKS)
    raise _refuse(
        "asks", f"{quote(text)} must be {words}, congress.<seat> or virtual.<seat>.<steps>"
    )
