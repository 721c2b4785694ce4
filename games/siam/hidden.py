"""Views: what a seat or a spectator may know of a position, and playing on from it (S22, S23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.siam.constants import CARDS, FULL_HAND
from games.siam.moves import Move
from games.siam.position import Position, Seat


def view(position: Position, seat: int | None, *, all_open: bool) -> Position:
    """Return a position with the hands hidden that a seat, or a spectator (None), may not see.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(position.seats):
        raise ValueError(f"there is no seat {seat}; seats are 0 to {len(position.seats) - 1}")
    if all_open or position.over:
        return position
    seats = tuple(
        other if number == seat else other._replace(hand=None)
        for number, other in enumerate(position.seats)
    )
    return position._replace(seats=seats)


def supposed(view: Position, moves: Sequence[Move]) -> Position:
    """Return a position the view may be of, from which these moves can be played.

    A hidden hand holds the cards its seat plays, and any others; which these are makes no
    difference to the moves. Where the moves ask for more than the seat can have, it lacks them.

    >>> from games.siam import Siam
    >>> siam = Siam()
    >>> view = siam.view(siam.new(2, seed=1), None)
    >>> supposed(view, []).seats[0].hand
    'KTT12RLM'
    """
    seats = tuple(
        seat
        if seat.hand is not None
        else seat._replace(hand=_hand(seat, _played_cards(view, moves, number)))
        for number, seat in enumerate(view.seats)
    )
    return view._replace(seats=seats)


def open_full_hands(view: Position) -> Position:
    """Return a view with the hands open that have played nothing yet (S2)."""
    seats = tuple(
        seat._replace(hand=FULL_HAND) if seat.cards == len(FULL_HAND) else seat
        for seat in view.seats
    )
    return view._replace(seats=seats)


def hide_again(view: Position, position: Position) -> Position:
    """Return a later position with those hands hidden that a view hides."""
    seats = tuple(
        seat if first.hand is not None else seat._replace(hand=None)
        for first, seat in zip(view.seats, position.seats, strict=True)
    )
    return position._replace(seats=seats)


def _played_cards(view: Position, moves: Sequence[Move], seat: int) -> Counter[str]:
    """Return which cards a seat plays; turns run round the table (S7)."""
    own = moves[(seat - view.turn) % len(view.seats) :: len(view.seats)]
    return Counter(move.card for move in own if move.card is not None)


def _hand(seat: Seat, played: Counter[str]) -> str:
    known = played & Counter(FULL_HAND)
    others = Counter(FULL_HAND) - known
    spare = sorted(others.elements(), key=lambda card: (card == seat.top, CARDS.index(card)))
    cards = [*known.elements(), *spare][: seat.cards]
    return "".join(sorted(cards, key=CARDS.index))
