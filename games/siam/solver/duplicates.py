"""Finds moves with one card that lead to equal positions."""

from __future__ import annotations

from games.siam.solver.layout import (
    COUNT_BITS,
    HALF,
    HAND_BITS,
    MAHARACHA,
    ONE_FOR_ONE,
    TWO_FOR_ONE,
    Layout,
)
from games.siam.solver.state import State, undoing


class Duplicates:
    """The positions that moves with one card have led to."""

    def __init__(self, layout: Layout, state: State, card: int) -> None:
        """Start with a position and a card of the seat to move."""
        self._seen: set[int] = set()
        self._swaps = card == MAHARACHA
        self._bans = False
        if card in (ONE_FOR_ONE, TWO_FOR_ONE):
            # What an exchange bans (S13) matters only if another seat has the same card.
            for seat in range(layout.seats):
                if seat != state.turn and state.hand(seat) & HAND_BITS[card]:
                    self._bans = True

    def is_new(self, after: State, code: int, stack: int, unit: int) -> bool:
        """Return whether no move before led to the same position.

        Args:
            after: the position after the action.
            code: the code of the action.
            stack: where a follower is taken.
            unit: one follower of its faction, in a count.
        """
        low, high, place = after.low, after.high, stack // 3
        if place < HALF:
            low -= unit << COUNT_BITS * place
        else:
            high -= unit << COUNT_BITS * (place - HALF)
        key = low << 2 | stack % 3
        if high:
            key |= high << 62
        if self._swaps:
            key |= (after.queue | after.marked << 24) << 122
        elif self._bans:
            key |= undoing(code) << 122
        if key in self._seen:
            return False
        self._seen.add(key)
        return True
