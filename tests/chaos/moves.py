"""Counts acknowledged moves."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass
class Moves:
    """Counts the moves acknowledged and lets one wait for a count."""

    count: int = 0
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self) -> None:
        self.count += 1
        self._more.set()
        self._more = asyncio.Event()

    async def reach(self, count: int) -> None:
        while self.count < count:
            await self._more.wait()
