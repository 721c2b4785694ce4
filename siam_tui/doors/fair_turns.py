"""Lets work begin in turn: one address after the other, however much one of them asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from siam_tui.doors.named_proxies import Origin


class TooManyWaitError(Exception):
    """An address has as many requests waiting as it may."""


class FairTurns:
    """Turns for work of one kind, of which a few may go on at a time."""

    def __init__(self, at_once: int, waiting: int) -> None:
        """Prepare.

        Args:
            at_once: how many may go on at a time.
            waiting: how many of one address may wait.
        """
        self._free = at_once
        self._most_waiting = waiting
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, origin: Origin) -> AsyncIterator[None]:
        """Wait for a turn, and keep it for as long as the context lasts.

        Args:
            origin: where the request comes from.

        Raises:
            TooManyWaitError: too many of this address wait already.
        """
        await self._wait(*origin)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, network: str, people: float) -> None:
        if self._free:
            self._free -= 1
            return
        own = self._waiting.setdefault(network, deque())
        if len(own) >= self._most_waiting * people:
            raise TooManyWaitError
        mine = asyncio.get_running_loop().create_future()
        own.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                self._forget(network, mine)
            else:
                self._pass_on()  # it was given the turn in the same moment
            raise

    def _pass_on(self) -> None:
        """Give a turn that is over to the next address."""
        if not self._waiting:
            self._free += 1
            return
        network, own = self._waiting.popitem(last=False)
        own.popleft().set_result(None)
        if own:
            self._waiting[network] = own

    def _forget(self, network: str, gone: asyncio.Future[None]) -> None:
        if own := self._waiting.get(network):
            own.remove(gone)
            if not own:
                del self._waiting[network]
