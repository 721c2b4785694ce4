"""How many tables a server bears, and what a move costs it: people's pace, a spectator each.

Run it from the top of the project::

    python -m bench.load [embedded|mosquitto ...] [--tables 60 120 200] [--seconds 20]
        [--folder FOLDER]

Server and broker are processes of their own (the embedded broker is the server's). At every table
two players and a spectator sit, and a move is played every five seconds. The clients of `CROWD`
tables share a process, so that no process of clients is as busy as the server. The lobby takes any
number of tables: the limit of a lobby is lifted. For each number of tables it prints:

- *seen by all*: from sending a move to its state at the table's last client;
- *answered*: until the mover has the answer, also as a multiple of a bare request and answer
  between two aiomqtt clients, which go through the same broker in the same seconds;
- the processor time of the server for a move, that of mosquitto, and that of the busiest process
  of clients;
- the memory of the server for a table. That is what has been added since the first `WARM_UP` tables
  had played for `WARM_SECONDS`, for each table since then. So what is loaded or reserved once, with
  the first tables, does not count.

The knee is the largest of these numbers at which 99 of 100 moves are seen by all within 150 ms.
The folder is the store's; a temporary one may lie in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from bench.load_tables import Crowd as Tables
from bench.load_tables import Times
from bench.processes import processor_time, resident
from bench.store import FREE, NoRules, Round, bare, lobby
from protocol.links import BrokerAddress, Link, parse_link
from server.broker.embedded import EmbeddedBroker, embedded_broker
from tests.brokers import mosquitto

LIMIT = 0.150
CROWD = 20
"""Tables whose clients share a process."""
WARM_UP = 20
"""Tables before the memory of the others is measured."""
WARM_SECONDS = 15.0
ANY_NUMBER = 10**6
"""Tables that the lobby takes."""
BARE = 40
"""Bare requests in each step, spread over it."""


@dataclass(frozen=True)
class Step:
    """What one number of tables came to.

    Attributes:
        times: of all moves.
        alone: seconds of bare requests beside them.
        server: seconds of processor time of the server.
        broker: of a broker that is a process of its own.
        clients: the busiest clients' share of one core.
    """

    times: Times
    alone: list[float]
    server: float
    broker: float
    clients: float


class CrowdError(Exception):
    """The clients of some tables have failed; the text says how."""


class Crowd:
    """A process with the clients of some tables."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def ask(self, *words: object) -> list[list[float]]:
        """Give a command, and return its answer once it is carried out.

        Raises:
            CrowdError: the clients failed.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{' '.join(map(str, words))}\n".encode())
        line = await self._process.stdout.readline()
        if not line:
            raise CrowdError(f"A process of clients ended at {words[0]!r}; see above.")
        answer: list[list[float]] | str = json.loads(line)
        if isinstance(answer, str):
            raise CrowdError(f"The clients failed at {words[0]!r}: {answer}")
        return answer


class Crowds:
    """The clients of all tables, in as many processes as needed."""

    def __init__(self, stack: AsyncExitStack, link: str) -> None:
        self._stack = stack
        self._link = link
        self._tables = 0
        self._each: list[Crowd] = []

    async def open(self, wanted: int) -> None:
        """Open tables until there are so many."""
        opening: list[Awaitable[object]] = []
        while self._tables < wanted:
            room = -self._tables % CROWD
            if not room:
                clients = started("--attend", self._link, str(self._tables))
                self._each.append(Crowd(await self._stack.enter_async_context(clients)))
                room = CROWD
            more = min(room, wanted - self._tables)
            opening.append(self._each[-1].ask("open", more))
            self._tables += more
        await asyncio.gather(*opening)

    async def play(self, seconds: float) -> list[list[list[float]]]:
        """Play at all tables for so long; return what each process has measured."""
        return await asyncio.gather(*(each.ask("play", seconds) for each in self._each))


@asynccontextmanager
async def started(*words: str) -> AsyncIterator[Process]:
    """Run this module in a process of its own; end it with its standard input."""
    command = (sys.executable, "-m", "bench.load", *words)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=2**24)
    try:
        yield process
    finally:
        await process.communicate(b"")


async def serve(kind: str, folder: Path) -> None:
    """Serve until standard input ends; print the link, and the id of a broker's own process."""
    async with AsyncExitStack() as stack:
        if kind == "mosquitto":
            broker: BrokerAddress | EmbeddedBroker = stack.enter_context(mosquitto(folder))
        else:
            embedded = embedded_broker("127.0.0.1", 0, NoRules(), FREE)
            broker = await stack.enter_async_context(embedded)
        server, link = await stack.enter_async_context(lobby(broker, folder / f"{kind}.db"))
        context = server.service.lobby.context
        context.table_quota = replace(context.table_quota, places=ANY_NUMBER)
        print(link, flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def attend(link: Link, first: int) -> None:
    """Be the clients of tables, as standard input says: ``open COUNT`` or ``play SECONDS``."""
    async with AsyncExitStack() as stack:
        tables = Tables(stack, link, first)
        while words := (await asyncio.to_thread(sys.stdin.readline)).split():
            try:
                answer: object = await carried_out(tables, words)
            except Exception as error:  # noqa: BLE001 - the program that asked ends with it
                answer = f"{type(error).__name__}: {error}"
            print(json.dumps(answer), flush=True)


async def carried_out(tables: Tables, words: list[str]) -> list[list[float]]:
    """Open tables or play at them; return what was measured."""
    if words[0] == "open":
        await tables.open(int(words[1]))
        return []
    began = process_time()
    times = await tables.play(float(words[1]))
    return [times.answered, times.seen, [process_time() - began]]


async def measure(crowds: Crowds, server: int, ask: Round, seconds: float) -> Step:
    """Have all tables play for a while, and bare requests beside them."""
    children = [int(each) for each in children_of(server)]
    before = processor_time(server), sum(map(processor_time, children))
    playing = asyncio.create_task(crowds.play(seconds))
    alone: list[float] = []
    for _ in range(BARE):
        alone += await ask(1)
        await asyncio.sleep(seconds / BARE)
    answers = await playing
    times = Times()
    for answered, seen, _ in answers:
        times.answered += answered
        times.seen += seen
    return Step(
        times,
        alone,
        processor_time(server) - before[0],
        sum(map(processor_time, children)) - before[1],
        max(busy[0] for _, _, busy in answers) / seconds,
    )


def children_of(process: int) -> list[str]:
    """Return the ids of a process's children."""
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def told(tables: int, step: Step, more: int, memory: float) -> str:
    """Return a line about a step, with the tables and the MB of memory since the warm-up."""
    each = f"{memory * 1024 / more:4.0f} KB a table" if more else "memory not told"
    seen, moves = step.times.seen, len(step.times.seen)
    return (
        f"  {tables:4} tables: seen by all p50 {median(seen) * 1000:6.1f} ms, "
        f"p99 {_p99(seen) * 1000:6.1f} ms; answered p50 {median(step.times.answered) * 1000:6.1f}"
        f" ms, {median(step.times.answered) / median(step.alone):5.2f} × a bare request; a move "
        f"costs the server {step.server / moves * 1000:5.2f} ms and its broker "
        f"{step.broker / moves * 1000:5.2f} ms; {each}; {moves} moves; "
        f"busiest clients {step.clients:.0%} of a core"
    )


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100, method="inclusive")[98]


