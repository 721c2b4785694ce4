"""What a committed command takes, beside the same in another checkout of this repository.

Run it from the top of the project::

    python -m bench.committed OTHER [--python PYTHON] [--moves 40] [--rounds 6]
        [--folder FOLDER] [--brokers embedded mosquitto]

OTHER is the folder of the other checkout, such as one that ``git worktree add`` has made of an
earlier commit, and PYTHON the interpreter of an environment with its dependencies; without it that
is ``OTHER/.venv/bin/python``. For each broker, each checkout plays at one table, everything but
mosquitto in one process of its own: two players, a server that commits each move to a file before
it answers, and the broker. The checkouts play in turns. For both it prints the medians of a move
until its answer, and the processor time of the process for a move; both also as a ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import process_time

from bench.store import FREE, NoRules, Round, lobby, table
from server.broker.embedded import embedded_broker
from tests.brokers import mosquitto

OURS = Path(__file__).resolve()
Measured = tuple[list[float], float]
"""Seconds of each move until its answer, and of processor time for all of them."""


async def table_at(stack: AsyncExitStack, kind: str, folder: Path) -> Round:
    """Return what plays moves at a table; works with the modules of either checkout."""
    if kind == "mosquitto":
        address = stack.enter_context(mosquitto(folder))
        server, link = await stack.enter_async_context(lobby(address, folder / "bench.db"))
    else:
        broker = await stack.enter_async_context(embedded_broker("127.0.0.1", 0, NoRules(), FREE))
        own = broker if hasattr(broker, "connect_server") else broker.address
        server, link = await stack.enter_async_context(lobby(own, folder / "bench.db"))
    return await table(stack, server, link)


async def work(kind: str, folder: Path) -> None:
    """Play as many moves as each line of standard input says; print what they took."""
    async with AsyncExitStack() as stack:
        play = await table_at(stack, kind, folder)
        print("[]", flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            began = process_time()
            seconds = await play(int(line))
            print(json.dumps([seconds, process_time() - began]), flush=True)


async def play_in(process: Process, moves: int) -> Measured:
    """Have a worker play so many moves."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{moves}\n".encode())
    seconds, busy = json.loads(await process.stdout.readline())
    return seconds, busy


async def started(checkout: Path, python: str, kind: str, folder: Path) -> Process:
    """Start a worker with the modules of a checkout; return it when its table is there."""
    process = await asyncio.create_subprocess_exec(
        python,
        "-P",
        str(OURS),
        "--work",
        kind,
        str(folder),
        stdin=PIPE,
        stdout=PIPE,
        limit=2**20,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
    )
    assert process.stdout is not None
    if not await process.stdout.readline():
        raise SystemExit(f"The checkout in {checkout} does not play; see above.")
    return process


async def compare(
    checkouts: dict[Path, str], kind: str, moves: int, rounds: int, folders: list[Path]
) -> None:
    """Play in turns on one broker, and print what a move takes in each checkout."""
    workers = [
        await started(checkout, python, kind, folder)
        for (checkout, python), folder in zip(checkouts.items(), folders, strict=True)
    ]
    taken: list[list[float]] = [[] for _ in workers]
    busy = [0.0 for _ in workers]
    for _ in range(rounds):
        for number, worker in enumerate(workers):
            seconds, processor = await play_in(worker, moves)
            taken[number] += seconds
            busy[number] += processor
    for worker in workers:
        await worker.communicate(b"")
    here, there = (median(each) for each in taken)
    print(
        f"{kind:<10} a committed move until its answer {here * 1000:5.2f} ms, there "
        f"{there * 1000:5.2f} ms, ratio {here / there:4.2f}; processor time of all "
        f"{busy[0] / len(taken[0]) * 1000:5.2f} ms, there {busy[1] / len(taken[1]) * 1000:5.2f} ms"
        f", ratio {busy[0] / busy[1]:4.2f}",
        flush=True,
    )


def main() -> None:
    """Compare on both brokers."""
    parser = argparse.ArgumentParser(description="Compare a committed command of two checkouts.")
    parser.add_argument("other", type=Path)
    parser.add_argument("--python", help="the other's interpreter")
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--folder", help="the folder of the stores")
    parser.add_argument("--brokers", nargs="+", default=["embedded", "mosquitto"])
    asked = parser.parse_args()
    other = asked.other.resolve()
    python = asked.python or str(other / ".venv" / "bin" / "python")
    checkouts = {OURS.parent.parent: sys.executable, other: python}
    print(f"load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    for kind in asked.brokers:
        with tempfile.TemporaryDirectory(dir=asked.folder) as here:
            folders = [Path(here, name) for name in ("ours", "theirs")]
            for folder in folders:
                folder.mkdir()
            asyncio.run(compare(checkouts, kind, asked.moves, asked.rounds, folders))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        asyncio.run(work(sys.argv[2], Path(sys.argv[3])))
    else:
        main()
