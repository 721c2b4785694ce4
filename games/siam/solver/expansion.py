"""The moves of a position of an ending, those to equal positions once, with a first guess of each.

What a follower taken changes is looked up, so nothing is played here but the actions.
"""

from __future__ import annotations

from typing import Final

from games.search.solver import Expansion
from games.siam.solver.actions import actions
from games.siam.solver.duplicates import Duplicates
from games.siam.solver.last_card import end, goal_wins_if_all_pass, wins_by_taking
from games.siam.solver.layout import (
    CARD_LETTERS,
    HAND_BITS,
    KHON_THAI,
    PLACES,
    UNIT,
    Layout,
)
from games.siam.solver.state import NOBODY, TAKE_AT, State

WORK: Final[list[int]] = [3 ** max(0, left - 1) for left in range(33)]
"""About how much work a position takes, by the cards left."""
WORK_AGAINST: Final[list[int]] = [10 * work for work in WORK]
"""About how much work it is to prove what all passes would not lead to."""
_PASS_STACK: Final = NOBODY << TAKE_AT


def expand(layout: Layout, state: State) -> Expansion:
    """Return all moves, those to equal positions only once."""
    found = Expansion()
    after = state.play(layout, 0)
    _guess(found, 0, after.left, goal_wins_if_all_pass(layout, after))
    hand = state.hand(state.turn)
    if not hand:
        return found
    wins = wins_by_taking(layout, state, state.turn, layout.goal)
    for card in range(1, len(CARD_LETTERS)):
        if hand & (HAND_BITS[card] if card != KHON_THAI else 6):
            _Card(layout, state, card, wins, found).list_moves()
    return found


def _guess(found: Expansion, code: int, left: int, won: bool) -> None:
    """Add a move by who wins if everybody passes after it."""
    if won:
        found.add(code, WORK[left], WORK_AGAINST[left])
    else:
        found.add(code, WORK_AGAINST[left], WORK[left])


class _Card:
    """Lists the moves with one card."""

    def __init__(
        self, layout: Layout, state: State, card: int, wins: list[int], found: Expansion
    ) -> None:
        self._layout = layout
        self._state = state
        self._card = card
        self._wins = wins
        self._found = found
        self._left = state.left - 1
        self._duplicates = Duplicates(layout, state, card)
        self._last_is_mine = self._left == 1 and self._holds_last(state.turn, card)

    def _holds_last(self, turn: int, card: int) -> bool:
        """Return whether the goal holds the last card once this one was played."""
        hands = self._state.hands - (HAND_BITS[card] << 8 * turn)
        seat = 0
        while not hands >> 8 * seat & 255:
            seat += 1
        return self._layout.side[seat] == self._layout.goal

    def list_moves(self) -> None:
        """Add the moves to what was found."""
        state = self._state
        for code in actions(self._layout, state, self._card):
            self._layout.effort.spend()
            if code >> 3 & 3:
                after = state.copy()
                after.act(code)
                self._list_takings(after, code)
            else:
                self._list_takings(state, code)

    def _list_takings(self, after: State, code: int) -> None:
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
                    if self._duplicates.is_new(after, code, stack, UNIT[faction]):
                        won = wins[faction] & outcome[rest | (control & 3) << shift]
                        self._add(code | stack << TAKE_AT, won != 0)
            shift += 2
        if nobody:
            self._add(code | _PASS_STACK, (wins[3] & outcome[ending]) != 0)

    def _add(self, code: int, won: bool) -> None:
        left = self._left
        if not left or (left == 1 and won == self._last_is_mine):
            # With one card left, its holder passes if that wins, and others cannot change it.
            self._found.add_settled(code, won)
        else:
            _guess(self._found, code, left, won)
