"""How long the draws of setups wait for people to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from server.tables.table import Table

GIVE_UP_FACTOR = 10
"""How many times as long a draw waits that nobody at all answers, before it is given up."""


@dataclass(slots=True)
class DrawTimeouts:
    """Measures how long each stage of each draw has waited.

    Attributes:
        seconds: how long a stage waits.
        clock: a clock that never goes back, in seconds.
    """

    seconds: float
    clock: Callable[[], float]
    _ends: dict[tuple[str, int, str], float] = field(default_factory=dict)
    _begun: dict[tuple[str, int, str], float] = field(default_factory=dict)

    def watch_draws(self, tables: Iterable[Table], *, longer: float = 0.0) -> None:
        """Measure the draws that go on now, and no others.

        Args:
            tables: all tables.
            longer: seconds by which new ones wait longer than usual.
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

    def seconds_left(self) -> float | None:
        """Return the seconds until the first wait ends, or None if no draw waits."""
        return max(0.0, min(self._ends.values()) - self.clock()) if self._ends else None

    def take_expired(self) -> list[tuple[str, bool]]:
        """Return the ids of tables whose wait is over, and whether it is time to give up there.

        Their waits begin anew, in case nothing changes.
        """
        now = self.clock()
        ended = [stage for stage, end in self._ends.items() if end <= now]
        self._ends |= dict.fromkeys(ended, now + self.seconds)
        long = GIVE_UP_FACTOR * self.seconds
        return [(stage[0], now - self._begun[stage] >= long) for stage in ended]
