"""What a move costs where several servers run one lobby, beside one server alone.

Run it from the top of the project::

    python -m bench.cluster [--servers 0 1 2 3] [--tables 12] [--seconds 15] [--rounds 2]
        [--pace 0]

One PostgreSQL and one mosquitto for all. 0 servers stands for one server without ``--cluster``. At
every table two players and a spectator sit. The next move is played as soon as everybody has seen
the one before, or after the seconds of ``--pace``. It prints the processor time of all servers for
a move, that of PostgreSQL and of the broker, and the same relative to one server without
``--cluster`` in the same round. Wall time says little where all of them share the processors.

Beside the commits of PostgreSQL and the messages of the broker it prints what `bench.cluster_model`
expects for as many tables at the pace that was reached.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeAlias

import aiomqtt
import psycopg

from bench.cluster_model import Costs, needs
from bench.load_tables import Crowd, Times
from bench.processes import processor_time
from protocol.links import BrokerAddress, Link
from server.store.place import PostgresUrl
from tests.brokers import Mosquitto, mosquitto_program
from tests.e2e.program import Program
from tests.postgres import Postgres, own_postgres, shared_postgres
from tests.programs import children

_schemas = count(1)
_COUNTERS = (
    "$SYS/broker/publish/messages/received",
    "$SYS/broker/publish/messages/sent",
)
_QUIET_SECONDS = 3
_QUIET_SHARE = 0.05
"""Share of a processor below which a server counts as idle."""


Tally: TypeAlias = tuple[float, float, float, float]
"""Commits, messages received and messages sent so far, and the present moment."""


@dataclass(frozen=True)
class Counted:
    """What was counted in a second, or is expected.

    Attributes:
        commits: of PostgreSQL.
        published: messages that the broker received.
        delivered: messages that it sent.
    """

    commits: float
    published: float
    delivered: float

    def __str__(self) -> str:
        return (
            f"{self.commits:6.1f} commits, {self.published:6.1f} published, "
            f"{self.delivered:6.1f} delivered"
        )


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processor time for a move, and how many moves there were."""

    servers: float
    postgres: float
    broker: float
    moves: int
    answered: float
    counted: Counted


@asynccontextmanager
async def running(
    folder: Path, database: PostgresUrl, broker: BrokerAddress, servers: int
) -> AsyncIterator[tuple[list[int], Link]]:
    """Run so many servers; yield their processes and the link."""
    shared = ("--cluster",) if servers else ()
    arguments = (*shared, "--broker", str(broker), "--announce", "nobody")
    programs = [Program(folder, arguments, database) for _ in range(max(1, servers))]
    try:
        links = [await each.start() for each in programs]
        yield [each.process.pid for each in programs if each.process is not None], links[0]
    finally:
        for each in reversed(programs):
            await each.terminate()


@asynccontextmanager
async def counting(postgres: Postgres, port: int) -> AsyncIterator[Callable[[], Tally]]:
    """Yield a function that returns the commits, the messages to and from the broker, and when."""
    seen: dict[str, float] = {}
    complete = asyncio.Event()

    async def listen(client: aiomqtt.Client) -> None:
        async for message in client.messages:
            seen[str(message.topic)] = float(message.payload)  # type: ignore[arg-type]
            if len(seen) == len(_COUNTERS):
                complete.set()

    def count() -> Tally:
        return (postgres_commits(postgres), *(seen[each] for each in _COUNTERS), perf_counter())

    async with aiomqtt.Client("127.0.0.1", port) as client:
        for topic in _COUNTERS:
            await client.subscribe(topic)
        listening = asyncio.create_task(listen(client))
        try:
            await complete.wait()
            yield count
        finally:
            listening.cancel()


def postgres_commits(postgres: Postgres) -> float:
    """Return how many transactions PostgreSQL has committed; its sessions tell it now and then."""
    with psycopg.connect(postgres.url().text, autocommit=True) as connection:
        row = connection.execute("SELECT sum(xact_commit) FROM pg_stat_database").fetchone()
    assert row is not None
    return float(row[0])


