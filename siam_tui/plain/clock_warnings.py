"""The clocks of a table in a dialogue: how much time is left, and warnings when it is little."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Final

from protocol.states import TableState
from siam_tui.model.table_view import TableView
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.table.seat_notes import times_left
from siam_tui.ui.text import spell_duration
from texts import tell

_WARNED: Final = (60, 30, 10)
"""Seconds left on the person's own running clock at which they are warned."""


class ClockWarnings:
    """What the clocks of one table show, and the warnings of the person's own."""

    def __init__(self, io: LineIO, now: Callable[[], float] = time.monotonic) -> None:
        """Show none yet; `now` returns the seconds by which they run."""
        self._io = io
        self._now = now
        self._state: TableState | None = None
        self._received = 0.0
        self._warnings: list[asyncio.TimerHandle] = []

    @property
    def left(self) -> Mapping[int, float]:
        """The seconds each person's clock has left."""
        passed = self._now() - self._received
        return times_left(self._state, passed) if self._state else {}

    def update_clocks(self, view: TableView) -> None:
        """Take the clocks of a new state; plan warnings of the person's own if it runs."""
        self.cancel_warnings()
        self._state, self._received = view.state, self._now()
        left = self._own_time(view)
        if left is not None and self._io.interactive:
            loop = asyncio.get_running_loop()
            self._warnings = [
                loop.call_later(left - seconds, self._io.write_lines, _tell_time(seconds))
                for seconds in _WARNED
                if left > seconds
            ]

    def cancel_warnings(self) -> None:
        """Cancel all warnings."""
        for warning in self._warnings:
            warning.cancel()
        self._warnings.clear()

    def tell_own(self, view: TableView) -> list[str]:
        """Return how much time the person has left, if it is their turn and there are clocks."""
        left = self._own_time(view)
        return [] if left is None else [_tell_time(left)]

    def _own_time(self, view: TableView) -> float | None:
        own = view.seat if view.my_turn else None
        return None if own is None else self.left.get(own)


def _tell_time(seconds: float) -> str:
    return tell("plain/clock", time=spell_duration(seconds))
