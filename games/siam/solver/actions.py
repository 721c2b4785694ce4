"""The actions of a card in an ending, each once, as codes (S9 to S14)."""

from __future__ import annotations

from games.siam.solver.layout import (
    FACTION_MASK,
    FIRST_FACTION,
    KHON_THAI,
    MAHARACHA,
    ONE_FOR_ONE,
    PLACES,
    TWO_FOR_ONE,
    UNIT,
    Layout,
)
from games.siam.solver.state import State, action_code, exchange_code


def actions(layout: Layout, state: State, card: int) -> list[int]:
    """Return the codes of a card's actions, without takings; that of none if it can do nothing."""
    if card == MAHARACHA:
        found = _swaps(state)
    elif card == KHON_THAI:
        found = _khon_thai(state)
    elif card == ONE_FOR_ONE:
        found = _one_for_one(layout, state, card, 0)
    elif card == TWO_FOR_ONE:
        found = _two_for_one(layout, state)
        if not found:
            found = _one_for_one(layout, state, card, 1)
    else:
        found = _reinforcements(state, card)
    return found or [card]


def _swaps(state: State) -> list[int]:
    places = PLACES[state.free & ~state.marked]
    return [
        action_code(MAHARACHA, 2, one, other, 0)
        for one in places
        for other in places
        if one != other
    ]


def _khon_thai(state: State) -> list[int]:
    supply = state.supply
    factions = [faction for faction in range(3) if supply & FACTION_MASK[faction]]
    places = PLACES[state.free]
    found: list[int] = []
    if not factions:
        return found
    size = len(factions)
    for one in places:
        first = 3 * one + factions[0]
        if size == 1:
            found.append(action_code(KHON_THAI, 1, first, 0, 0))
            continue
        for other in places:
            second = 3 * other + factions[1]
            if size == 2:
                found.append(action_code(KHON_THAI, 2, first, second, 0))
                continue
            found += [
                action_code(KHON_THAI, 3, first, second, 3 * third + factions[2])
                for third in places
            ]
    return found


def _reinforcements(state: State, card: int) -> list[int]:
    faction = card - FIRST_FACTION
    supply = (state.supply & FACTION_MASK[faction]) // UNIT[faction]
    found: list[int] = []
    if not supply:
        return found
    places = PLACES[state.targets(faction)]
    for number, one in enumerate(places):
        if supply == 1:
            found.append(action_code(card, 1, 3 * one + faction, 0, 0))
            continue
        found += [
            action_code(card, 2, 3 * one + faction, 3 * other + faction, 0)
            for other in places[number:]
        ]
    return found


def _one_for_one(layout: Layout, state: State, card: int, border: int) -> list[int]:
    """Return the exchanges of two followers, over a border only if `border` is 1."""
    ban = state.ban
    found: list[int] = []
    places = PLACES[state.free]
    for one in places:
        here = state.count(one)
        if not here:
            continue
        for other in places:
            if other <= one or (border and not layout.neighbours[one] >> other & 1):
                continue
            there = state.count(other)
            for given in range(3):
                if not here & FACTION_MASK[given]:
                    continue
                for taken in range(3):
                    if there & FACTION_MASK[taken]:
                        code = exchange_code(card, 3 * one + given, 3 * other + taken)
                        if code != ban:
                            found.append(code)
    return found


def _two_for_one(layout: Layout, state: State) -> list[int]:
    found: list[int] = []
    places = PLACES[state.free]
    for source in places:
        pairs = _pairs(state.count(source))
        if not pairs:
            continue
        for target in places:
            if layout.neighbours[source] >> target & 1:
                there = state.count(target)
                for taken in range(3):
                    if there & FACTION_MASK[taken]:
                        _add_exchanges(found, source, pairs, 3 * target + taken, state.ban)
    return found


def _pairs(count: int) -> list[int]:
    """Return which two followers can be given: 4 times the faction of one, plus the other's."""
    return [
        4 * one + other
        for one in range(3)
        if count & FACTION_MASK[one]
        for other in range(one, 3)
        if count - UNIT[one] & FACTION_MASK[other]
    ]


def _add_exchanges(found: list[int], source: int, pairs: list[int], taken: int, ban: int) -> None:
    for pair in pairs:
        first, second = 3 * source + pair // 4, 3 * source + pair % 4
        code = action_code(TWO_FOR_ONE, 3, first, second, taken)
        if code != ban:
            found.append(code)
