"""Announcements of lobbies that are being probed; their number is bounded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

from siam_tui.discovery.found_lobby import FoundLobby

logger = logging.getLogger(__name__)

MAX_CANDIDATES = 64


@dataclass(slots=True)
class Candidate:
    """One announcement.

    Attributes:
        name: its name on the network, which is shown to nobody.
        lobby: the lobby, while its server answers.
        failures: how many probes in a row were not answered.
    """

    name: str
    lobby: FoundLobby | None = None
    failures: int = 0


class Candidates:
    """All announcements, each with the task that probes it."""

    def __init__(self) -> None:
        self._tasks: dict[str, tuple[Candidate, asyncio.Task[None]]] = {}

    def __iter__(self) -> Iterator[Candidate]:
        return (candidate for candidate, _ in self._tasks.values())

    def __len__(self) -> int:
        return len(self._tasks)

    def add(self, name: str, watch: Callable[[Candidate], Coroutine[Any, Any, None]]) -> None:
        """Watch an announcement, unless it is watched already.

        If there are too many, the one that failed most often gives way. If none has failed yet,
        the new one is ignored.

        Args:
            name: its name on the network.
            watch: probes it until cancelled.
        """
        if name in self._tasks:
            return
        if len(self._tasks) >= MAX_CANDIDATES:
            worst = max(self, key=lambda each: each.failures)
            if not worst.failures:
                return
            self.remove(worst.name)
        candidate = Candidate(name)
        task = asyncio.create_task(watch(candidate))
        task.add_done_callback(_log_bug)
        self._tasks[name] = candidate, task

    def remove(self, name: str) -> None:
        """Stop watching an announcement."""
        if (found := self._tasks.pop(name, None)) is not None:
            found[1].cancel()

    async def clear(self) -> None:
        """Stop watching all announcements, and wait until they are not probed any more."""
        tasks = [task for _, task in self._tasks.values()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _log_bug(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("an announcement is no longer probed", exc_info=error)
