"""Who is at the followed tables, as the server reports it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from protocol.states import Attendance


@dataclass(frozen=True, slots=True)
class Companion:
    """A person at a table.

    Attributes:
        player: their fingerprint.
        name: their name.
        away: seconds they have been away by now; None while they are there.
    """

    player: str
    name: str
    away: float | None = None


class TableAttendance:
    """Who is at each followed table; times of absence grow with the clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._reported: dict[str, tuple[Attendance, float]] = {}

    def update(self, attendance: Attendance) -> None:
        """Replace what is known of a table."""
        self._reported[attendance.table] = (attendance, self._clock())

    def forget(self, table: str) -> None:
        """Forget a table that is no longer followed."""
        self._reported.pop(table, None)

    def people_at(self, table: str) -> tuple[Companion, ...]:
        """Return who is at a table, or has a seat there and is away; no bots."""
        if table not in self._reported:
            return ()
        attendance, reported_at = self._reported[table]
        passed = self._clock() - reported_at
        return tuple(
            Companion(each.player, each.name, None if each.away is None else each.away + passed)
            for each in attendance.people
        )
