"""Lets connections take turns: each round of the loop one does a little work for its client.

So a client waits at most for one turn of a stranger, and for those who use as little as itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from time import thread_time
from typing import Any, Final, Protocol

from transport.allowances import Allowances

_SECONDS_AT_ONCE: Final = 0.3
_SECONDS_PER_SECOND: Final = 0.02
"""Processor time that an address may cause: so much at once, and then so much a second."""


class Measured(Coroutine[Any, Any, None]):
    """A coroutine that notes the processor time of each of its parts between two waits."""

    def __init__(self, work: Coroutine[Any, Any, None], note: Callable[[float], None]) -> None:
        """Prepare.

        Args:
            work: what is done.
            note: called with the seconds of each part.
        """
        self._work, self._note = work, note

    def __await__(self) -> Generator[Any, Any, None]:
        return self._work.__await__()

    def send(self, value: Any) -> Any:  # noqa: ANN401 - whatever the loop sends
        """Go on until the next wait."""
        return self._measure(self._work.send, value)

    def throw(self, *error: Any) -> Any:  # noqa: ANN401
        """Go on with an error until the next wait."""
        return self._measure(self._work.throw, *error)

    def close(self) -> None:
        """End."""
        self._work.close()

    def _measure(self, go_on: Callable[..., Any], *values: Any) -> Any:  # noqa: ANN401
        began = thread_time()
        try:
            return go_on(*values)
        finally:
            self._note(thread_time() - began)


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
        self._allowances = Allowances(_SECONDS_AT_ONCE, _SECONDS_PER_SECOND)
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
        now = self._loop.time()
        self._allowances.of(network, now).charge(seconds, now)

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
        worker = max(
            self._waiting, key=lambda each: self._allowances.of(each.network, now).left(now)
        )
        if seconds := self._allowances.of(worker.network, now).wait(now):
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
