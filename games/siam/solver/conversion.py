"""Positions and moves of the rules as the solver's numbers, and back."""

from __future__ import annotations

from games.siam.constants import BRITISH, CARDS, FACTIONS
from games.siam.moves import (
    PASS,
    Action,
    Exchange,
    Follower,
    Move,
    Placement,
    Swap,
    one_for_one,
    reverse,
)
from games.siam.position import Position
from games.siam.solver.layout import (
    CARD_LETTERS,
    COUNT_BITS,
    HAND_BITS,
    HIGH_UNIT,
    KHON_THAI,
    LOW_UNIT,
    MAHARACHA,
    ONE_FOR_ONE,
    TWO_FOR_ONE,
    UNIT,
    Layout,
)
from games.siam.solver.state import NOBODY, TAKE_AT, State, action_code, exchange_code


def state_of(layout: Layout, position: Position) -> State:
    """Return a position of an ending as the solver plays it; all hands are known."""
    state = State()
    _set_board(state, layout, position)
    _set_struggles(state, layout, position)
    for number, seat in enumerate(position.seats):
        state.hands |= _hand(seat.hand or "") << 8 * number
        for faction in FACTIONS:
            state.taken += seat.followers[faction] * UNIT[faction] << COUNT_BITS * number
    state.left = sum(seat.cards for seat in position.seats)
    for faction in FACTIONS:
        state.supply += position.supply_of(faction) * UNIT[faction]
    state.turn, state.passes = position.turn, position.passes
    for age, number in enumerate(position.recency):
        state.order |= number + 1 << 3 * age
    state.ban = _ban(layout, position)
    return state


def _hand(hand: str) -> int:
    bits = sum(HAND_BITS[CARD_LETTERS.index(card)] for card in hand if card != "T")
    return bits + hand.count("T") * HAND_BITS[KHON_THAI]


def _set_board(state: State, layout: Layout, position: Position) -> None:
    for place, province in enumerate(layout.provinces):
        for faction in FACTIONS:
            count = position.stacks[3 * province + faction]
            state.low += count * LOW_UNIT[3 * place + faction]
            state.high += count * HIGH_UNIT[3 * place + faction]
        state.free |= (position.controls[province] is None) << place
        state.marked |= (province in position.markers) << place
    state.marked &= state.free


def _set_struggles(state: State, layout: Layout, position: Position) -> None:
    """Set the tiles, who controls what, and what the factions reach from there."""
    borders = position.map.borders
    state.resolved = position.resolved
    for slot, province in enumerate(position.queue):
        control = position.controls[province]
        if control is None:
            place = layout.provinces.index(province)
            state.queue |= place << 3 * (slot - state.resolved)
            continue
        state.ending |= control << 2 * slot
        if control == BRITISH:
            state.british += 1
        else:
            state.reach |= layout.places_of(borders[province]) << 8 * control
    for faction, home in enumerate(position.map.homes):
        if position.controls[home] in (None, faction):
            state.home_reach |= layout.places_of(borders[home]) << 8 * faction


def _ban(layout: Layout, position: Position) -> int:
    if position.exchange is None:
        return 0
    given, source, taken, target = reverse(position.exchange)
    if source not in layout.provinces or target not in layout.provinces:
        return 0
    top = position.seats[position.recency[0]].top
    assert top is not None
    card = CARD_LETTERS.index(top)
    here = 3 * layout.provinces.index(source)
    there = 3 * layout.provinces.index(target) + taken
    if len(given) == 1:
        return exchange_code(card, here + given[0], there)
    return action_code(card, 3, here + given[0], here + given[1], there)


def move_of(layout: Layout, code: int) -> Move:
    """Return the move of a code."""
    if not code:
        return PASS
    stack = code >> TAKE_AT & 31
    follower = None if stack == NOBODY else _follower(layout, stack)
    return Move(CARDS[(code & 7) - 1], _action(layout, code), follower)


def _follower(layout: Layout, stack: int) -> Follower:
    return Follower(stack % 3, layout.provinces[stack // 3])


def _action(layout: Layout, code: int) -> Action:
    card, count = code & 7, code >> 3 & 3
    named = [code >> 5 & 31, code >> 10 & 31, code >> 15 & 31][:count]
    if not named:
        return None
    if card == MAHARACHA:
        one, other = (layout.provinces[place] for place in named)
        return Swap(min(one, other), max(one, other), one)
    if card in (ONE_FOR_ONE, TWO_FOR_ONE):
        return _exchange([_follower(layout, stack) for stack in named])
    return Placement(tuple(_follower(layout, stack) for stack in named))


def _exchange(followers: list[Follower]) -> Exchange:
    """Return the exchange that gives one or two followers for the last."""
    *given, taken = followers
    if len(given) == 1:
        return one_for_one(given[0], taken)
    factions = tuple(follower.faction for follower in given)
    return Exchange(factions, given[0].province, taken.faction, taken.province)
