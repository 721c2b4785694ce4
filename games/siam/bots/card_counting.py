"""Card counting: the hands that follow from the cards played in the open (S23).

Every hand starts full, so a player who saw all moves knows the rest of each hand. A player who did
not knows only how many cards a hidden hand has, and that its top card was played.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from games.siam.constants import CARDS, FULL_HAND, HAND_AFTER
from games.siam.moves import Move
from games.siam.position import Position, Seat


def recall(view: Position, played: Iterable[tuple[int, Move]]) -> Position:
    """Return a view with the hands that follow from these moves, each given with its seat.

    A hand stays hidden if the moves cannot be all that its seat played.

    >>> from games.siam import Siam
    >>> siam = Siam()
    >>> fresh = siam.new(2, seed=1)
    >>> move = siam.parse_move("L:SUK+SUKxR@PAT")
    >>> after = siam.play(fresh, move)
    >>> recall(siam.view(after, 1), [(0, move)]) == after
    True
    >>> recall(siam.view(after, 1), []).seats[0].hand is None
    True
    """
    hands: list[str | None] = [FULL_HAND] * len(view.seats)
    for seat, move in played:
        if move.card is not None and 0 <= seat < len(hands):
            hands[seat] = HAND_AFTER.get((hands[seat] or "", move.card))
    seats = (_recalled(seat, hand) for seat, hand in zip(view.seats, hands, strict=True))
    return view._replace(seats=tuple(seats))


def _recalled(seat: Seat, hand: str | None) -> Seat:
    fits = hand is not None and len(hand) == seat.cards and _may_have_played(hand, seat)
    return seat._replace(hand=hand) if seat.hand is None and fits else seat


def _may_have_played(hand: str, seat: Seat) -> bool:
    return seat.top is None or hand.count(seat.top) < FULL_HAND.count(seat.top)


def guess(view: Position, random: Random) -> Position:
    """Return a position that a view may be of: hidden hands are drawn by lot.

    Whoever must have played Maharacha, for there are so many King markers, has played it.
    """
    kings = _kings(view, random)
    seats = (
        seat if seat.hand is not None else seat._replace(hand=_drawn(seat, number in kings, random))
        for number, seat in enumerate(view.seats)
    )
    return view._replace(seats=tuple(seats))


def _kings(view: Position, random: Random) -> set[int]:
    """Return which seats are taken to have played Maharacha."""
    played = {
        number
        for number, seat in enumerate(view.seats)
        if seat.top == "K" or (seat.hand is not None and "K" not in seat.hand)
    }
    missing = max(0, len(view.markers) - len(played))
    perhaps = [
        number
        for number, seat in enumerate(view.seats)
        if seat.hand is None and number not in played and seat.cards < len(FULL_HAND) - 1
    ]
    return played.union(random.sample(perhaps, missing))


def _drawn(seat: Seat, king_played: bool, random: Random) -> str:
    cards = FULL_HAND.replace("K", "") if king_played else FULL_HAND
    if seat.top not in (None, "K"):
        cards = HAND_AFTER[cards, seat.top]
    return "".join(sorted(random.sample(cards, seat.cards), key=CARDS.index))
