"""Asks a lobby for a table again and again, as a program of its own, and times the answers.

`bench.siege` starts it; by hand, until it is terminated, it is::

    python -m bench.asker LINK TABLE

It prints the seconds of each answer, a line each.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

from client.client import Client
from protocol.commands import Look
from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from tests.programs import ROOT

ASK_SECONDS = 0.5


@asynccontextmanager
async def asking(link: Link, table: str, answers: list[float]) -> AsyncIterator[None]:
    """Have somebody ask for a table; add the seconds of each answer to `answers` at the end."""
    command = (sys.executable, "-m", "bench.asker", str(link), table)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, cwd=ROOT)
    assert process.stdout is not None
    first = await process.stdout.readline()  # whoever begins to count has been let in
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        said, _ = await process.communicate()
        answers += map(float, (first + said).split())


async def ask(link: Link, table: str) -> None:
    """Ask until cancelled."""
    async with Client(link, SecretKey.generate(), "Eve") as client:
        await client.ready()
        while True:
            began = perf_counter()
            await client.request(Look(table))
            print(perf_counter() - began, flush=True)
            await asyncio.sleep(ASK_SECONDS)


async def main(link: str, table: str) -> None:
    """Ask until SIGTERM."""
    asker = asyncio.ensure_future(ask(parse_link(link), table))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asker.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await asker


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
