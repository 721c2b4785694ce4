"""Tables of what could be done on a board, made once, for games that are played at random.

A set of provinces is a number: bit p stands for province p. *Stacks* are numbered as in a
position: 3p + f holds the followers of faction f in province p.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Final, NamedTuple, TypeAlias

from games.siam.constants import FACTIONS, HAND_AFTER, HANDS, PROVINCES
from games.siam.map import Map
from games.siam.moves import FOLLOWERS, Exchange, one_for_one

Pairs: TypeAlias = tuple[tuple[int, int], ...]

_MAPS: Final = 16
"""Maps whose tables are kept."""
EVERYWHERE: Final = (1 << PROVINCES) - 1
_SETS: Final = range(EVERYWHERE + 1)

MEMBERS: Final = tuple(
    tuple(province for province in range(PROVINCES) if provinces >> province & 1)
    for provinces in _SETS
)
"""For each set of provinces those in it, ascending."""

STACKS: Final = tuple(tuple(3 * p + f for p in members for f in FACTIONS) for members in MEMBERS)
"""For each set of provinces the stacks in it."""

FIRST_STACKS: Final = tuple(tuple(3 * p for p in members) for members in MEMBERS)
"""For each set of provinces the first stack of each."""

PLACINGS: Final[tuple[Pairs, ...]] = tuple(
    tuple(combinations_with_replacement(firsts, 2)) for firsts in FIRST_STACKS
)
"""For each set of provinces how two followers can be placed in it, as pairs of first stacks."""

SINGLE_PLACINGS: Final = tuple(tuple((first,) for first in firsts) for firsts in FIRST_STACKS)
"""For each set of provinces how one follower can be placed in it."""

SWAPS: Final[tuple[Pairs, ...]] = tuple(tuple(permutations(members, 2)) for members in MEMBERS)
"""For each set of provinces how two of their tiles can be swapped, the one to mark first."""


class Hand:
    """The cards of a seat.

    Attributes:
        text: the hand as a position writes it.
        kinds: the kinds of card in it.
        rests: the hand left by playing each.
    """

    __slots__ = ("kinds", "rests", "text")

    def __init__(self, text: str, rests: tuple[Hand, ...]) -> None:
        """Describe a hand."""
        self.text = text
        self.kinds = HANDS[text]
        self.rests = rests


def _hands() -> dict[str, Hand]:
    found: dict[str, Hand] = {}
    for text in sorted(HANDS, key=len):
        found[text] = Hand(text, tuple(found[HAND_AFTER[text, card]] for card in HANDS[text]))
    return found


HAND_OF_TEXT: Final = _hands()


class TwoForOne(NamedTuple):
    """A full 2 vs 1.

    Attributes:
        one: the stack of one follower given.
        other: the stack of the other, perhaps the same.
        taken: the stack of the follower taken in return.
        one_to: the stack `one` goes to.
        other_to: the stack `other` goes to.
        taken_to: the stack `taken` goes to.
        alone: how many followers in `one` are too few: 1 if both come from it, else 0.
    """

    one: int
    other: int
    taken: int
    one_to: int
    other_to: int
    taken_to: int
    alone: int


class _Ways(dict[int, tuple[TwoForOne, ...]]):
    """For each set of provinces every full 2 vs 1 there could be in it, worked out when needed."""

    def __init__(self, board: Map) -> None:
        super().__init__()
        self._all = tuple(_two_for_one(board))

    def __missing__(self, provinces: int) -> tuple[TwoForOne, ...]:
        found = tuple(
            way for way in self._all if provinces >> way.one // 3 & provinces >> way.taken // 3 & 1
        )
        self[provinces] = found
        return found


def _two_for_one(board: Map) -> Iterator[TwoForOne]:
    for source in range(PROVINCES):
        for target in board.borders[source]:
            pairs = combinations_with_replacement(FACTIONS, 2)
            for (one, other), taken in product(pairs, FACTIONS):
                here, there = 3 * source, 3 * target
                yield TwoForOne(
                    one=here + one,
                    other=here + other,
                    taken=there + taken,
                    one_to=there + one,
                    other_to=there + other,
                    taken_to=here + taken,
                    alone=int(one == other),
                )


def stacks_of(exchange: Exchange) -> tuple[int, ...]:
    """Return the stacks an exchange takes followers from: those given, and the one taken."""
    given, source, taken, target = exchange
    return (*(3 * source + faction for faction in given), 3 * target + taken)


def exchange_of(stacks: tuple[int, ...]) -> Exchange:
    """Return the exchange that takes followers from these stacks: one or two, for the last.

    >>> exchange_of(stacks_of(Exchange((0, 2), 1, 2, 0)))
    Exchange(given=(0, 2), source=1, taken=2, target=0)
    """
    *given, taken = stacks
    if len(given) == 1:
        return one_for_one(FOLLOWERS[given[0]], FOLLOWERS[taken])
    return Exchange(tuple(stack % 3 for stack in given), given[0] // 3, taken % 3, taken // 3)


class MapTables(NamedTuple):
    """What depends on the map.

    Attributes:
        neighbours: for each province the set of its neighbours.
        home_of: for each province the faction at home there, or -1.
        two_for_one: for each set of provinces every full 2 vs 1 there could be in it.
    """

    neighbours: tuple[int, ...]
    home_of: tuple[int, ...]
    two_for_one: _Ways


@lru_cache(maxsize=_MAPS)
def map_tables(board: Map) -> MapTables:
    """Return the tables of a map."""
    homes = board.homes
    return MapTables(
        tuple(sum(1 << other for other in borders) for borders in board.borders),
        tuple(homes.index(p) if p in homes else -1 for p in range(PROVINCES)),
        _Ways(board),
    )
