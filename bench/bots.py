"""What the bots of a lobby take: memory each, and how long until they play.

Run it from the top of the project::

    python -m bench.bots [bots, 24 by default] [level, greedy by default] [starts, 5 by default]

``siam serve`` runs as a program of its own; tables of three bots are opened and their games
started, and when every game has come to its sixth move the memory of all processes that the server
has started is added up. After that a game of three bots is started so often with a new private
server each time, as for a game that is played alone: from the start of the program to the first
move.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.soak import until
from client.client import Client
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from protocol.messages import Done
from tests.programs import children, serving

AT_A_TABLE = 3
HOSTED = 5
"""Tables one person may open."""
PLIES = 6


async def start(host: Client, level: str) -> str:
    """Open a table of three bots and start its game; return the table."""
    opened = await host.request(OpenTable("siam", AT_A_TABLE, seat=None))
    assert isinstance(opened, Done)
    for seat in range(AT_A_TABLE):
        await host.request(SeatBot(opened.table, seat, level))
    await host.follow(opened.table)
    await host.request(StartGame(opened.table))
    return opened.table


def memory(pid: int, kind: str) -> float:
    """Return a process's memory in MB: ``Rss``, or ``Pss``, where shared pages are divided."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(rf"^{kind}:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


async def measure_memory(folder: Path, bots: int, level: str) -> None:
    """Print what so many bots take."""
    async with AsyncExitStack() as stack:
        server, link = await stack.enter_async_context(serving(folder, "--pipe"))
        tables = []
        for number in range(-(-bots // AT_A_TABLE)):
            if number % HOSTED == 0:
                host = Client(link, SecretKey.generate(), "Host")
                await stack.enter_async_context(host)
                await host.ready()
            tables.append((host, await start(host, level)))
        for client, table in tables:
            await until(client, table, lambda state: state.ply >= PLIES or state.status == "over")
        started = list(children(server.pid))
        sums = {kind: sum(memory(pid, kind) for pid in started) for kind in ("Pss", "Rss")}
        seated = len(tables) * AT_A_TABLE
        print(
            f"{seated} {level} bots in {len(started)} processes: "
            f"{sums['Pss'] / seated:.1f} MB each proportional ({sums['Pss']:.0f} MB in all), "
            f"{sums['Rss'] / seated:.1f} MB each resident"
        )


async def measure_start(folder: Path, level: str) -> float:
    """Return the seconds from the start of a private server to a bot's first move."""
    began = perf_counter()
    async with (
        serving(folder, "--pipe") as (_, link),
        Client(link, SecretKey.generate(), "Host") as host,
    ):
        await host.ready()
        table = await start(host, level)
        await until(host, table, lambda state: state.ply >= 1)
        return perf_counter() - began


async def main(bots: int, level: str, starts: int) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await measure_memory(folder, bots, level)
        seconds = [await measure_start(folder, level) for _ in range(starts)]
        print(
            f"a private game of {AT_A_TABLE} bots: first move after {median(seconds):.2f} s "
            f"(median of {starts}; {min(seconds):.2f} to {max(seconds):.2f} s)"
        )


if __name__ == "__main__":
    words = sys.argv[1:] + ["24", "greedy", "5"][len(sys.argv) - 1 :]
    asyncio.run(main(int(words[0]), words[1], int(words[2])))
