"""The actions of a card in an ending, each once, as codes (S9 to S14), and what can follow them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product

from games.siam.solver.layout import (
    COUNT_BITS,
    FACTION_MASK,
    FIRST_FACTION,
    HALF,
    HAND_BITS,
    KHON_THAI,
    MAHARACHA,
    ONE_FOR_ONE,
    PLACES,
    TWO_FOR_ONE,
    UNIT,
    Layout,
)
from games.siam.solver.state import NOBODY, State, action_code, undoing


def actions(layout: Layout, state: State, card: int) -> list[int]:
    """Return the codes of a card's actions, without takings; that of none if it can do nothing."""
    if card == MAHARACHA:
        swaps = permutations(PLACES[state.free & ~state.marked], 2)
        found = [action_code(card, *places) for places in swaps]
    elif card == KHON_THAI:
        factions = [faction for faction in range(3) if state.supply & FACTION_MASK[faction]]
        stacks = [[3 * place + faction for place in PLACES[state.free]] for faction in factions]
        found = [action_code(card, *chosen) for chosen in product(*stacks)]
    elif card == ONE_FOR_ONE:
        found = _one_for_one(layout, state, card)
    elif card == TWO_FOR_ONE:
        found = _two_for_one(layout, state) or _one_for_one(layout, state, card)
    else:
        faction = card - FIRST_FACTION
        most = min(2, (state.supply & FACTION_MASK[faction]) // UNIT[faction])
        targets = [3 * place + faction for place in PLACES[state.targets(faction)]]
        chosen_targets = combinations_with_replacement(targets, most)
        found = [action_code(card, *chosen) for chosen in chosen_targets]
    return found or [card]


def _one_for_one(layout: Layout, state: State, card: int) -> list[int]:
    """Return the exchanges of two followers, over a border only with the card for three."""
    found = [
        action_code(card, given, taken)
        for one, other in combinations(PLACES[state.free], 2)
        if card == ONE_FOR_ONE or layout.neighbours[one] >> other & 1
        for given in _stacks(state, one)
        for taken in _stacks(state, other)
    ]
    return [code for code in found if code != state.ban]


def _two_for_one(layout: Layout, state: State) -> list[int]:
    found = [
        action_code(TWO_FOR_ONE, given, also_given, taken)
        for source in PLACES[state.free]
        for target in PLACES[state.free & layout.neighbours[source]]
        for taken in _stacks(state, target)
        for given in _stacks(state, source)
        for also_given in range(given, 3 * source + 3)
        if state.count(source) - UNIT[given % 3] & FACTION_MASK[also_given % 3]
    ]
    return [code for code in found if code != state.ban]


def _stacks(state: State, place: int) -> list[int]:
    """Return the stacks of a place that are not empty."""
    count = state.count(place)
    return [3 * place + faction for faction in range(3) if count & FACTION_MASK[faction]]


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


def plays(
    layout: Layout, state: State, codes: Sequence[int], wins: list[int]
) -> Iterator[tuple[int, int, State, bool]]:
    """Iterate over what can be taken after each of some actions of one card.

    Each is the action, the stack, `NOBODY` if there is nobody to take, the position between the
    two, and whether it wins if everybody passes after it. An action takes a step.

    Args:
        layout: what stays the same.
        state: the position.
        codes: the actions.
        wins: with which outcomes to win, by the faction taken; the fourth is for taking nobody.
    """
    for code in codes:
        layout.effort.spend()
        after = state.acted(code)
        ending = end(layout, after)
        queue, shift = after.queue, 2 * after.resolved
        nobody = True
        for _ in PLACES[after.free]:
            place = queue & 7
            queue >>= 3
            rest = ending & ~(3 << shift)
            taking = layout.taking[after.count(place)]
            for faction in range(3):
                control = taking & 7
                taking >>= 3
                if control:
                    nobody = False
                    won = wins[faction] & layout.outcome[rest | (control & 3) << shift]
                    yield code, 3 * place + faction, after, won != 0
            shift += 2
        if nobody:
            yield code, NOBODY, after, wins[3] & layout.outcome[ending] != 0


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

    def is_new(self, after: State, code: int, stack: int) -> bool:
        """Return whether no move before led to the same position.

        Args:
            after: the position after the action.
            code: the code of the action.
            stack: where a follower is taken.
        """
        low, high, place, unit = after.low, after.high, stack // 3, UNIT[stack % 3]
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
