"""How long an analysis may think about each position, so that a whole game is done in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final

from games.search.contract import Limits

_THOUGHTS: Final = 2
"""About a move: the position after it, and the one after the best move."""
_END: Final = 14
"""About so many last moves the solver is asked."""
_PROOF: Final = 4
"""So many times as long as a thought a proof near the end is planned to take."""
_HARD_PROOF: Final = 40
"""So many times as long a hard one may take. Most take far less, and leave their time to it."""
_LONGEST_PROOF: Final = 8
_MOST_STEPS: Final = 200_000_000
"""Of a proof that time ends, too: practically no limit."""
_STEPS_A_NODE: Final = 64 * _LONGEST_PROOF


class AnalysisTime:
    """Shares the time for a whole game among its moves; what one does not use, others have.

    Attributes:
        limits: how long to think about one position, if there is time enough.
    """

    def __init__(self, limits: Limits, total: float | None, moves: int) -> None:
        """Start now.

        Args:
            limits: how long to think about one position at most.
            total: seconds for the whole game; None if they are not limited.
            moves: how many moves are rated.
        """
        self.limits = limits
        self._total = inf if total is None else total
        self._start = limits.clock()
        self._left = moves

    def begin_move(self) -> None:
        """Go on to the next move."""
        self._left -= 1

    def thought(self) -> Limits:
        """Return the limits of the next thought."""
        if self.limits.seconds is None:
            return self.limits
        return replace(self.limits, seconds=min(self.limits.seconds, self._share()))

    def proof(self) -> tuple[int, Callable[[], bool] | None]:
        """Return how many steps the next proof may take, and what ends it."""
        limits, clock = self.limits, self.limits.clock
        steps = _MOST_STEPS if limits.nodes is None else limits.nodes * _STEPS_A_NODE
        if limits.seconds is None:
            return steps, None
        most = min(_HARD_PROOF * self._share(), self._rest / 2)
        end = clock() + min(_LONGEST_PROOF * limits.seconds, most)
        return steps, lambda: clock() >= end

    def _share(self) -> float:
        """Return the seconds for one thought, if the rest is shared among all that may come."""
        left = max(1, self._left)
        return max(0.001, self._rest / (_THOUGHTS * left + _PROOF * min(left, _END)))

    @property
    def _rest(self) -> float:
        """The seconds that are left for the whole game."""
        return self._total - (self.limits.clock() - self._start)
