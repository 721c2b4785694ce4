"""What a search may still spend: time, and positions visited."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final, Protocol

from games.search.contract import Limits
from games.search.tree import STEPS_A_VISIT

_MOST_STEPS: Final = 1 << 40


class StepsTaken(Protocol):
    """What tells how much work a solver has done."""

    @property
    def steps(self) -> int:
        """The steps so far (`games.search.effort`)."""


class Budget:
    """Counts what a search spends of its limits.

    It knows nothing of the trees, so that these are freed as soon as the search is over, without
    Python's garbage collector.

    Attributes:
        visits: the positions visited so far.
    """

    def __init__(self, limits: Limits, stop: Callable[[], bool], solver: StepsTaken | None) -> None:
        """Start to measure.

        Args:
            limits: when to stop.
            stop: says whether the search was stopped.
            solver: whose steps count as positions, at a lower price.
        """
        self.visits = 0
        self._limits = limits
        self._stop = stop
        self._solver = solver
        self._start = limits.clock()
        self._planted = 0.0

    def plant(self) -> None:
        """Note that the trees start to grow now."""
        self._planted = self.seconds()

    def seconds(self) -> float:
        """Return the time spent."""
        return self._limits.clock() - self._start

    def counted(self) -> int:
        """Return the positions visited, those of the solver at a lower price."""
        return self.visits + (0 if self._solver is None else self._solver.steps // STEPS_A_VISIT)

    def has_spent(self, part: float) -> bool:
        """Return whether this part of the limits is used up, or the search was stopped."""
        nodes = self._limits.nodes
        return self.is_late(part) or (nodes is not None and self.counted() >= part * nodes)

    def is_late(self, part: float = 1) -> bool:
        """Return whether this part of the time is used up, or the search was stopped."""
        seconds = self._limits.seconds
        return self._stop() or (seconds is not None and self.seconds() >= part * seconds)

    def steps_left(self, part: float = 1) -> int:
        """Return the steps that the solver may still take of this part of the positions."""
        nodes, solver = self._limits.nodes, self._solver
        if nodes is None or solver is None:
            return _MOST_STEPS
        return max(0, int(STEPS_A_VISIT * (part * nodes - self.visits)) - solver.steps)

    def visits_left(self) -> float:
        """Return how many more positions can be visited, at the speed so far."""
        left, limits = inf, self._limits
        if limits.nodes is not None:
            left = float(limits.nodes - self.counted())
        spent = self.seconds()
        if limits.seconds is not None and spent > self._planted:
            speed = self.visits / (spent - self._planted)
            left = min(left, speed * (limits.seconds - spent))
        return left
