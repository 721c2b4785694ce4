"""How much work a proof may take, counted in steps, so that no part of it can run on unseen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_CHECKED_AFTER: Final = 64
"""After this many steps the stop is asked."""


class OutOfEffortError(Exception):
    """The steps are used up, or the work was stopped."""


class Effort:
    """Counts steps: a step is a position looked at, or a move tried to settle one.

    Attributes:
        spent: the steps so far.
        used_up: whether no more may be taken until more are allowed.
        limit: up to how many may be taken.
        stop: asked now and then; nothing more is allowed once it returns True.
    """

    def __init__(self) -> None:
        """Start with nothing allowed."""
        self.spent = 0
        self.used_up = True
        self.limit = 0
        self._check = 0
        self.stop: Callable[[], bool] | None = None

    def allow(self, steps: int, stop: Callable[[], bool] | None = None) -> None:
        """Allow more steps, in place of what was left.

        Args:
            steps: how many.
            stop: asked now and then; nothing more is allowed once it returns True.
        """
        self.limit = self.spent + steps
        self._check = self.spent
        self.stop = stop
        self.used_up = False

    def spend(self) -> None:
        """Take a step.

        Raises:
            OutOfEffortError: no more are allowed.
        """
        self.spent += 1
        if self.spent >= self._check:
            self._look()

    def _look(self) -> None:
        if self.used_up or self.spent > self.limit or (self.stop is not None and self.stop()):
            self.used_up = True
            self._check = 0
            raise OutOfEffortError
        self._check = min(self.limit + 1, self.spent + _CHECKED_AFTER)
