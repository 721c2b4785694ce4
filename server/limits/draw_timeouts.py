"""How long the draws of setups wait for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from server.tables.table import Table

AT_LAST = 10
"""How many times as long a stage waits that nobody at all answers, before the draw is given up."""


@dataclass(slots=True)
class Waiting:
    """Gives everybody the same time to answer in each stage of each draw.

    Attributes:
        seconds: how long a stage waits.
        clock: a clock that never goes back, in seconds.
    """

    seconds: float
    clock: Callable[[], float]
    _ends: dict[tuple[str, int, str], float] = field(default_factory=dict)
    _begun: dict[tuple[str, int, str], float] = field(default_factory=dict)

    def watch(self, tables: Iterable[Table], *, longer: float = 0.0) -> None:
        """Take note of the draws there are now.

        Args:
            tables: all tables.
            longer: seconds by which those not known yet wait longer than usual.
        """
        now = self.clock()
        end = now + self.seconds + longer
        stages = (
            (table.id, table.draw.number, table.draw.stage)
            for table in tables
            if table.draw is not None and table.drawing
        )
        self._ends = {stage: self._ends.get(stage, end) for stage in stages}
        self._begun = {stage: self._begun.get(stage, now) for stage in self._ends}

    def left(self) -> float | None:
        """Return the seconds until the first wait ends, or None when nobody waits."""
        return max(0.0, min(self._ends.values()) - self.clock()) if self._ends else None

    def over(self) -> list[tuple[str, bool]]:
        """Return the tables whose wait is over, and for each whether it has been a long one.

        It begins anew, should nothing come of that.
        """
        now = self.clock()
        ended = [stage for stage, end in self._ends.items() if end <= now]
        self._ends |= dict.fromkeys(ended, now + self.seconds)
        long = AT_LAST * self.seconds
        return [(stage[0], now - self._begun[stage] >= long) for stage in ended]
