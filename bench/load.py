"""How many tables a server bears: people's pace, spectators, a commit a move.

Run it from the top of the project::

    python -m bench.load [seconds a step, 20 by default] [seconds for a broker, 200 by default]
        [folder of the store]

Server and broker are processes of their own (the embedded broker is the server's). At every table
two players and a spectator sit at clients of one more process, and a move is played every five
seconds. The number of tables is doubled, but raised by 40 at most, until *seen by all*, from
sending a move to its state at the table's last client, takes longer than 150 ms for one in a
hundred moves; the last number below is the result, or a lower bound of it when the time for a
broker is up. A step above is taken once more, as somebody else may have wanted the machine. Beside
it in the same minutes a bare request and answer between two aiomqtt clients goes through the same
broker.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from bench.store import FREE, NoRules, Round, bare, lobby
from client import Client
from games.registry import game_of
from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from protocol.messages import Agree, Done, OpenTable, PlayMove, StartGame, TakeSeat
from server.broker import embedded_broker
from tests.brokers import mosquitto

PACE = 5.0
LIMIT = 0.150
FIRST = 10
STRIDE = 40
"""Tables that are added at most from one step to the next."""
BARE = 40
"""Bare requests in each step, spread over it."""


@dataclass
class Times:
    """Seconds of each move: until its answer, and until everybody has seen it."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)


class Table:
    """One table: its players, a spectator, and the game they play at random."""

    def __init__(self, seed: int) -> None:
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
        """Move every five seconds, and write down how long each move takes."""
        await asyncio.sleep(self._random.uniform(0, PACE))
        while True:
            began = perf_counter()
            await self._move(times)
            await asyncio.sleep(max(0.0, PACE - (perf_counter() - began)))

    async def _move(self, times: Times) -> None:
        host, guest, _ = self._clients
        state = host.table(self._id)
        if state is None or state.status != "running":
            if state is not None and state.status == "over":
                for client in (host, guest):
                    await client.request(Agree(self._id, state.game_number, "again", yes=True))
            return
        game = game_of(state.game, map_text=state.map or None)
        seat = game.turn(game.parse(state.position))
        mover = self._clients[seat or 0]
        own = mover.table(self._id)
        if own is None or own.ply != state.ply or own.viewer != seat:
            return  # its own view is still on the way
        move = game.format_move(game.random_move(game.parse(own.position), self._random))
        began = perf_counter()
        watching = [
            asyncio.create_task(seen(client, self._id, state.revision)) for client in self._clients
        ]
        await mover.request(PlayMove(self._id, state.game_number, state.ply, move))
        times.answered.append(perf_counter() - began)
        await asyncio.gather(*watching)
        times.seen.append(perf_counter() - began)


async def seen(client: Client, table: str, after: int) -> None:
    """Wait until a client shows a later state of a table."""
    async with client.changes() as changes:
        while (state := client.table(table)) is None or state.revision <= after:
            await anext(changes)


def resident(process: Process) -> float:
    """Return a process's memory in MB."""
    text = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", text)
    assert found is not None
    return int(found[1]) / 1024


@asynccontextmanager
async def serving(kind: str, folder: Path) -> AsyncIterator[tuple[Link, Process]]:
    """Run a server in a process of its own, on its own broker or on mosquitto."""
    command = (sys.executable, "-m", "bench.load", "--serve", kind, str(folder))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    try:
        yield parse_link((await process.stdout.readline()).decode()), process
    finally:
        await process.communicate(b"")


async def serve(kind: str, folder: Path) -> None:
    """Serve until standard input ends."""
    async with AsyncExitStack() as stack:
        if kind == "mosquitto":
            address = stack.enter_context(mosquitto(folder))
        else:
            embedded = embedded_broker("127.0.0.1", 0, NoRules(), FREE)
            address = (await stack.enter_async_context(embedded)).address
        _, link = await stack.enter_async_context(lobby(address, folder / f"{kind}.db"))
        sys.stdout.write(f"{link}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


async def step(tables: list[Table], ask: Round, seconds: float) -> tuple[Times, list[float]]:
    """Let the tables play for a while, and bare requests beside them."""
    times, alone = Times(), []
    playing = [asyncio.create_task(table.play(times)) for table in tables]
    for _ in range(BARE):
        alone += await ask(1)
        await asyncio.sleep(seconds / BARE)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return times, alone


async def main(seconds: float, budget: float, folder: Path) -> None:
    """Load both brokers, each for so many seconds in all, and print what they bear."""
    for kind in ("embedded", "mosquitto"):
        print(f"{kind} broker")
        async with AsyncExitStack() as stack:
            link, process = await stack.enter_async_context(serving(kind, folder))
            ask = await bare(stack, link.broker)
            empty = resident(process)
            tables: list[Table] = []
            began, took, most, wanted, tries = perf_counter(), 0.0, 0, FIRST, 2
            while tries and perf_counter() - began + 2 * took < budget:
                started = perf_counter()
                for number in range(len(tables), wanted):
                    tables.append(Table(number))
                    await tables[-1].open(stack, link)
                times, alone = await step(tables, ask, seconds)
                took = perf_counter() - started
                p99 = quantiles(times.seen, n=100, method="inclusive")[98]
                each = (resident(process) - empty) * 1024 / wanted
                print(
                    f"  {wanted:4} tables: seen by all p50 {median(times.seen) * 1000:6.1f} ms, "
                    f"p99 {p99 * 1000:6.1f} ms; answered p50 {median(times.answered) * 1000:6.1f}"
                    f" ms, {median(times.answered) / median(alone):5.2f} × a bare request; "
                    f"{each:5.0f} KB a table; {len(times.seen)} moves",
                    flush=True,
                )
                if p99 < LIMIT:
                    most, wanted, tries = wanted, wanted + min(wanted, STRIDE), 2
                else:
                    tries -= 1
            bound = "at least " if tries else ""
            print(f"  largest number of tables below {LIMIT * 1000:.0f} ms: {bound}{most}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        asyncio.run(serve(sys.argv[2], Path(sys.argv[3])))
    else:
        duration = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
        whole = float(sys.argv[2]) if len(sys.argv) > 2 else 200.0
        with tempfile.TemporaryDirectory(dir=sys.argv[3] if len(sys.argv) > 3 else None) as here:
            asyncio.run(main(duration, whole, Path(here)))