async def measure(
    folder: Path, postgres: Postgres, broker: Mosquitto, asked: argparse.Namespace, servers: int
) -> Cost:
    """Play at all tables for a while."""
    schema = f"round{next(_schemas)}"
    postgres.execute(f"CREATE SCHEMA {schema}")
    address = BrokerAddress("mqtt", "127.0.0.1", broker.port)
    database = postgres.url(schema=schema)
    async with (
        running(folder, database, address, servers) as (processes, link),
        AsyncExitStack() as stack,
    ):
        crowd = Crowd(stack, link, 0, pace=asked.pace)
        count = await stack.enter_async_context(counting(postgres, broker.port))
        await crowd.open(asked.tables)
        await _settle(processes)
        assert broker.process is not None
        watched = [processes, _sessions(postgres), [broker.process.pid]]
        first = count()
        before = [_times(each) for each in watched]
        times: Times = await crowd.play(asked.seconds)
        after = [_times(each) for each in watched]
        last = count()
    moves = len(times.answered)
    spent = [
        1000 * sum(seconds - early[process] for process, seconds in late.items()) / moves
        for early, late in zip(before, after, strict=True)
    ]
    seconds = last[-1] - first[-1]
    counted = Counted(*((last[n] - first[n]) / seconds for n in range(3)))
    return Cost(*spent, moves, 1000 * median(times.answered), counted)


def _times(processes: list[int]) -> dict[int, float]:
    """Return the processor time of each process that still runs; PostgreSQL ends some."""
    times = {}
    for process in processes:
        with suppress(FileNotFoundError):
            times[process] = processor_time(process)
    return times


async def _settle(processes: list[int]) -> None:
    """Wait until servers that have just started have done what they do at a start."""
    quiet = 0
    while quiet < _QUIET_SECONDS:
        before = sum(map(processor_time, processes))
        await asyncio.sleep(1)
        spent = sum(map(processor_time, processes)) - before
        quiet = quiet + 1 if spent < _QUIET_SHARE * len(processes) else 0


def _sessions(postgres: Postgres) -> list[int]:
    first = int((postgres.folder / "postmaster.pid").read_text().split()[0])
    return [first, *children(first)]


def expected(tables: int, pace: float) -> Counted:
    """Return what the model of a cluster expects at this pace."""
    found = {need.what: need.needed for need in needs(tables, Costs(pace=pace))}
    kinds = ("commits a second", "messages published a second", "messages delivered a second")
    return Counted(*(found[each] for each in kinds))


def told(servers: int, cost: Cost, alone: float) -> str:
    """Return a line about one measurement."""
    what = f"{servers} in a cluster" if servers else "one, no cluster"
    ratio = f" ({cost.servers / alone:4.2f} ×)" if alone else ""
    return (
        f"  {what:16} servers {cost.servers:5.2f} ms a move{ratio}, PostgreSQL "
        f"{cost.postgres:5.2f} ms, broker {cost.broker:5.2f} ms; {cost.moves} moves, answered p50 "
        f"{cost.answered:6.1f} ms"
    )


async def rounds(asked: argparse.Namespace, postgres: Postgres) -> None:
    """Measure all numbers of servers in turns, so many times."""
    for number in range(asked.rounds):
        print(f"round {number + 1}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        alone = 0.0
        for servers in asked.servers:
            with tempfile.TemporaryDirectory() as here:
                broker = mosquitto_program(Path(here))
                with broker.configuration.open("a") as configuration:
                    configuration.write("sys_interval 1\n")
                broker.start()
                try:
                    cost = await measure(Path(here), postgres, broker, asked, servers)
                finally:
                    broker.end()
            alone = alone or cost.servers
            print(told(servers, cost, alone), flush=True)
            pace = asked.tables * asked.seconds / cost.moves
            print(f"    in a second: {cost.counted}", flush=True)
            print(f"    expected:    {expected(asked.tables, pace)}", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="Compare clusters with a server alone.")
    parser.add_argument("--servers", type=int, nargs="+", default=[0, 1, 2, 3])
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pace", type=float, default=0.0)
    asked = parser.parse_args()
    with shared_postgres() as shared, own_postgres(shared) as postgres:
        asyncio.run(rounds(asked, postgres))


if __name__ == "__main__":
    main()
