"""Which tables still have life: since when nothing has happened at them and no person looked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Life:
    """When there last was life at each table.

    A server that starts gives every table its full time again, however long it was away itself.

    Attributes:
        seconds: how long a table may be without life.
        clock: a clock that never goes back, in seconds.
    """

    seconds: float
    clock: Callable[[], float]
    _last: dict[str, float] = field(default_factory=dict)

    def touch(self, table: str) -> None:
        """Note that there is life at a table."""
        self._last[table] = self.clock()

    def ended(self, tables: Iterable[str]) -> list[str]:
        """Return those of all tables that have been without life for too long."""
        now = self.clock()
        self._last = {table: self._last.get(table, now) for table in tables}
        return [table for table, last in self._last.items() if now - last >= self.seconds]
