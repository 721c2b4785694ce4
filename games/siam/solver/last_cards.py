"""Who wins with one or two cards left in the game (S15)."""

from __future__ import annotations

from games.siam.solver.actions import Duplicates, actions, end, plays
from games.siam.solver.layout import COUNT_BITS, UNIT, Layout, cards_in
from games.siam.solver.state import NOBODY, TAKE_AT, State, newest


def goal_wins_if_all_pass(layout: Layout, state: State) -> bool:
    """Return whether the goal's side wins alone if everybody passes from here on."""
    wins = layout.wins(state.taken, state.order)[layout.goal]
    return wins & layout.outcome[end(layout, state)] != 0


def goal_wins_with_one(layout: Layout, state: State) -> bool:
    """Return whether the goal's side wins for sure with one card left in the game."""
    holder = _holder(state.hands)
    settled = goal_wins_if_all_pass(layout, state)
    mine = layout.side[holder] == layout.goal
    if settled != mine and _can_win(layout, state, holder):
        return mine
    return settled


def goal_wins_with_two(layout: Layout, state: State) -> bool:
    """Return whether the goal wins for sure with two cards left in the game.

    A card played leaves one, and with one left the result is known. So the first seat with a card
    that wins at once decides, as long as everybody passes before it.
    """
    now = state
    while not now.over:
        layout.effort.spend()
        if _some_card_wins(layout, now):
            return layout.side[now.turn] == layout.goal
        now = now.copy()
        now.pass_turn(layout)
    return goal_wins_if_all_pass(layout, now)


def rest_is_of_goal(layout: Layout, state: State, card: int) -> bool:
    """Return whether the goal holds the last card once the seat to move has played this one."""
    return layout.side[_holder(state.hands_without(card))] == layout.goal


def wins_by_taking(layout: Layout, state: State, seat: int, side: int) -> list[int]:
    """Return with which outcomes a side wins once a seat played: three for the faction it takes.

    The fourth is for taking nobody.
    """
    order, taken = newest(state.order, seat), state.taken
    counts = [taken + (unit << COUNT_BITS * seat) for unit in UNIT]
    return [layout.wins(count, order)[side] for count in (*counts, taken)]


def _holder(hands: int) -> int:
    """Return the seat that holds the last card."""
    seat = 0
    while not hands >> 8 * seat & 255:
        seat += 1
    return seat


def _can_win(layout: Layout, state: State, holder: int) -> bool:
    """Return whether the holder of the last card can play it, now or later (S15)."""
    (card,) = cards_in(state.hand(holder))
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
    first = layout.lucky[card] % len(codes)
    for code, _, _, won in plays(layout, state, codes[first:] + codes[:first], wins):
        if won:
            layout.lucky[card] = codes.index(code)
            return True
    return False


def _some_card_wins(layout: Layout, state: State) -> bool:
    """Return whether a card wins at once for the seat to move, or for those against the goal."""
    mine = layout.side[state.turn] == layout.goal
    wins = wins_by_taking(layout, state, state.turn, layout.goal)
    for card in cards_in(state.hand(state.turn)):
        duplicates = Duplicates(layout, state, card)
        alone = rest_is_of_goal(layout, state, card) == mine
        for code, stack, after, won in plays(layout, state, actions(layout, state, card), wins):
            good = won == mine
            if stack != NOBODY and not ((good or alone) and duplicates.is_new(after, code, stack)):
                continue
            if good and alone:
                return True
            if good != alone:
                follows = state.play(layout, code | stack << TAKE_AT)
                if _can_win(layout, follows, _holder(follows.hands)) == alone:
                    return True
    return False
