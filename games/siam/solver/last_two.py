"""Who wins with two cards left in the game.

A card played leaves one, and with one left the result is known. So the first seat with a card that
wins at once decides, as long as everybody passes before it.
"""

from __future__ import annotations

from games.siam.solver.actions import actions
from games.siam.solver.duplicates import Duplicates
from games.siam.solver.last_card import can_win, end, goal_wins_if_all_pass, wins_by_taking
from games.siam.solver.layout import (
    CARD_LETTERS,
    HAND_BITS,
    KHON_THAI,
    PLACES,
    UNIT,
    Layout,
)
from games.siam.solver.state import NOBODY, TAKE_AT, State


def goal_wins_with_two(layout: Layout, state: State) -> bool:
    """Return whether the goal wins for sure with two cards left in the game."""
    now = state
    while not now.over:
        layout.effort.spend()
        hand = now.hand(now.turn)
        if hand and _Last(layout, now).wins(hand):
            return layout.side[now.turn] == layout.goal
        now = now.copy()
        now.pass_turn(layout)
    return goal_wins_if_all_pass(layout, now)


class _Last:
    """Looks for a card that wins at once for the seat to move, or for those against the goal."""

    def __init__(self, layout: Layout, state: State) -> None:
        self._layout = layout
        self._state = state
        self._mine = layout.side[state.turn] == layout.goal
        self._wins = wins_by_taking(layout, state, state.turn, layout.goal)
        self._duplicates = Duplicates(layout, state, 0)
        self._holder = 0
        self._alone = False

    def wins(self, hand: int) -> bool:
        """Return whether a card of the hand wins."""
        layout, state = self._layout, self._state
        for card in range(1, len(CARD_LETTERS)):
            if not hand & (HAND_BITS[card] if card != KHON_THAI else 6):
                continue
            self._duplicates = Duplicates(layout, state, card)
            rest = state.hands - (HAND_BITS[card] << 8 * state.turn)
            self._holder = 0
            while not rest >> 8 * self._holder & 255:
                self._holder += 1
            self._alone = (layout.side[self._holder] == layout.goal) == self._mine
            for code in actions(layout, state, card):
                layout.effort.spend()
                after = state
                if code >> 3 & 3:
                    after = state.copy()
                    after.act(code)
                if self._some_taking_wins(after, code):
                    return True
        return False

    def _some_taking_wins(self, after: State, code: int) -> bool:
        after_taking, outcome, wins = self._layout.taking, self._layout.outcome, self._wins
        ending = end(self._layout, after)
        queue, shift = after.queue, 2 * after.resolved
        nobody = True
        for _ in PLACES[after.free]:
            place = queue & 7
            queue >>= 3
            count = after.count(place)
            rest = ending & ~(3 << shift)
            taking = after_taking[count]
            for faction in range(3):
                control = taking & 7
                taking >>= 3
                if control:
                    nobody = False
                    stack = 3 * place + faction
                    won = wins[faction] & outcome[rest | (control & 3) << shift]
                    good = (won != 0) == self._mine
                    if (
                        (good or self._alone)
                        and self._duplicates.is_new(after, code, stack, UNIT[faction])
                        and self._wins_after(code | stack << TAKE_AT, good)
                    ):
                        return True
            shift += 2
        if nobody:
            won = wins[3] & outcome[ending]
            return self._wins_after(code | NOBODY << TAKE_AT, (won != 0) == self._mine)
        return False

    def _wins_after(self, code: int, good: bool) -> bool:
        """Return whether a move wins, from whether it does if everybody passes after it."""
        if good == self._alone:
            return good
        after = self._state.play(self._layout, code)
        return can_win(self._layout, after, self._holder) == self._alone
