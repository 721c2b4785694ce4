"""How long the draws of setups wait for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from server.table import Table


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

    def watch(self, tables: Iterable[Table]) -> None:
        """Take note of the draws there are now."""
        end = self.clock() + self.seconds
        stages = (
            (table.id, table.draw.number, table.draw.stage)
            for table in tables
            if table.draw is not None and table.drawing
        )
        self._ends = {stage: self._ends.get(stage, end) for stage in stages}

    def left(self) -> float | None:
        """Return the seconds until the first wait ends, or None when nobody waits."""
        return max(0.0, min(self._ends.values()) - self.clock()) if self._ends else None

    def over(self) -> list[str]:
        """Return the tables whose wait is over; it begins anew, should nothing come of that."""
        now = self.clock()
        ended = [stage for stage, end in self._ends.items() if end <= now]
        self._ends |= dict.fromkeys(ended, now + self.seconds)
        return [table for table, _, _ in ended]
