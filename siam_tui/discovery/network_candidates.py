"""Announcements of lobbies that are being probed; each address gets its share of the places."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from siam_tui.discovery.search import FoundLobby

logger = logging.getLogger(__name__)

MAX_CANDIDATES = 64
MAX_OF_ADDRESS = 8
"""Announcements of one address, so that none can hide the others' among many of its own."""


@dataclass(slots=True, eq=False)
class Candidate:
    """One announcement.

    Attributes:
        name: its name on the network, which is shown to nobody.
        address: the first address that it names; empty while that is not known.
        lobby: the lobby, while its server answers.
        failures: how many probes in a row were not answered.
        is_kept: whether it is of a lobby that the player knows, and has answered.
        is_withdrawn: whether it was said to have ended, which anybody can say.
    """

    name: str
    address: str = ""
    lobby: FoundLobby | None = None
    failures: int = 0
    is_kept: bool = False
    is_withdrawn: bool = False


class Candidates:
    """All announcements, each with the task that probes it."""

    def __init__(self) -> None:
        self._tasks: dict[str, tuple[Candidate, asyncio.Task[None]]] = {}
        self._chance = Random()  # noqa: S311 - spreads a loss, guards nothing

    def __iter__(self) -> Iterator[Candidate]:
        return (candidate for candidate, _ in self._tasks.values())

    def __len__(self) -> int:
        return len(self._tasks)

    def __contains__(self, name: str) -> bool:
        return name in self._tasks

    def add(self, name: str, watch: Callable[[Candidate], Coroutine[Any, Any, None]]) -> None:
        """Watch an announcement, unless it is watched already; if there are too many, one goes.

        Args:
            name: its name on the network.
            watch: probes it until cancelled.
        """
        if name in self._tasks:
            return
        if len(self._tasks) >= MAX_CANDIDATES and not self._make_room():
            return
        candidate = Candidate(name)
        task = asyncio.create_task(watch(candidate))
        task.add_done_callback(lambda done: self._note_end(candidate, done))
        self._tasks[name] = candidate, task

    def claim_share(self, candidate: Candidate) -> bool:
        """Return whether an announcement may stay beside the others of its address.

        Anybody can announce any address. So one whose server has not answered gives way.
        """
        others = [each for each in self if each.address == candidate.address and each != candidate]
        if len(others) < MAX_OF_ADDRESS:
            return True
        silent = [each for each in others if each.lobby is None and each.failures]
        if silent:
            self.remove(self._chance.choice(silent))
        return bool(silent)

    def _make_room(self) -> bool:
        """Remove one announcement; return False if each is of a lobby that the player knows.

        It is one that has not answered if there is such, and of the address with most of them.
        """
        loose = [each for each in self if not each.is_kept]
        silent = [each for each in loose if each.lobby is None] or loose
        if not silent:
            return False
        count = Counter(each.address for each in silent)
        most = max(count.values())
        self.remove(self._chance.choice([each for each in silent if count[each.address] == most]))
        return True

    def withdraw(self, name: str) -> None:
        """Stop watching an announcement as soon as its server does not answer."""
        if (found := self._tasks.get(name)) is not None:
            candidate, _ = found
            candidate.is_withdrawn = True
            if candidate.lobby is None:
                self.remove(candidate)

    def remove(self, candidate: Candidate) -> None:
        """Stop watching an announcement."""
        if (found := self._tasks.pop(candidate.name, None)) is not None:
            found[1].cancel()

    async def clear(self) -> None:
        """Stop watching all announcements, and wait until they are not probed any more."""
        tasks = [task for _, task in self._tasks.values()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _note_end(self, candidate: Candidate, task: asyncio.Task[None]) -> None:
        """Free the place of an announcement that is no longer probed."""
        if self._tasks.get(candidate.name) == (candidate, task):
            del self._tasks[candidate.name]
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("an announcement is no longer probed", exc_info=error)
