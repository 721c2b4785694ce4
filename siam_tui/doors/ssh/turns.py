"""Lets connections take turns: each round of the loop one does a little work for its client.

So a client waits at most for one turn of a stranger, and for those who use as little as itself.
"""

from __future__ import annotations

import asyncio
from time import thread_time
from typing import Final, Protocol

from siam_tui.doors.address_allowance import AddressAllowance

_SECONDS_AT_ONCE: Final = 0.5
_SECONDS_PER_SECOND: Final = 0.05
"""Processor time that an address may cause: so much at once, and then so much a second."""


class Worker(Protocol):
    """A connection for which there is work.

    Attributes:
        network: the address that it comes from.
    """

    network: str

    def take_turn(self) -> bool:
        """Do a little work; return whether there is more."""

    def note_cost(self, seconds: float) -> None:
        """Note the processor time of the last turn."""


class Turns:
    """Decides whose turn it is: the one whose address has most of its allowance left."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._allowance = AddressAllowance(_SECONDS_AT_ONCE, _SECONDS_PER_SECOND)
        self._waiting: dict[Worker, None] = {}
        self._loop = asyncio.get_running_loop()
        self._next: asyncio.Handle | None = None

    def ask(self, worker: Worker) -> None:
        """Ask for a turn."""
        if worker not in self._waiting:
            self._waiting[worker] = None
            self._call(0)

    def forget(self, worker: Worker) -> None:
        """Forget one that has ended."""
        self._waiting.pop(worker, None)

    def charge(self, network: str, seconds: float) -> None:
        """Note processor time that an address causes after a turn."""
        self._allowance.use(network, seconds, self._loop.time())

    def _call(self, seconds: float) -> None:
        if self._next is not None:
            self._next.cancel()
        later = self._loop.call_later(seconds, self._give_turn) if seconds else None
        self._next = later or self._loop.call_soon(self._give_turn)

    def _give_turn(self) -> None:
        self._next = None
        if not self._waiting:
            return
        now = self._loop.time()
        worker = max(self._waiting, key=lambda each: self._allowance.left(each.network, now))
        if seconds := self._allowance.seconds_until_some(worker.network, now):
            self._call(seconds)
            return
        del self._waiting[worker]
        began = thread_time()
        has_more = worker.take_turn()
        spent = thread_time() - began
        self.charge(worker.network, spent)
        worker.note_cost(spent)
        if has_more:
            self._waiting[worker] = None
        if self._waiting:
            self._call(0)
