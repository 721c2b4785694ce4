"""Reading a position from text.

Only the canonical text of a position is one, so ``str(parse_position(board, text)) == text``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeVar, cast

from games.contract import InvalidMoveError, InvalidPositionError
from games.plural import count_of
from games.quoting import quote
from games.siam.constants import (
    BRITISH,
    BRITISH_TO_COLONY,
    FACTION_LETTERS,
    FACTIONS,
    FIRST_FOLLOWERS,
    FULL_HAND,
    HANDS,
    PROVINCES,
    SEATS,
    Card,
    Control,
    Trio,
    followers_of_each_faction,
)
from games.siam.map import Map
from games.siam.moves import Exchange
from games.siam.position import Position, Seat
from games.siam.text.move_formatter import format_exchange, ids, is_card
from games.siam.text.move_parser import parse_action

FIELDS: Final = ("board", "queue", "seats", "turn", "passes", "recency", "exchange")

_COUNT: Final = "([1-9][0-9]?)"
_TRIO: Final = re.compile(f"(?:R{_COUNT})?(?:L{_COUNT})?(?:M{_COUNT})?")
_T = TypeVar("_T")


def parse_position(board: Map, text: str) -> Position:
    """Read a position or a view.

    Raises:
        InvalidPositionError: naming the field and the reason.
    """
    texts = text.split(" ")
    if len(texts) != len(FIELDS):
        raise InvalidPositionError(
            f"position: a position has {len(FIELDS)} fields with one space between "
            f"({' '.join(FIELDS)}), not {len(texts)}"
        )
    provinces = _list("board", texts[0], "/", _province)
    tiles = _list("queue", texts[1], ",", lambda part: _tile(board, part))
    seats = _parse_seats(texts[2])
    last = _exchange(board, texts[6])
    position = Position(
        map=board,
        stacks=tuple(count for trio, _ in provinces for count in trio),
        controls=tuple(control for _, control in provinces),
        queue=tuple(tile.province for tile in tiles),
        markers=frozenset(tile.province for tile in tiles if tile.marked),
        seats=seats,
        turn=_number("turn", texts[3], len(seats)),
        passes=_number("passes", texts[4], len(seats)),
        recency=_recency(texts[5], len(seats)),
        exchange=last.exchange if last else None,
    )
    for contradiction in _contradictions(position, last):
        raise InvalidPositionError(contradiction)
    return position


class _Tile(NamedTuple):
    province: int
    marked: bool


class _LastExchange(NamedTuple):
    card: Card
    exchange: Exchange


def _refuse(field: str, reason: str) -> InvalidPositionError:
    return InvalidPositionError(f"{field}: {reason}")


def _list(field: str, text: str, separator: str, read: Callable[[str], _T]) -> list[_T]:
    parts = text.split(separator)
    if len(parts) != PROVINCES:
        raise _refuse(
            field, f"needs {PROVINCES} parts with {separator!r} between, not {len(parts)}"
        )
    return [read(part) for part in parts]


def _trio(field: str, text: str) -> Trio:
    if text == "-":
        return 0, 0, 0
    match = _TRIO.fullmatch(text)
    if not match or not text:
        raise _refuse(
            field,
            f"cannot read followers in {quote(text)}: write R, L, M in this order, "
            "each with its count, zero left out, '-' for none",
        )
    rama, lao, malay = (int(count or 0) for count in match.groups())
    return rama, lao, malay


def _province(text: str) -> tuple[Trio, Control | None]:
    if not text.startswith("="):
        return _trio("board", text), None
    if text[1:] not in tuple(FACTION_LETTERS):
        raise _refuse("board", f"cannot read {quote(text)}: control is =R, =L, =M or =B")
    return (0, 0, 0), FACTION_LETTERS.index(text[1:])


def _tile(board: Map, text: str) -> _Tile:
    marked = text.endswith("*")
    try:
        return _Tile(board.index(text.removesuffix("*")), marked)
    except KeyError:
        known = " ".join(ids(board))
        raise _refuse("queue", f"{quote(text)} is no tile of this map: {known}") from None


def _parse_seats(text: str) -> tuple[Seat, ...]:
    parts = text.split("|")
    if len(parts) not in SEATS:
        raise _refuse("seats", f"2 to 4 seats can play, not {len(parts)}")
    return tuple(_seat(number, part) for number, part in enumerate(parts))


def _seat(number: int, text: str) -> Seat:
    parts = text.split(".")
    if len(parts) != 3:
        raise _refuse("seats", f"seat {number} needs <hand>.<followers>.<top card>")
    hand, cards = _hand(number, parts[0])
    top = None if parts[2] == "-" else parts[2]
    if top is not None and not is_card(top):
        raise _refuse("seats", f"seat {number} cannot have {quote(top)} as its top card")
    return Seat(hand, cards, _trio("seats", parts[1]), top)


def _hand(number: int, text: str) -> tuple[str | None, int]:
    if re.fullmatch(r"\?[0-8]", text):
        return None, int(text[1])
    hand = "" if text == "-" else text
    if hand not in HANDS or not text:
        raise _refuse(
            "seats",
            f"seat {number} cannot have the hand {quote(text)}: a part of {FULL_HAND} in this "
            "order, '-' for none, or '?' and the number of cards",
        )
    return hand, len(hand)


def _number(field: str, text: str, below: int) -> int:
    if text not in {str(number) for number in range(below)}:
        raise _refuse(field, f"{quote(text)} must be a number from 0 to {below - 1}")
    return int(text)


def _recency(text: str, seats: int) -> tuple[int, ...]:
    if text == "-":
        return ()
    recency = tuple(_number("recency", part, seats) for part in text.split(">"))
    if len(set(recency)) != len(recency):
        raise _refuse("recency", f"a seat stands twice in {quote(text)}")
    return recency


def _exchange(board: Map, text: str) -> _LastExchange | None:
    if text == "-":
        return None
    card, colon, parts = text.partition(":")
    if not colon or card not in ("1", "2"):
        raise _refuse("exchange", f"{quote(text)} must be '-' or start with '1:' or '2:'")
    card = cast("Card", card)
    try:
        exchange = parse_action(board, card, parts)
    except InvalidMoveError as error:
        raise _refuse("exchange", str(error)) from None
    if not isinstance(exchange, Exchange):
        raise _refuse("exchange", f"{quote(text)} is no exchange; write '-' for none")
    if (form := format_exchange(board, exchange)) != parts:
        raise _refuse("exchange", f"{quote(text)} must be written as {card}:{form}")
    return _LastExchange(card, exchange)


# What the fields say together: each contradiction begins with its field


def _contradictions(position: Position, last: _LastExchange | None) -> Iterator[str]:
    yield from _of_board(position)
    yield from _of_queue(position)
    for number, seat in enumerate(position.seats):
        yield from _of_seat(number, seat)
    played = {number for number, seat in enumerate(position.seats) if seat.cards < len(FULL_HAND)}
    if set(position.recency) != played:
        who = ", ".join(map(str, sorted(played))) or "none"
        yield f"recency: must name exactly the seats that have played a card: {who}"
    if last is not None and not position.recency:
        yield "exchange: no card has been played yet"
    elif last is not None and position.seats[newest := position.recency[0]].top != last.card:
        yield f"exchange: card {last.card} is not the top card of seat {newest}, who played last"


def _of_board(position: Position) -> Iterator[str]:
    british = position.controls.count(BRITISH)
    if british > BRITISH_TO_COLONY:
        yield f"board: the British control {british} provinces; the game ends with the fourth"
    exist = followers_of_each_faction(len(position.seats))
    for faction in FACTIONS:
        if position.supply_of(faction) < 0:
            these = f"{exist} followers of {FACTION_LETTERS[faction]}"
            yield f"board: more than {these} on the board and with the seats"


def _of_queue(position: Position) -> Iterator[str]:
    names, resolved = ids(position.map), position.resolved
    for province, count in Counter(position.queue).items():
        if count > 1:
            yield f"queue: the tile of {names[province]} is there {count} times"
    for slot, province in enumerate(position.queue):
        if (position.controls[province] is not None) != (slot < resolved):
            yield f"queue: the resolved tiles must be its head ({resolved}); see {names[province]}"
    kings, most = len(position.markers), sum(map(_may_have_played_maharacha, position.seats))
    if kings > most:
        markers, played = count_of(kings, "King marker"), count_of(most, "Maharacha")
        yield f"queue: {markers}, but only {played} played"


def _may_have_played_maharacha(seat: Seat) -> bool:
    """Tell from an open hand for certain; of a hidden one, only the top card played shows."""
    if seat.hand is not None:
        return "K" not in seat.hand
    return seat.top == "K" or seat.cards < len(FULL_HAND) - 1


def _of_seat(number: int, seat: Seat) -> Iterator[str]:
    played, taken = len(FULL_HAND) - seat.cards, sum(seat.followers)
    if taken > FIRST_FOLLOWERS + played:
        most = f"{FIRST_FOLLOWERS} and one for each card it has played, {played}"
        yield f"seats: seat {number} has {count_of(taken, 'follower')}, more than {most}"
    if not played and seat.top is not None:
        yield f"seats: seat {number} has a top card and yet all its cards"
    if played and seat.top is None:
        yield f"seats: seat {number} has played cards: its top card is missing"
    if seat.top is not None and (seat.hand or "").count(seat.top) == FULL_HAND.count(seat.top):
        yield f"seats: seat {number} cannot have played {seat.top}: it is in its hand"
