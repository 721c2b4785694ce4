"""Nim's positions and moves as text."""

from __future__ import annotations

import re

from games.contract import InvalidMoveError, InvalidPositionError
from games.quoting import quote
from tests.second_game.games.nim.position import CARDS, NimMove, NimPosition, NimSeat

_HEAPS = re.compile(r"[0-9](/[0-9]){2}")
_SEAT = re.compile(r"(>?)([1-4?])(!?)")
_MOVE = re.compile(r"take:([1-3])@([1-3])|show@([1-3])|yes|no")


def format_position(position: NimPosition) -> str:
    seats = "|".join(
        f"{'>' * seat.house}{seat.card or '?'}{'!' * seat.shown}" for seat in position.seats
    )
    last = "-" if position.last is None else position.last
    heaps = "/".join(map(str, position.heaps))
    omen = f"{position.omen or '?'}{'!' * position.omen_up}"
    return f"{heaps} {seats} {omen} {last} {position.turn} {_asks(position)}"


def parse_position(text: str) -> NimPosition:
    words = text.split(" ")
    if len(words) != 6:
        raise InvalidPositionError(f"a position has 6 fields, not {len(words)}")
    heaps, seats, omen, last, turn, asks = words
    if not _HEAPS.fullmatch(heaps):
        raise InvalidPositionError(f"heaps: {quote(heaps)}")
    found = tuple(_seat(each) for each in seats.split("|"))
    cards = [seat.card for seat in found if seat.card]
    if not 2 <= len(found) <= 3 or len(set(cards)) < len(cards):
        raise InvalidPositionError(f"seats: {quote(seats)}")
    if omen not in ("?", "calm", "flood", "calm!", "flood!"):
        raise InvalidPositionError(f"omen: {quote(omen)}")
    numbers = {str(number): number for number in range(len(found))}
    if last not in {*numbers, "-"} or turn not in numbers:
        raise InvalidPositionError(f"last and turn: {quote(f'{last} {turn}')}")
    gift = {f"gift.{heap + 1}": heap for heap in range(3)}.get(asks)
    position = NimPosition(
        tuple(map(int, heaps.split("/"))),
        found,
        None if omen == "?" else "calm" if omen.startswith("calm") else "flood",
        omen.endswith("!"),
        numbers.get(last),
        numbers[turn],
        gift,
    )
    if _asks(position) != asks:
        raise InvalidPositionError(f"asks: {quote(asks)}")
    return position


def format_move(move: NimMove) -> str:
    match move.kind:
        case "take":
            return f"take:{move.tokens}@{move.heap + 1}"
        case "show":
            return f"show@{move.heap + 1}"
    return move.kind


def parse_move(text: str) -> NimMove:
    found = _MOVE.fullmatch(text.lower())
    if found is None:
        raise InvalidMoveError(f"{quote(text)} is no move: write take:2@1, show@3, yes or no")
    tokens, heap, shown = found.groups()
    if tokens:
        return NimMove("take", int(heap) - 1, int(tokens))
    if shown:
        return NimMove("show", int(shown) - 1)
    return NimMove("yes" if text.lower() == "yes" else "no")


def _asks(position: NimPosition) -> str:
    if position.gift is not None:
        return f"gift.{position.gift + 1}"
    return "over" if position.over else "take"


def _seat(text: str) -> NimSeat:
    found = _SEAT.fullmatch(text)
    if found is None or (found[2] == "?" and found[3]):
        raise InvalidPositionError(f"seat: {quote(text)}")
    card = None if found[2] == "?" else int(found[2])
    assert card is None or card in CARDS
    return NimSeat(card, bool(found[3]), bool(found[1]))
