"""Tables under load: two players and a spectator at each, who play at random at people's pace."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from client.client import Client
from client.errors import RefusedError
from games.registry import game_of
from protocol.commands import Agree, OpenTable, PlayMove, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done

PACE = 5.0
"""Seconds from one move at a table to the next."""

_PAUSE = 0.005
"""Seconds until a table looks again whether it can move; without them, the clients would spin."""


@dataclass
class Times:
    """Seconds of each move: until its answer, and until everybody has seen it."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)


class Table:
    """One table: its players, a spectator, and the game they play at random."""

    def __init__(self, seed: int, pace: float = PACE) -> None:
        self._pace = pace
        self._random = Random(seed)
        self._clients: list[Client] = []
        self._id = ""

    async def open(self, stack: AsyncExitStack, link: Link) -> None:
        """Come, sit down and begin."""
        for name in ("Ann", "Ben", "Eve"):
            client = Client(link, SecretKey.generate(), name)
            self._clients.append(await stack.enter_async_context(client))
            await client.ready()
        host, guest, _ = self._clients
        opened = await host.request(OpenTable("siam", 2, seat=0))
        assert isinstance(opened, Done)
        self._id = opened.table
        await guest.request(TakeSeat(self._id, 1))
        for client in self._clients:
            await client.follow(self._id)
        await host.request(StartGame(self._id))

    async def play(self, times: Times) -> None:
        """Move at the table's pace, and write down how long each move takes."""
        await asyncio.sleep(self._random.uniform(0, self._pace))
        while True:
            began = perf_counter()
            await self._move(times)
            await asyncio.sleep(max(_PAUSE, self._pace - (perf_counter() - began)))

    async def _move(self, times: Times) -> None:
        host, guest, _ = self._clients
        state = host.table(self._id)
        if state is None or state.status != "running" or not state.position:
            if state is not None and state.status == "over":
                with suppress(RefusedError):  # the next game is being dealt already
                    for client in (host, guest):
                        await client.request(Agree(self._id, state.game_number, "again", yes=True))
            return
        game = game_of(state.game, map_text=state.map or None)
        seat = game.turn(game.parse(state.position))
        mover = self._clients[seat or 0]
        own = mover.table(self._id)
        if own is None or not own.position or own.ply != state.ply or own.viewer != seat:
            return  # its own view is still on the way
        move = game.format_move(game.random_move(game.parse(own.position), self._random))
        began = perf_counter()
        watching = [
            asyncio.create_task(_seen(client, self._id, state.revision)) for client in self._clients
        ]
        await mover.request(PlayMove(self._id, state.game_number, state.ply, move))
        times.answered.append(perf_counter() - began)
        await asyncio.gather(*watching)
        times.seen.append(perf_counter() - began)


async def _seen(client: Client, table: str, after: int) -> None:
    """Wait until a client shows a later state of a table."""
    async with client.changes() as changes:
        while (state := client.table(table)) is None or state.revision <= after:
            await anext(changes)


@dataclass
class Crowd:
    """The clients of some tables, in one process.

    Attributes:
        stack: the connections.
        link: of the lobby.
        first: the number of its first table, of all that are opened; it seeds their games.
        pace: seconds from one move at a table to the next.
    """

    stack: AsyncExitStack
    link: Link
    first: int
    pace: float = PACE
    tables: list[Table] = field(default_factory=list)

    async def open(self, count: int) -> None:
        """Open so many more tables and start their games."""
        for _ in range(count):
            self.tables.append(Table(self.first + len(self.tables), self.pace))
            await self.tables[-1].open(self.stack, self.link)

    async def play(self, seconds: float) -> Times:
        """Play at all tables for so long.

        Raises:
            Exception: whatever ended the play at one of them.
        """
        times = Times()
        playing = [asyncio.create_task(table.play(times)) for table in self.tables]
        failed, _ = await asyncio.wait(
            playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for task in failed:
            task.result()
        return times
