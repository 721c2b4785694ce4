"""Whose packet is next, when all together send more than the broker is to bear."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count
from math import exp

from server.broker.limits import Allowance, Limits

_MEMORY = 5.0
"""Seconds after which little is left of what a connection has used."""
_WORTH = 0.2
"""Seconds a packet may have to wait for each that its connection has used lately."""
_HASTE = 50
"""Packets one counts as behind which its connection had the next waiting: people's seldom have."""


class Use:
    """What a connection has used lately."""

    __slots__ = ("_at", "_used", "began")

    def __init__(self, used: float, now: float) -> None:
        self._used = used
        self._at = now
        self.began = now

    def add(self, amount: float, now: float) -> float:
        """Add to it; return what it comes to."""
        self._used = self._used * exp((self._at - now) / _MEMORY) + amount
        self._at = now
        return self._used


class FairScheduler:
    """Lets packets through, as many in a second as the broker bears.

    Players of running games have a lane of their own, so that they never wait for strangers.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_players = _Lane(limits)
        self._of_others = _Lane(limits)

    async def take(
        self, use: Use, amount: float = 1, *, more: bool = False, playing: bool = False
    ) -> None:
        """Return when it is the turn of a connection's next packet.

        Args:
            use: what the connection has used before.
            amount: what this packet uses.
            more: whether another one of the connection's waits behind it.
            playing: whether it is the connection of a player of a running game.
        """
        lane = self._of_players if playing else self._of_others
        await lane.take(use, amount, more=more)

    def close(self) -> None:
        """Let everything through from now on: the broker is ending."""
        self._of_players.close()
        self._of_others.close()


class _Lane:
    """Orders the packets of some of the connections.

    While there are more than it bears, those of a connection that has used little lately go first:
    of somebody who has been there for a while before those of who floods, or has just come. Nobody
    is shut out, and nobody waits for ever: what a connection has used puts its next packet off by
    so much time, and no more. Modest connections, which have been there for a while and used
    little, have a share of their own, so that they do not wait for the next free moment either.
    """

    def __init__(self, limits: Limits) -> None:
        self._loop = asyncio.get_running_loop()
        self._pause = 1 / limits.all_per_second
        self._allowance = Allowance(
            limits.all_credit, limits.all_per_second, limits.all_credit, self._loop.time()
        )
        self._limits = limits
        self._of_the_modest = Allowance(
            limits.modest_use, limits.modest_per_second, limits.modest_use, self._loop.time()
        )
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def take(self, use: Use, amount: float, *, more: bool) -> None:
        """Return when it is the turn of a connection's next packet; as `FairScheduler.take`."""
        now = self._loop.time()
        used = use.add(amount * _HASTE if more else amount, now)
        due = now + _WORTH * used
        if self._closed or (not self._waiting and self._allowance.take(amount, now)):
            return
        modest = used <= self._limits.modest_use and now >= use.began + self._limits.modest_seconds
        if modest and self._of_the_modest.take(amount, now):
            return
        turn: asyncio.Future[None] = self._loop.create_future()
        heappush(self._waiting, (due, next(self._numbers), amount, turn))
        if self._timer is None:
            self._timer = self._loop.call_later(self._pause, self._go_on)
        await turn

    def close(self) -> None:
        """Let everything through from now on."""
        self._closed = True
        for *_, turn in self._waiting:
            _let_go(turn)
        self._waiting.clear()

    def _go_on(self) -> None:
        self._timer = None
        while self._waiting:
            _, _, amount, turn = self._waiting[0]
            if not (turn.done() or self._allowance.take(amount, self._loop.time())):
                self._timer = self._loop.call_later(self._pause, self._go_on)
                return
            heappop(self._waiting)
            _let_go(turn)


def _let_go(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
