"""Waits until other servers run the parts that this one has handed over."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping

_LONGEST = 1.0
"""Seconds until the next parts are handed over in any case."""


class Handover:
    """The parts that were handed over last, and that no other server runs yet."""

    def __init__(self) -> None:
        self._awaited: dict[int, int] = {}
        self._all_run = asyncio.Event()

    def expect(self, epochs: Mapping[int, int]) -> None:
        """Note which parts are given back now, and the epochs that end with it."""
        self._awaited = dict(epochs)
        self._all_run.clear()

    def note_running(self, part: int, epoch: int) -> None:
        """Note that a server runs a part; news of this server itself may come late."""
        if epoch > self._awaited.get(part, epoch):
            del self._awaited[part]
        if not self._awaited:
            self._all_run.set()

    async def wait_until_run(self) -> None:
        """Return once others run all of them, or after a second."""
        if not self._awaited:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._all_run.wait(), _LONGEST)
