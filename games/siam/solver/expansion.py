"""The moves of a position of an ending, those to equal positions once, with a first guess of each.

What a follower taken changes is looked up, so nothing is played here but the actions.
"""

from __future__ import annotations

from typing import Final

from games.search.solver import Expansion
from games.siam.solver.actions import Duplicates, actions, plays
from games.siam.solver.last_cards import goal_wins_if_all_pass, rest_is_of_goal, wins_by_taking
from games.siam.solver.layout import Layout, cards_in
from games.siam.solver.state import NOBODY, TAKE_AT, State

WORK: Final[list[int]] = [3 ** max(0, left - 1) for left in range(33)]
"""About how much work a position takes, by the cards left."""
WORK_AGAINST: Final[list[int]] = [10 * work for work in WORK]
"""About how much work it is to prove what all passes would not lead to."""


def expand(layout: Layout, state: State) -> Expansion:
    """Return all moves, those to equal positions only once."""
    found = Expansion()
    passed = state.play(layout, 0)
    _guess(found, 0, passed.left, goal_wins_if_all_pass(layout, passed))
    wins = wins_by_taking(layout, state, state.turn, layout.goal)
    left = state.left - 1
    for card in cards_in(state.hand(state.turn)):
        duplicates = Duplicates(layout, state, card)
        last_is_mine = left == 1 and rest_is_of_goal(layout, state, card)
        for code, stack, after, won in plays(layout, state, actions(layout, state, card), wins):
            if stack == NOBODY or duplicates.is_new(after, code, stack):
                move = code | stack << TAKE_AT
                if not left or (left == 1 and won == last_is_mine):
                    # The last card's holder passes if that wins, and others cannot change it.
                    found.add_settled(move, won)
                else:
                    _guess(found, move, left, won)
    return found


def _guess(found: Expansion, code: int, left: int, won: bool) -> None:
    """Add a move by who wins if everybody passes after it."""
    if won:
        found.add(code, WORK[left], WORK_AGAINST[left])
    else:
        found.add(code, WORK_AGAINST[left], WORK[left])
