"""Lobbies on the network: how soon one is found, and how soon it is gone after `kill -9`.

Run it from the top of the project, as root::

    python -m bench.network [rounds, 5 by default]

Two network namespaces are two computers. One serves, the other searches as home does. *Found after
home* is from the start of the search to the first list with the lobby, its server running already.
*Found after serving* is from the printed link to the list, the search running already. *Gone* is
from the kill to the list without it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.programs import ROOT, SIAM, serving
from tests.siam_tui.discovery.networks import two_computers

_SEARCH = """
import asyncio, sys
from siam_tui.discovery.network_search import NetworkSearch
async def main():
    changed = asyncio.Event()
    search = NetworkSearch(lambda: True, changed)
    print("ready")
    sys.stdin.readline()
    running = asyncio.create_task(search.run())
    while True:
        await changed.wait()
        changed.clear()
        print(len(search.lobbies))
asyncio.run(main())
"""


@asynccontextmanager
async def searching(there: Sequence[str]) -> AsyncIterator[Process]:
    """Run a program that searches when it is told to, and prints how many lobbies there are."""
    process = await asyncio.create_subprocess_exec(
        *(*there, sys.executable, "-u", "-c", _SEARCH),
        stdin=PIPE, stdout=PIPE, env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdin is not None
    try:
        await until(process, b"ready")
        yield process
    finally:
        process.kill()
        await process.communicate()


async def until(search: Process, line: bytes) -> float:
    """Return the time at which a line was printed."""
    assert search.stdout is not None
    while (printed := await search.stdout.readline()).strip() != line:
        assert printed, "the search has ended"
    return perf_counter()


async def one_round(folder: Path, computers: dict[str, tuple[str, ...]]) -> tuple[float, ...]:
    """Return the seconds to find it after home and after serving, and to lose it."""
    (anns, there), (_, here) = computers.items()
    host = {"program": (*there, *SIAM), "SIAM_LAN": ""}
    arguments = ("--bind", anns, "--new-lobby")
    async with searching(here) as early, searching(here) as late:
        assert early.stdin is not None
        assert late.stdin is not None
        early.stdin.write(b"\n")
        async with serving(folder, *arguments, **host) as (server, _):  # type: ignore[arg-type]
            served = perf_counter()
            after_serving = await until(early, b"1") - served
            began = perf_counter()
            late.stdin.write(b"\n")
            after_home = await until(late, b"1") - began
            killed = perf_counter()
            server.kill()
            return after_home, after_serving, await until(late, b"0") - killed


async def main(rounds: int) -> None:
    """Measure, and print the medians and the worst."""
    with two_computers() as computers, tempfile.TemporaryDirectory() as folder:
        figures = [await one_round(Path(folder), computers) for _ in range(rounds)]
    names = ("found after home", "found after serving", "gone after kill -9")
    for name, seconds in zip(names, zip(*figures, strict=True), strict=True):
        print(f"{name}: median {median(seconds):.2f} s, worst {max(seconds):.2f} s")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 5))
