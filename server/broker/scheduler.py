"""Schedules packets when all connections together send more than the broker can carry."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count
from math import exp

from server.broker.limits import Limits
from transport.allowances import Allowance

_MEMORY = 5.0
"""Seconds in which the use of a connection decays."""
_WORTH = 0.2
"""Seconds that a packet may wait for each packet that its connection sent lately."""
_HASTE = 50
"""Cost in packets of a packet with another one waiting behind it; people rarely send such."""


class Use:
    """How many packets a connection has sent lately, decaying with time."""

    __slots__ = ("_at", "_used", "began")

    def __init__(self, used: float, now: float) -> None:
        self._used = used
        self._at = now
        self.began = now

    def record(self, amount: float, now: float) -> float:
        """Add to it; return the sum."""
        self._used = self._used * exp((self._at - now) / _MEMORY) + amount
        self._at = now
        return self._used


class FairScheduler:
    """Lets as many packets through in a second as the broker can carry.

    Players of running games have a lane of their own, so they never wait for strangers.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_players = _Lane(limits)
        self._of_others = _Lane(limits)

    async def wait_turn(
        self, use: Use, amount: float = 1, *, more: bool = False, playing: bool = False
    ) -> None:
        """Wait for the turn of a connection's next packet.

        Args:
            use: how much the connection has used.
            amount: the cost of this packet.
            more: whether another packet of the connection waits behind it.
            playing: whether the connection belongs to a player of a running game.
        """
        lane = self._of_players if playing else self._of_others
        await lane.wait_turn(use, amount, more=more)

    def close(self) -> None:
        """Let everything through from now on, since the broker is ending."""
        self._of_players.close()
        self._of_others.close()


class _Lane:
    """Orders the packets of a part of the connections.

    While there are too many, connections that used little lately go first. So a connection that has
    been there for a while goes before one that floods or has just come. Nobody is shut out, and
    nobody waits for ever: the use of a connection delays its next packet by a limited time. Modest
    connections, which have been there for a while and used little, have a share of their own, so
    they do not wait at all.
    """

    def __init__(self, limits: Limits) -> None:
        self._loop = asyncio.get_running_loop()
        self._pause = 1 / limits.all_per_second
        now = self._loop.time()
        self._allowance = Allowance(limits.all_credit, limits.all_per_second, now)
        self._limits = limits
        self._of_modest = Allowance(limits.modest_use, limits.modest_per_second, now)
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def wait_turn(self, use: Use, amount: float, *, more: bool) -> None:
        """Wait for the turn of a connection's next packet; see `FairScheduler.wait_turn`."""
        now = self._loop.time()
        used = use.record(amount * _HASTE if more else amount, now)
        due = now + _WORTH * used
        if self._closed or (not self._waiting and self._allowance.spend(amount, now)):
            return
        modest = used <= self._limits.modest_use and now >= use.began + self._limits.modest_seconds
        if modest and self._of_modest.spend(amount, now):
            return
        turn: asyncio.Future[None] = self._loop.create_future()
        heappush(self._waiting, (due, next(self._numbers), amount, turn))
        if self._timer is None:
            self._timer = self._loop.call_later(self._pause, self._serve_waiting)
        await turn

    def close(self) -> None:
        """Let everything through from now on."""
        self._closed = True
        for *_, turn in self._waiting:
            _let_go(turn)
        self._waiting.clear()

    def _serve_waiting(self) -> None:
        self._timer = None
        while self._waiting:
            _, _, amount, turn = self._waiting[0]
            if not (turn.done() or self._allowance.spend(amount, self._loop.time())):
                self._timer = self._loop.call_later(self._pause, self._serve_waiting)
                return
            heappop(self._waiting)
            _let_go(turn)


def _let_go(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
