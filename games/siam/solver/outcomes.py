"""Endings and their outcomes, and who wins the struggle over a province (S16–S21).

An *ending* is who controls the province of each slot, as one number: eight digits to the base 4,
the first slot's the lowest. Its *outcome* is which factions come first and second, or a colony.

A province's followers are one number too, its *count*: that of each faction in five bits.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from games.siam.constants import followers_of_each_faction
from games.siam.last_card import rankings
from games.siam.scoring import majority

UNITS: Final = (1 << 10, 1 << 5, 1)
"""One follower of each faction, in a count."""

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
