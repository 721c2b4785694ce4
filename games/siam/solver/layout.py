"""What stays the same in all positions of one ending, and tables about their numbers.

The open provinces of the first position are numbered from 0 in the order of the map: these numbers
are *places*. Stacks are numbered as in a position, but by places: 3p + f holds the followers of
faction f in place p. The followers in a place are one number, its *count*: that of each faction in
five bits.

An *ending* is who controls the province of each slot, as one number: eight digits to the base 4,
the first slot's the lowest. Its *outcome* is which factions come first and second, or a colony.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

from games.search.effort import Effort
from games.siam.bots.evaluation import side_of, sides
from games.siam.constants import BRITISH, PROVINCES, followers_of_each_faction
from games.siam.last_card import rankings
from games.siam.position import Position
from games.siam.scoring import majority, winners_of

UNIT: Final[list[int]] = [1 << 10, 1 << 5, 1]
"""One follower of each faction, in a count."""
COUNT_BITS: Final = 15
COUNT_MASK: Final = (1 << COUNT_BITS) - 1
HALF: Final = 4
"""How many places share a word of counts."""

LOW_UNIT: Final[list[int]] = [
    UNIT[stack % 3] << COUNT_BITS * (stack // 3) if stack // 3 < HALF else 0 for stack in range(24)
]
"""For each stack one follower of it, in the word of the first four places."""
HIGH_UNIT: Final[list[int]] = [
    UNIT[stack % 3] << COUNT_BITS * (stack // 3 - HALF) if stack // 3 >= HALF else 0
    for stack in range(24)
]
"""The same in the word of the other places."""
FACTION_MASK: Final[list[int]] = [31 * unit for unit in UNIT]

KHON_THAI: Final = 2
ONE_FOR_ONE: Final = 3
TWO_FOR_ONE: Final = 4
MAHARACHA: Final = 1
FIRST_FACTION: Final = 5
"""Cards as numbers: 0 is a pass; the cards of Rama, Lao and Malay are 5, 6 and 7."""
CARD_LETTERS: Final = "-KT12RLM"
HAND_BITS: Final[list[int]] = [0, 1, 2, 8, 16, 32, 64, 128]
"""For each card its place in a hand of eight bits; the two copies of Khon Thai are counted."""
HAND_SIZE: Final[list[int]] = [
    (hand & 1) + (hand >> 1 & 3) + (hand >> 3).bit_count() for hand in range(256)
]


def cards_in(hand: int) -> list[int]:
    """Return the kinds of cards in a hand."""
    kinds = range(1, len(CARD_LETTERS))
    return [card for card in kinds if hand & (6 if card == KHON_THAI else HAND_BITS[card])]


PLACES: Final[list[list[int]]] = [
    [place for place in range(PROVINCES) if places >> place & 1] for places in range(256)
]
"""For each set of places those in it, ascending."""

_WINS_KEPT: Final = 1 << 16
_TOP_TWO: Final = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (0,), (1,), (2,), None)
"""The outcomes in the order of their bits; None is a colony."""


def _outcomes() -> list[int]:
    """Return the outcome of every ending, as a bit of its own."""
    numbers, found = rankings()
    tops = [None if ranking is None else ranking[:2] for ranking in found]
    bits = [1 << _TOP_TWO.index(top) for top in tops]
    return [bits[number] for number in numbers]


def _majorities() -> list[int]:
    """Return for every count who wins the struggle over a province with it."""
    found = [0] * (1 << COUNT_BITS)
    most = range(followers_of_each_faction(3) + 1)
    for rama, lao, malay in product(most, repeat=3):
        found[rama << 10 | lao << 5 | malay] = majority((rama, lao, malay))
    return found


def _after_taking(count: int, majority: list[int]) -> int:
    found = 0
    for faction in range(3):
        if count & FACTION_MASK[faction]:
            found |= (4 | majority[count - UNIT[faction]]) << 3 * faction
    return found


class Tables:
    """Tables about counts and endings, described at `Layout`."""

    def __init__(self) -> None:
        self.majority: list[int] = _majorities()
        self.outcome: list[int] = _outcomes()
        self.taking: list[int] = [
            _after_taking(count, self.majority) for count in range(1 << COUNT_BITS)
        ]


@cache
def tables() -> Tables:
    """Return the tables, which are computed when they are first needed."""
    return Tables()


class Layout:
    """What stays the same in one ending.

    Attributes:
        seats: how many seats play.
        goal: the side whose win is to be proven.
        side: for each seat its side.
        provinces: for each place its province.
        neighbours: for each place the set of places next to it.
        native: for each place the faction at home there, or -1.
        first_slot: how many struggles were resolved before.
        majority: for each count who wins the struggle over a place with it.
        taking: for each count, three bits for each faction: 4 if there is a follower to take, and
            who wins the struggle once it was taken.
        outcome: for each ending its outcome, as a bit.
        effort: takes a step for every action and every pass that is tried out.
        lucky: for each card which of its actions won last, as the last card of the game.
    """

    def __init__(self, position: Position, goal: int) -> None:
        """Describe the ending that begins with a position."""
        seats = len(position.seats)
        homes = position.map.homes
        self.effort = Effort()
        self.seats = seats
        self.goal = goal
        self.side: list[int] = [side_of(seats, seat) for seat in range(seats)]
        self.side_count = sides(seats)
        self.provinces: list[int] = [
            province for province in range(PROVINCES) if position.controls[province] is None
        ]
        self.neighbours: list[int] = [
            self.places_of(position.map.borders[province]) for province in self.provinces
        ]
        self.native: list[int] = [
            homes.index(province) if province in homes else -1 for province in self.provinces
        ]
        self.first_slot = PROVINCES - len(self.provinces)
        known = tables()
        self.majority = known.majority
        self.outcome = known.outcome
        self.taking = known.taking
        self.lucky: list[int] = [0] * len(CARD_LETTERS)
        self._wins: dict[tuple[int, int], list[int]] = {}
        self._standing: dict[int, int] = {}
        self._possible: dict[tuple[int, int], int] = {}

    def places_of(self, provinces: Iterable[int]) -> int:
        """Return the places of some provinces, as a set; others than places are left out."""
        found = 0
        for province in provinces:
            if province in self.provinces:
                found |= 1 << self.provinces.index(province)
        return found

    def wins(self, taken: int, order: int) -> list[int]:
        """Return for each side with which outcomes it wins alone, as a set.

        Args:
            taken: the followers of all seats, a count for each.
            order: the seats that played a card, the newest in the lowest three bits, each plus 1.
        """
        key = (taken, order)
        found = self._wins.get(key)
        if found is None:
            if len(self._wins) > _WINS_KEPT:
                self._wins.clear()
            found = self._wins[key] = self._who_wins(taken, order)
        return found

    def _who_wins(self, taken: int, order: int) -> list[int]:
        trios = []
        for seat in range(self.seats):
            count = taken >> COUNT_BITS * seat & COUNT_MASK
            trios.append((count >> 10, count >> 5 & 31, count & 31))
        recency = []
        while order:
            recency.append((order & 7) - 1)
            order >>= 3
        found = [0] * self.side_count
        for bit, top in enumerate(_TOP_TWO):
            won = {self.side[seat] for seat in winners_of(trios, recency, top)}
            if len(won) == 1:
                found[won.pop()] |= 1 << bit
        return found

    def standing(self, ending: int, resolved: int) -> int:
        """Return what the struggles resolved so far mean for the ranking, as one number.

        Equal numbers rank alike whatever comes: the provinces of each faction, who won one later,
        and the British ones.
        """
        key = ending << 4 | resolved
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = _standing(ending, resolved)
        return found

    def possible(self, ending: int, resolved: int) -> int:
        """Return with which outcomes a game may still end after these struggles, as a set."""
        key = (ending, resolved)
        found = self._possible.get(key)
        if found is None:
            found = 0
            rest = 1 << 2 * (PROVINCES - resolved)
            for more in range(rest):
                found |= self.outcome[ending | more << 2 * resolved]
            self._possible[key] = found
        return found


def _standing(ending: int, resolved: int) -> int:
    controls = [ending >> 2 * slot & 3 for slot in range(resolved)]
    found = controls.count(BRITISH)
    for faction in range(3):
        found = found << 4 | controls.count(faction)
    for control in sorted(set(controls), key=controls[::-1].index):
        if control != BRITISH:
            found = found << 2 | control + 1
    return found
