"""What decides who wins once everybody passes: endings, their outcomes, and scores (S15–S21).

An *ending* is who controls the province of each slot, as one number: eight digits to the base 4,
the first slot's the lowest. Its *outcome* is which factions come first and second, or a colony.

A province's followers are one number too, its *count*: that of each faction in five bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import compress, product
from operator import add, gt
from typing import Final

from games.siam.constants import FACTIONS, Faction, followers_of_each_faction
from games.siam.lastcard import rankings
from games.siam.scoring import TEAM_GAME_SEATS, majority

UNITS: Final = (1 << 10, 1 << 5, 1)
"""One follower of each faction, in a count."""
MASKS: Final = tuple(31 * unit for unit in UNITS)
"""Where a count says how many of each faction there are."""

_TOP_TWO: Final = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (0,), (1,), (2,))
_BITS: Final = tuple(1 << number for number in range(len(_TOP_TWO)))
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


@lru_cache(maxsize=4096)
def _scores(rama: int, lao: int, malay: int) -> tuple[int, ...]:
    """Return what S18 compares of a seat's followers, for each first and second faction."""
    trio = rama, lao, malay
    return tuple(
        trio[top[0]] << 11 | (trio[top[1]] << 6 if len(top) > 1 else 0) for top in _TOP_TWO
    )


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
        one, other, helper = (
            [score + clocks[s] for score in _scores(*taken[s])] for s in (*rivals, partner)
        )
        bars: Sequence[int] = list(map(max, one, other))
        safe = sum(compress(_BITS, map(gt, helper, bars)))
    elif len(rivals) == 1:
        bars = _scores(*taken[rivals[0]])
    else:
        bars = list(map(max, *(_scores(*taken[rival]) for rival in rivals)))
    found = []
    for faction in takes:
        trio = list(taken[seat])
        if faction is not None:
            trio[faction] += 1
        # Who plays last is the newest: of equal followers in a reign anybody else wins (S18).
        won = safe | sum(compress(_BITS, map(gt, _scores(*trio), bars)))
        if _wins_colony(taken, trio, seat, rivals):
            won |= _COLONY
        found.append(won)
    return found


def _wins_colony(
    taken: Sequence[Sequence[int]], trio: Sequence[int], seat: int, rivals: Sequence[int]
) -> bool:
    """Return whether a seat with these followers wins a colony: as the newest, ties too (S19)."""
    if len(taken) != TEAM_GAME_SEATS:
        sets = min(trio)
        return all(sets >= min(taken[rival]) for rival in rivals)
    ours = map(add, trio, taken[(seat + 2) % TEAM_GAME_SEATS])
    theirs = map(add, *(taken[rival] for rival in rivals))
    return bool(min(ours) >= min(theirs))
