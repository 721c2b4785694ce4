"""Positions as bytes for the C text (`native/position.h`), and its moves as values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.siam.actions import banned
from games.siam.constants import CARDS, HANDS, PROVINCES
from games.siam.map import Map
from games.siam.moves import FOLLOWERS, PASS, Action, Exchange, Move, Placement, Swap
from games.siam.position import Position

_MOST_SEATS: Final = 4
_OPEN: Final = 4
_NOBODY: Final = 255
_SWAP: Final = 1
_PLACEMENT: Final = 2
_NO_HAND: Final = bytes(len(CARDS))
_HANDS: Final = {hand: bytes(hand.count(card) for card in CARDS) for hand in HANDS}
_NOTHING_BANNED: Final = bytes((_NOBODY, 0, 0, 0, 0, 0, 0))
MOVE_BYTES: Final = 10


def pack(position: Position) -> bytes:
    """Return a position, all of whose hands are known, as the C text reads it."""
    seats, markers, recency = position.seats, position.markers, position.recency
    none = _MOST_SEATS - len(seats)
    count = len(seats)
    hands = b"".join([_HANDS[seat.hand or ""] for seat in seats])
    followers = b"".join([bytes(seat.followers) for seat in seats])
    ages = [recency.index(seat) if seat in recency else count for seat in range(count)]
    return b"".join(
        (
            bytes(position.stacks),
            bytes([_OPEN if control is None else control for control in position.controls]),
            bytes(position.queue),
            bytes([province in markers for province in range(PROVINCES)]),
            hands + _NO_HAND * none,
            followers + bytes(3 * none),
            bytes(ages) + bytes(none),
            _map_bytes(position.map),
            bytes((count, position.turn, position.passes)),
            _ban(position),
        )
    )


@lru_cache(maxsize=1 << 14)
def unpack_move(packed: bytes) -> Move:
    """Return a move that the C text wrote; many come again in a search, so some are kept."""
    card = packed[0]
    if card == _NOBODY:
        return PASS
    taken = packed[8]
    return Move(CARDS[card], _unpack_action(packed), None if taken == _NOBODY else FOLLOWERS[taken])


def _unpack_action(packed: bytes) -> Action:
    kind, count = packed[1], packed[2]
    if not kind:
        return None
    if kind == _SWAP:
        return Swap(packed[3], packed[4], packed[5])
    if kind == _PLACEMENT:
        return Placement(tuple([FOLLOWERS[stack] for stack in packed[3 : 3 + count]]))
    return Exchange(tuple(packed[3 : 3 + count]), packed[5], packed[6], packed[7])


@lru_cache(maxsize=16)
def _map_bytes(board: Map) -> bytes:
    borders = [sum(1 << other for other in others) for others in board.borders]
    return bytes((*borders, *board.homes))


def _ban(position: Position) -> bytes:
    """Return the exchange that may not be made now (S13)."""
    if position.exchange is None:
        return _NOTHING_BANNED
    card = position.seats[position.recency[0]].top
    if card is None or (ban := banned(position, card)) is None:
        return _NOTHING_BANNED
    given = (*ban.given, 0)[:2]
    parts = (*given, ban.source, ban.taken, ban.target)
    return bytes((CARDS.index(card), len(ban.given), *parts))