async def load(kind: str, steps: list[int], seconds: float, folder: Path) -> None:
    """Load a broker with more and more tables, and print what each number came to."""
    async with AsyncExitStack() as stack:
        process = await stack.enter_async_context(started("--serve", kind, str(folder)))
        assert process.stdout is not None
        link = (await process.stdout.readline()).decode().strip()
        ask = await bare(stack, parse_link(link).broker)
        crowds, knee = Crowds(stack, link), 0
        first = min(WARM_UP, *steps)
        await crowds.open(first)
        await crowds.play(WARM_SECONDS)
        before = resident(process.pid)
        for wanted in steps:
            await crowds.open(wanted)
            step = await measure(crowds, process.pid, ask, seconds)
            added = resident(process.pid) - before
            print(told(wanted, step, wanted - first, added), flush=True)
            if _p99(step.times.seen) < LIMIT:
                knee = wanted
        print(f"  largest of these numbers below {LIMIT * 1000:.0f} ms: {knee}")


def main() -> None:
    """Load the brokers that are named, or both."""
    parser = argparse.ArgumentParser(description="Load a server with tables.")
    parser.add_argument("brokers", nargs="*", default=["embedded", "mosquitto"])
    parser.add_argument("--tables", type=int, nargs="+", default=[60, 120, 200])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--folder", help="the store's folder")
    asked = parser.parse_args()
    for kind in asked.brokers:
        print(f"{kind} broker, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        with tempfile.TemporaryDirectory(dir=asked.folder) as here:
            try:
                asyncio.run(load(kind, asked.tables, asked.seconds, Path(here)))
            except CrowdError as error:
                sys.exit(str(error))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        asyncio.run(serve(sys.argv[2], Path(sys.argv[3])))
    elif sys.argv[1:2] == ["--attend"]:
        asyncio.run(attend(parse_link(sys.argv[2]), int(sys.argv[3])))
    else:
        main()
