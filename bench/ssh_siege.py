"""Shows what people at the SSH door wait while strangers attack it.

Run it from the top of the project::

    python -m bench.ssh_siege [seconds of each turn, 8 by default] [kind of attack ...]

A lobby and its door run on the first processor; the attackers (`bench.ssh_strangers`, from four
addresses, at the lowest priority) and the people run on the second. In turns the door is left alone
and attacked by one kind of strangers. Meanwhile four newcomers a second log in as guests, each from
an address of their own, and a visitor in text mode types ``status`` five times a second. The exit
code is 1 if a 95th percentile is more than 0.2 s above that of the quiet turn before, or somebody
was refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bench.ssh_strangers import ATTACKS, HALF_OPEN, REFUSED, guest
from tests.e2e.ssh_door import open_door
from tests.e2e.ssh_strangers import Reader, session
from tests.programs import ROOT

SECONDS = 8.0
ATTACKERS = tuple(f"127.0.7.{number}" for number in range(1, 5))
BOUND = 0.2
"""Seconds that people may wait longer than without an attack."""
PATIENCE = 10.0
NEWCOMER_SECONDS, STATUS_SECONDS = 0.25, 0.2
SETTLE_SECONDS, FILL_SECONDS = 1.0, 14.0
"""How long an attack runs before people come: one that holds connections needs longer."""


@dataclass
class Waits:
    """What people waited in one turn, in seconds.

    Attributes:
        logins: until each newcomer was inside.
        answers: until each ``status`` was answered.
        refused: newcomers who did not get in.
    """

    logins: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    refused: int = 0

    def late(self) -> tuple[float, float]:
        """Return the 95th percentiles of logins and answers."""
        return p95(self.logins), p95(self.answers)


def p95(seconds: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else PATIENCE


async def come_in(port: int, address: str, waits: Waits) -> None:
    """Log in as a newcomer and leave."""
    began = perf_counter()
    try:
        async with asyncio.timeout(PATIENCE), guest(port, address):
            waits.logins.append(perf_counter() - began)
    except (*REFUSED, TimeoutError):
        waits.refused += 1
        waits.logins.append(PATIENCE)


@asynccontextmanager
async def seated(port: int, address: str) -> AsyncIterator[Reader]:
    """Be a visitor in text mode for as long as the context lasts."""
    async with guest(port, address) as connection:
        _, reader = await session(connection, "dumb")
        await reader.until(b"in the lobby.")
        yield reader


async def ask_for_status(reader: Reader, waits: Waits) -> None:
    """Type ``status`` again and again."""
    while True:
        reader.shown = b""
        began = perf_counter()
        reader.type(b"status\r")
        try:
            async with asyncio.timeout(PATIENCE):
                while b"There is no table" not in reader.shown:
                    await reader.wait_for_more()
        finally:
            waits.answers.append(perf_counter() - began)
        await asyncio.sleep(STATUS_SECONDS)


async def measure(port: int, reader: Reader, sources: cycle[str], seconds: float) -> Waits:
    """Return what people wait, for some seconds."""
    waits = Waits()
    asking = asyncio.create_task(ask_for_status(reader, waits))
    async with asyncio.TaskGroup() as newcomers:
        for _ in range(int(seconds / NEWCOMER_SECONDS)):
            newcomers.create_task(come_in(port, next(sources), waits))
            await asyncio.sleep(NEWCOMER_SECONDS)
    asking.cancel()
    with contextlib.suppress(asyncio.CancelledError, TimeoutError):
        await asking
    return waits


@asynccontextmanager
async def attacked(kind: str, port: int, seconds: float) -> AsyncIterator[None]:
    """Have strangers attack the door for as long as the context lasts."""
    command = (sys.executable, "-m", "bench.ssh_strangers", kind, str(port), str(seconds))
    process = await asyncio.create_subprocess_exec(*command, *ATTACKERS, cwd=ROOT, stderr=DEVNULL)
    await asyncio.sleep(FILL_SECONDS if kind in HALF_OPEN else SETTLE_SECONDS)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def tell(kind: str, quiet: Waits, under: Waits, cpu: float, memory: float) -> bool:
    """Print what one attack came to; return whether the bounds are kept."""
    pairs = zip(quiet.late(), under.late(), strict=True)
    login, answer = ((now - before, now, before) for before, now in pairs)
    kept = login[0] <= BOUND and answer[0] <= BOUND and not under.refused
    print(
        f"{kind:17} login p95 {login[1]:6.3f} s (quiet {login[2]:.3f}), "
        f"status {answer[1]:6.3f} s (quiet {answer[2]:.3f}), "
        f"{len(under.logins) - under.refused} of {len(under.logins)} got in; "
        f"front {cpu * 100:.0f} % of a processor, {memory:.0f} MB"
        f"{'' if kept else '  MISSED'}",
        flush=True,
    )
    return kept


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has taken."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((each / "schedstat").read_text().split()[0]) for each in tasks) / 1e9


def resident(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    return (
        int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    )


async def main(seconds: float, kinds: tuple[str, ...]) -> int:
    """Measure under each attack; return the program's exit code."""
    first, *others = sorted(os.sched_getaffinity(0))
    kept = True
    sources = cycle(f"127.1.{high}.{low}" for high in range(250) for low in range(1, 250))
    with tempfile.TemporaryDirectory() as folder:
        os.sched_setaffinity(0, {first})
        async with open_door(Path(folder)) as door:
            os.sched_setaffinity(0, set(others) or {first})
            front, _ = door.processes
            for kind in kinds:
                async with seated(door.port, next(sources)) as reader:
                    quiet = await measure(door.port, reader, sources, seconds)
                    async with attacked(kind, door.port, 60 + seconds * 3):
                        began, before = perf_counter(), processor_seconds(front)
                        under = await measure(door.port, reader, sources, seconds)
                        spent = processor_seconds(front) - before
                    cpu = spent / (perf_counter() - began)
                    kept = tell(kind, quiet, under, cpu, resident(front)) and kept
    return 0 if kept else 1


if __name__ == "__main__":
    _, *words = sys.argv
    how_long = float(words[0]) if words else SECONDS
    sys.exit(asyncio.run(main(how_long, tuple(words[1:]) or tuple(ATTACKS))))
