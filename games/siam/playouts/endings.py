"""What decides who wins once everybody passes: endings, their outcomes, and scores (S15–S21).

An *ending* is who controls the province of each slot, as one number: eight digits to the base 4,
the first slot's the lowest. Its *outcome* is which factions come first and second, or a colony.

A province's followers are one number too, its *count*: that of each faction in five bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from operator import add
from typing import Final

from games.siam.constants import FACTIONS, Faction, followers_of_each_faction
from games.siam.last_card import rankings
from games.siam.scoring import TEAM_GAME_SEATS, majority

UNITS: Final = (1 << 10, 1 << 5, 1)
"""One follower of each faction, in a count."""
MASKS: Final = tuple(31 * unit for unit in UNITS)
"""Where a count says how many of each faction there are."""

_TOP_TWO: Final = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (0,), (1,), (2,))
_COLONY: Final = 1 << len(_TOP_TWO)


@cache
def outcomes() -> tuple[int, ...]:
    """Return the outcome of every ending, as a bit of its own."""
    numbers, found = rankings()
    bits = [_COLONY if ranking is None else 1 << _TOP_TWO.index(ranking[:2]) for ranking in found]
    return tuple(bits[number] for number in numbers)


@cache
def majorities() -> bytes:
    """Return for every count who wins the struggle over a province with it."""
    found = bytearray(1 << 15)
    most = range(followers_of_each_faction(3) + 1)
    for rama, lao, malay in product(most, repeat=3):
        found[rama << 10 | lao << 5 | malay] = majority((rama, lao, malay))
    return bytes(found)


@cache
def _scores(count: int) -> list[int]:
    """Return what S18 compares of a seat's followers, for each first and second faction."""
    trio = [count >> 10, count >> 5 & 31, count & 31]
    return [trio[top[0]] << 11 | (trio[top[1]] << 6 if len(top) > 1 else 0) for top in _TOP_TWO]


def winning(
    taken: Sequence[Sequence[int]],
    clocks: Sequence[int],
    seat: int,
    takes: Iterable[Faction | None] = FACTIONS,
) -> list[int]:
    """Return with which outcomes the player of the last card wins.

    Args:
        taken: for each seat the followers taken before.
        clocks: for each seat a number below 64, the lower the later it played its last card.
        seat: who plays the last card; everybody else has played.
        takes: of which factions a follower may be taken now; None for taking nobody.

    Returns:
        The set of outcomes for each of them.
    """
    rivals = [other for other in range(len(taken)) if other != seat]
    safe = 0
    if len(taken) == TEAM_GAME_SEATS:
        partner = (seat + 2) % TEAM_GAME_SEATS
        rivals.remove(partner)
        bars = _higher(_aged(taken, clocks, rivals[0]), _aged(taken, clocks, rivals[1]))
        safe = _above(_aged(taken, clocks, partner), bars)
    else:
        bars = _scores_of(taken[rivals[0]])
        for rival in rivals[1:]:
            bars = _higher(bars, _scores_of(taken[rival]))
    found = []
    for faction in takes:
        trio = list(taken[seat])
        if faction is not None:
            trio[faction] += 1
        # Who plays last is the newest: of equal followers in a reign anybody else wins (S18).
        won = safe | _above(_scores_of(trio), bars)
        if _wins_colony(taken, trio, seat, rivals):
            won |= _COLONY
        found.append(won)
    return found


def _scores_of(trio: Sequence[int]) -> list[int]:
    return _scores(trio[0] << 10 | trio[1] << 5 | trio[2])


def _aged(taken: Sequence[Sequence[int]], clocks: Sequence[int], seat: int) -> list[int]:
    """Return a seat's scores, with the age of its last card to settle ties."""
    clock = clocks[seat]
    return [score + clock for score in _scores_of(taken[seat])]


def _higher(one: list[int], other: list[int]) -> list[int]:
    """Return the higher of two scores in each outcome."""
    return [max(one[number], other[number]) for number in range(len(one))]


def _above(scores: list[int], bars: list[int]) -> int:
    """Return in which outcomes a seat's score is above the bar, as a set."""
    found = 0
    for number in range(len(bars)):
        if scores[number] > bars[number]:
            found |= 1 << number
    return found


def _wins_colony(
    taken: Sequence[Sequence[int]], trio: Sequence[int], seat: int, rivals: Sequence[int]
) -> bool:
    """Return whether a seat with these followers wins a colony: as the newest, ties too (S19)."""
    if len(taken) != TEAM_GAME_SEATS:
        sets = _least(trio)
        for rival in rivals:  # noqa: SIM110 - a generator takes twice as long
            if _least(taken[rival]) > sets:
                return False
        return True
    ours = list(map(add, trio, taken[(seat + 2) % TEAM_GAME_SEATS]))
    theirs = list(map(add, taken[rivals[0]], taken[rivals[1]]))
    return _least(ours) >= _least(theirs)


def _least(trio: Sequence[int]) -> int:
    return min(min(trio[0], trio[1]), trio[2])  # noqa: PLW3301 - of two it is an instruction
