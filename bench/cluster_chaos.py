"""A lobby on several servers, while servers, PostgreSQL and the broker fail.

Run it from the top of the project::

    python -m bench.cluster_chaos [--tables 200] [--minutes 10] [--broker nats|mosquitto]
        [--servers 3] [--processes 8] [--pause 5] [--rolling] [--slowest 0]

Every twenty seconds a server is killed (-9). Between two of these, a server is stopped for four
seconds, which is longer than its leases, or it is ended and hands its tables over. PostgreSQL is
restarted once and crashes once, and one of three nodes of NATS is killed. With ``--rolling``,
servers are only ended and started again. At each table two players play at random, with a move
every five seconds. They sit in some processes of their own.

It prints whether a move that was acknowledged was lost, doubled or told differently, and whether an
epoch ever had two owners. It tells what the players of a table see at which nobody has moved for a
minute, and ends a table after four. For killed and stopped servers it prints how long each of their
tables did not answer a command, for ended ones the longest time that a command took while the
tables were handed over, and back once the server had started. For PostgreSQL and NATS it prints how
long the next move of each table waited, without the time that the player thought about it. It also
prints how much of a processor the players, the servers, PostgreSQL and the broker used.

With ``--slowest``, it tells of so many tables that waited longest, after each trouble of a server,
what their players and the servers noted meanwhile, and when the epochs of their parts began.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

from tests.chaos.cluster_evening import Evening, cluster_evening
from tests.chaos.troubles import plan, rolling_plan
from tests.postgres import own_postgres, shared_postgres

_AFTERWARDS = 600
"""Seconds after the last trouble within which everybody has to have come and gone."""


_PATIENCE = 240
"""Seconds without a move after which a table has stalled."""


async def play(evening: Evening, minutes: float) -> bool:
    """Play an evening and print what it came to; return whether all is as it should be."""
    with (
        tempfile.TemporaryDirectory() as folder,
        shared_postgres() as shared,
        own_postgres(shared) as postgres,
    ):
        postgres.settings["fsync"] = "on"
        await asyncio.to_thread(postgres.restart, "fast")
        seconds = 60 * minutes + _AFTERWARDS
        try:
            async with asyncio.timeout(seconds):
                told = await cluster_evening(Path(folder), evening, postgres)
        except TimeoutError:
            print(f"It has not ended within {seconds:.0f} seconds.", flush=True)
            return False
    print("\n".join(told.lines()), flush=True)
    return told.has_held and told.was_quick


def main() -> None:
    """Play, and exit with 1 if something was lost or too slow."""
    parser = argparse.ArgumentParser(description="Play while servers of a cluster fail.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--broker", choices=("nats", "mosquitto"), default="nats")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--pause", type=float, default=5.0)
    parser.add_argument("--rolling", action="store_true")
    parser.add_argument("--slowest", type=int, default=0)
    asked = parser.parse_args()
    nodes = asked.broker == "nats"
    evening = Evening(
        asked.servers,
        asked.tables,
        asked.pause,
        rolling_plan(asked.minutes) if asked.rolling else plan(asked.minutes, has_nodes=nodes),
        processes=min(asked.processes, asked.tables),
        nodes=nodes,
        patience=_PATIENCE,
        slowest=asked.slowest,
    )
    print(
        f"{asked.servers} servers, {asked.tables} tables, {asked.minutes:g} minutes, {asked.broker}"
        f", load of the machine {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(not asyncio.run(play(evening, asked.minutes)))


if __name__ == "__main__":
    main()
