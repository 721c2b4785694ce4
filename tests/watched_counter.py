"""A counter whose changes can be awaited."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from tests.patience import PATIENCE


class WatchedCounter(Counter[str]):
    """A counter that a server or a client counts with, and a test waits for."""

    changed: asyncio.Event | None = None

    def __setitem__(self, reason: str, count: int) -> None:
        """Count, and let go on who waits."""
        super().__setitem__(reason, count)
        if self.changed is not None:
            self.changed.set()

    async def until(self, wanted: Callable[[], object]) -> None:
        """Return once something is true that only a change of the counts can make true."""
        self.changed = asyncio.Event()
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                self.changed.clear()
                await self.changed.wait()


def watched(counts: Counter[str]) -> WatchedCounter:
    """Return a counter that others hold already, and can now be waited for."""
    counts.__class__ = WatchedCounter
    assert isinstance(counts, WatchedCounter)
    return counts
