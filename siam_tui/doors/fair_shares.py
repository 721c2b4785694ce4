"""What strangers may take of a door, shared fairly among addresses: places and turns."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from siam_tui.doors.named_proxies import Origin

T = TypeVar("T")


class FairPlaces(Generic[T]):
    """Places for connections of one kind.

    Where all are taken, a newcomer replaces a connection of the address that has most of them.

    Attributes:
        most: how many there are.
        of_address: how many one address may have.
    """

    def __init__(
        self,
        most: int,
        of_address: int,
        end: Callable[[T], None],
        is_busy: Callable[[T], bool] | None = None,
    ) -> None:
        """Prepare.

        Args:
            most: how many places there are.
            of_address: how many one address may have.
            end: ends the connection that is replaced.
            is_busy: whether a connection is at work, so that others are replaced before it. Then
                an address that has its share also replaces one of its own; else it is refused.
        """
        self.most = most
        self.of_address = of_address
        self._end = end
        self._is_busy = is_busy
        self._taken: dict[T, str] = {}
        self._of_network: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, holder: T, network: str, *, shared: bool = False) -> bool:
        """Take a place; False if there is none.

        Args:
            holder: the connection.
            network: what tells its address apart.
            shared: whether many people have this address.
        """
        if not shared and self._of_network[network] >= self.of_address:
            if self._is_busy is None:
                return False
            self._replace_one_of(network)
        elif len(self._taken) >= self.most:
            crowd, size = self._of_network.most_common(1)[0]
            own = self._of_network[network]
            if self._is_busy is None and size <= own + 1:
                return False
            self._replace_one_of(crowd if size > own else network)
        self._taken[holder] = network
        self._of_network[network] += 1
        return True

    def give_back(self, holder: T) -> None:
        """Give a place back, if it has one."""
        network = self._taken.pop(holder, None)
        if network is not None:
            self._of_network[network] -= 1
            if self._of_network[network] <= 0:
                del self._of_network[network]

    def _replace_one_of(self, network: str) -> None:
        """End the oldest connection of an address, if possible one that is not at work."""
        alike = [holder for holder, where in self._taken.items() if where == network]
        idle = (each for each in alike if self._is_busy is not None and not self._is_busy(each))
        gone = next(idle, alike[0])
        self.give_back(gone)
        self._end(gone)


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
                self._leave_queue(network, mine)
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

    def _leave_queue(self, network: str, gone: asyncio.Future[None]) -> None:
        if own := self._waiting.get(network):
            own.remove(gone)
            if not own:
                del self._waiting[network]
