"""Finds idle tables: nobody was there and nothing happened for too long."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from server.tables.table import Table

LONE_SECONDS = 600.0
"""How long a table is kept whose first game never began and where only its host ever sat."""
WAITING_SECONDS = 24 * 3600.0
"""The same if others sat there as well, or the table is private."""
KEPT_SECONDS = 72 * 3600.0
"""How long any other table is kept."""


@dataclass(frozen=True, slots=True)
class IdleLimits:
    """How many seconds a table may be idle before it is closed.

    Attributes:
        kept: any table; the other limits are never longer than this one.
        lone: a table whose first game never began and where only its host ever sat.
        waiting: a table whose first game never began, private or where others have sat too.
    """

    kept: float = KEPT_SECONDS
    lone: float = LONE_SECONDS
    waiting: float = WAITING_SECONDS

    def seconds_for(self, table: Table) -> float:
        """Return how many seconds a table may be idle."""
        if table.has_begun:
            return self.kept
        return min(self.kept, self.lone if table.is_lone and not table.key else self.waiting)

    @property
    def least(self) -> float:
        """The shortest of the limits, in seconds."""
        return min(self.kept, self.lone, self.waiting)


@dataclass(slots=True)
class IdleTracker:
    """Measures how long each table has been idle.

    A table whose first game never began is in use while its host or a seated player is connected
    to the lobby. Any other table is in use while one of them looks at it. When a server starts,
    every table has its full time again.

    Attributes:
        limits: how long tables may be idle.
        clock: a clock that never goes back, in seconds.
        heard: returns when a player, by fingerprint, last gave a sign of life since this start.
    """

    limits: IdleLimits
    clock: Callable[[], float]
    heard: Callable[[str], float | None]
    _used: dict[str, float] = field(default_factory=dict)

    def touch(self, table: str) -> None:
        """Note that a table is in use."""
        self._used[table] = self.clock()

    def expired(self, tables: Collection[Table]) -> list[str]:
        """Return the ids of those of all tables that have been idle for too long."""
        now = self.clock()
        self._used = {table.id: self._used.get(table.id, now) for table in tables}
        return [
            table.id for table in tables if self.idle_for(table) >= self.limits.seconds_for(table)
        ]

    def idle_for(self, table: Table) -> float:
        """Return for how many seconds a table has been idle, as far as this start knows."""
        used = self._used.setdefault(table.id, self.clock())
        heard = map(self.heard, () if table.has_begun else table.members())
        return self.clock() - max((used, *(at for at in heard if at is not None)))
