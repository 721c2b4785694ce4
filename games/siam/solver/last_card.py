"""Whether the last card of an ending can be played to win, now or later (S15)."""

from __future__ import annotations

from games.siam.solver.actions import actions
from games.siam.solver.layout import (
    COUNT_BITS,
    HAND_BITS,
    KHON_THAI,
    PLACES,
    UNIT,
    Layout,
)
from games.siam.solver.state import State, newest


def end(layout: Layout, state: State) -> int:
    """Return the ending if everybody passes from here on."""
    found = state.ending
    shift = 2 * state.resolved
    queue = state.queue
    for _ in PLACES[state.free]:
        found |= layout.majority[state.count(queue & 7)] << shift
        queue >>= 3
        shift += 2
    return found


def goal_wins_if_all_pass(layout: Layout, state: State) -> bool:
    """Return whether the goal's side wins alone if everybody passes from here on."""
    wins = layout.wins(state.taken, state.order)[layout.goal]
    return wins & layout.outcome[end(layout, state)] != 0


def holder_of_last(state: State) -> int:
    """Return the seat that holds the last card."""
    seat = 0
    while not state.hand(seat):
        seat += 1
    return seat


def goal_wins_last(layout: Layout, state: State) -> bool:
    """Return whether the goal's side wins for sure with one card left in the game."""
    holder = holder_of_last(state)
    settled = goal_wins_if_all_pass(layout, state)
    mine = layout.side[holder] == layout.goal
    if settled == mine:
        return settled
    if can_win(layout, state, holder):
        return mine
    return settled


def wins_by_taking(layout: Layout, state: State, seat: int, side: int) -> list[int]:
    """Return with which outcomes a side wins once a seat played: three for the faction it takes.

    The fourth is for taking nobody.
    """
    order = newest(state.order, seat)
    found: list[int] = []
    for faction in range(3):
        taken = state.taken + (UNIT[faction] << COUNT_BITS * seat)
        found.append(layout.wins(taken, order)[side])
    found.append(layout.wins(state.taken, order)[side])
    return found


def can_win(layout: Layout, state: State, holder: int) -> bool:
    """Return whether the holder of the last card can play it, now or later (S15)."""
    hand = state.hand(holder)
    card = KHON_THAI if hand & 6 else HAND_BITS.index(hand)
    wins = wins_by_taking(layout, state, holder, layout.side[holder])
    hope = wins[0] | wins[1] | wins[2] | wins[3]
    now = state
    while not now.over:
        layout.effort.spend()
        if not hope & layout.possible(now.ending, now.resolved):
            return False
        if now.turn == holder and _wins_now(layout, now, card, wins):
            return True
        now = now.copy()
        now.pass_turn(layout)
    return False


def _wins_now(layout: Layout, state: State, card: int, wins: list[int]) -> bool:
    codes = actions(layout, state, card)
    # The action that won last time comes first: positions asked in a row are much alike.
    size = len(codes)
    first = layout.lucky[card] % size
    for number in range(size):
        layout.effort.spend()
        index = (first + number) % size
        code = codes[index]
        after = state
        if code >> 3 & 3:
            after = state.copy()
            after.act(code)
        if _some_taking_wins(layout, after, wins):
            layout.lucky[card] = index
            return True
    return False


def _some_taking_wins(layout: Layout, after: State, wins: list[int]) -> bool:
    after_taking, outcome = layout.taking, layout.outcome
    ending = end(layout, after)
    queue, shift = after.queue, 2 * after.resolved
    nobody = True
    for _ in PLACES[after.free]:
        count = after.count(queue & 7)
        queue >>= 3
        if count:
            nobody = False
            rest = ending & ~(3 << shift)
            taking = after_taking[count]
            for faction in range(3):
                control = taking & 7
                taking >>= 3
                if control and wins[faction] & outcome[rest | (control & 3) << shift]:
                    return True
        shift += 2
    return nobody and wins[3] & outcome[ending] != 0
