"""The clocks of a table, told: how long one may think, and again when little is left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Final

from protocol.messages import TableState
from siam_tui.games.siam.plain_moves import time_told
from siam_tui.model.table_view import TableView
from siam_tui.plain.line_output import Voice
from siam_tui.table.clocks import times_left

_WARNED: Final = (60, 30, 10)
"""At so many seconds left a person is told of it while it is their turn."""


class Clocks:
    """What the clocks of one table show."""

    def __init__(self, voice: Voice, now: Callable[[], float] = time.monotonic) -> None:
        """Show none yet; `now` tells the seconds by which they run."""
        self._voice = voice
        self._now = now
        self._state: TableState | None = None
        self._received = 0.0
        self._warnings: list[asyncio.TimerHandle] = []

    @property
    def left(self) -> Mapping[int, float]:
        """The seconds each person's clock has left."""
        passed = self._now() - self._received
        return times_left(self._state, passed) if self._state else {}

    def receive(self, sight: TableView) -> None:
        """Take the clocks of a new state; warn of one's own in time, if it runs."""
        self.stop()
        self._state, self._received = sight.state, self._now()
        left = self._own(sight)
        if left is not None and self._voice.interactive:
            loop = asyncio.get_running_loop()
            self._warnings = [
                loop.call_later(left - seconds, self._voice.say, _told(seconds))
                for seconds in _WARNED
                if left > seconds
            ]

    def stop(self) -> None:
        """Warn no more."""
        for warning in self._warnings:
            warning.cancel()
        self._warnings.clear()

    def own(self, sight: TableView) -> list[str]:
        """Tell how long one may think, where it is one's turn and there are clocks."""
        left = self._own(sight)
        return [] if left is None else [_told(left)]

    def _own(self, sight: TableView) -> float | None:
        mine = sight.seat if sight.my_turn else None
        return None if mine is None else self.left.get(mine)


def _told(seconds: float) -> str:
    return f"Your clock: {time_told(seconds)}."
