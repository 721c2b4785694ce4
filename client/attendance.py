"""The people at the tables one follows, as far as the server has told of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from protocol.messages import Attendance


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody at a table.

    Attributes:
        player: their fingerprint.
        name: what they are called.
        away: for how many seconds they have been away by now; None while they are there.
    """

    player: str
    name: str
    away: float | None = None


class Company:
    """Who is at each table; those who are away grow to be away longer without further word."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, tuple[Attendance, float]] = {}

    def hear(self, attendance: Attendance) -> None:
        """Take the server's word, which replaces all before it."""
        self._told[attendance.table] = (attendance, self._clock())

    def forget(self, table: str) -> None:
        """Forget a table one no longer follows."""
        self._told.pop(table, None)

    def at(self, table: str) -> tuple[Companion, ...]:
        """Return who is at a table, or has a seat there and is away; no bots."""
        if table not in self._told:
            return ()
        attendance, heard = self._told[table]
        passed = self._clock() - heard
        return tuple(
            Companion(each.player, each.name, None if each.away is None else each.away + passed)
            for each in attendance.people
        )
