"""Parses positions and views, and checks what their fields say together.

Only the canonical text of a position is one, so ``str(parse_position(board, text)) == text``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from games.author.position_text import read_position
from games.plural import count_of
from games.siam.constants import (
    BRITISH,
    BRITISH_TO_COLONY,
    FACTION_LETTERS,
    FACTIONS,
    FIRST_FOLLOWERS,
    FULL_HAND,
    SEATS,
    followers_of_each_faction,
)
from games.siam.map import Map
from games.siam.position import Position, Seat, notation
from games.siam.text.move_formatter import ids


def parse_position(board: Map, text: str) -> Position:
    """Read a position or a view.

    Raises:
        InvalidPositionError: naming the field and the reason.
    """
    seats = 1 + (*text.split(" "), "", "")[2].count("|")
    node = notation(board, seats if seats in SEATS else SEATS[0])
    card, colon, _ = text.rpartition(" ")[2].partition(":")
    checks = partial(_contradictions, last=card if colon else None)
    position: Position = read_position(node, text, checks)
    return position


# Each contradiction begins with its field


def _contradictions(position: Position, last: str | None) -> Iterator[str]:
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
    elif last is not None and position.seats[newest := position.recency[0]].top != last:
        yield f"exchange: card {last} is not the top card of seat {newest}, who played last"


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
