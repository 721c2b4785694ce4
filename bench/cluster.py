"""What a move costs where several servers run one lobby, beside one server alone.

Run it from the top of the project::

    python -m bench.cluster [--servers 0 1 2 3] [--tables 12] [--seconds 15] [--rounds 2]

One PostgreSQL and one mosquitto for all. 0 servers stands for one server without ``--cluster``. At
every table two players and a spectator sit, and the next move is played as soon as everybody has
seen the one before. It prints the processor time of all servers for a move, that of PostgreSQL and
of the broker, and the same relative to one server without ``--cluster`` in the same round. Wall
time says little where all of them share the processors.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median

from bench.load_tables import Crowd, Times
from bench.processes import processor_time
from protocol.links import BrokerAddress, Link
from server.store import PostgresUrl
from tests.brokers import Mosquitto, mosquitto_program
from tests.e2e.program import Program
from tests.postgres import Postgres, own_postgres, shared_postgres
from tests.programs import children

_schemas = count(1)
_QUIET_SECONDS = 3
_QUIET_SHARE = 0.05
"""Share of a processor below which a server counts as idle."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processor time for a move, and how many moves there were."""

    servers: float
    postgres: float
    broker: float
    moves: int
    answered: float


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


async def measure(
    folder: Path, postgres: Postgres, broker: Mosquitto, servers: int, tables: int, seconds: float
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
        crowd = Crowd(stack, link, 0, pace=0.0)
        await crowd.open(tables)
        await _settle(processes)
        assert broker.process is not None
        watched = [processes, _sessions(postgres), [broker.process.pid]]
        before = [sum(map(processor_time, each)) for each in watched]
        times: Times = await crowd.play(seconds)
        after = [sum(map(processor_time, each)) for each in watched]
    moves = len(times.answered)
    spent = [1000 * (late - early) / moves for early, late in zip(before, after, strict=True)]
    return Cost(*spent, moves, 1000 * median(times.answered))


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
                broker.start()
                try:
                    cost = await measure(
                        Path(here), postgres, broker, servers, asked.tables, asked.seconds
                    )
                finally:
                    broker.end()
            alone = alone or cost.servers
            print(told(servers, cost, alone), flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="Compare clusters with a server alone.")
    parser.add_argument("--servers", type=int, nargs="+", default=[0, 1, 2, 3])
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    with shared_postgres() as shared, own_postgres(shared) as postgres:
        asyncio.run(rounds(asked, postgres))


if __name__ == "__main__":
    main()
