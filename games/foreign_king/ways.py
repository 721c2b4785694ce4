"""In how many ways citizens of one province can move (F8), without listing the ways.

The goals of a province are the eight others in the map's order and last the supply. A *way* says
how many citizens go to each. Ways have numbers, so that one can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.foreign_king.constants import MOST_CITIZENS, PROVINCES
from games.foreign_king.map import Map

GOALS: Final = PROVINCES + 1
SUPPLY: Final = PROVINCES
"""The index of the supply among the goals."""
_KNOWN: Final = 64


class Ways:
    """The ways from a province.

    Attributes:
        goals: the goals, as indexes of `MoveCitizens.goals`.
        steps: how many steps a citizen needs to each of them.
    """

    def __init__(self, goals: tuple[int, ...], steps: tuple[int, ...]) -> None:
        """Count the ways from a province.

        Args:
            goals: the goals, in the order of the notation.
            steps: how many steps a citizen needs to each.
        """
        self.goals: Final = goals
        self.steps: Final = steps
        self._most: Final = MOST_CITIZENS * max(steps)
        # At most so many citizens (row), in at most so many steps, to the goals from a number on.
        row = [1] * (self._most + 1)
        table = [row] * (MOST_CITIZENS + 1)
        self._tables = [table]
        for needed in reversed(steps):
            rows = [row]
            for fewer in table[1:]:
                before = [0] * needed + rows[-1]
                rows.append([a + b for a, b in zip(fewer, before, strict=False)])
            table = rows
            self._tables.append(table)
        self._tables.reverse()

    def count(self, citizens: int, steps: int, first: int = 0) -> int:
        """Return the number of ways to the goals from a number on, that of moving none included.

        Args:
            citizens: the most citizens that may move.
            steps: the most steps they may make together.
            first: the first goal they may go to.
        """
        if citizens < 0 or steps < 0:
            return 0
        return self._tables[first][citizens][min(steps, self._most)]

    def find(self, citizens: int, steps: int, number: int) -> tuple[int, ...]:
        """Return a way by its number, as `MoveCitizens.goals`; 0 is to move none.

        Args:
            citizens: the most citizens that may move.
            steps: the most steps they may make together.
            number: from 0; there are as many as `count` says.
        """
        found = [0] * GOALS
        for index, goal in enumerate(self.goals):
            if not number:
                break
            needed = self.steps[index]
            rest = self.count(citizens, steps, index + 1)
            while number >= rest:
                number -= rest
                found[goal] += 1
                citizens -= 1
                steps -= needed
                rest = self.count(citizens, steps, index + 1)
        return tuple(found)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Iterate over the goals, each with the steps that a citizen needs."""
        return zip(self.goals, self.steps, strict=True)


@lru_cache(maxsize=_KNOWN)
def _ways_by_steps(goals: tuple[int, ...], steps: tuple[int, ...]) -> Ways:
    return Ways(goals, steps)


def ways_from(board: Map, origin: int) -> Ways:
    """Return the ways from a province; they are counted once."""
    goals = tuple(goal for goal in range(GOALS) if goal != origin)
    return _ways_by_steps(goals, tuple(board.steps[origin][goal] for goal in goals))


def list_ways(ways: Ways, citizens: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the ways to move at least one citizen, each once, as `MoveCitizens.goals`.

    Args:
        ways: the ways from a province.
        citizens: the most citizens that may move.
        steps: the most steps they may make together.
    """
    found = [0] * GOALS

    def fill(index: int, citizens: int, steps: int) -> Iterator[tuple[int, ...]]:
        if index == len(ways.goals):
            yield tuple(found)
            return
        goal, needed = ways.goals[index], ways.steps[index]
        most = min(citizens, steps // needed)
        for count in range(most + 1):
            found[goal] = count
            yield from fill(index + 1, citizens - count, steps - needed * count)
        found[goal] = 0

    every = fill(0, citizens, steps)
    next(every)  # to move none
    yield from every
