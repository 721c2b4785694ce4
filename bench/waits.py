"""Measures what newcomers and seated players wait while strangers attack the embedded broker.

Run it as root from the top of the project; it makes a network namespace of its own::

    python -m bench.waits [seconds of each attack, 10 by default] [KIND ...]

Each attack of `bench.strangers` runs alone, on the other core, from four addresses that no player
has. Meanwhile somebody with a new key comes in five times a second, and a seated player asks for
their table as often. The bound is the quiet time and 0.2 s, for 95 of 100. The exit code is 1 if
one is missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bench.strangers import ATTACKS
from client.client import Client
from protocol.commands import Look, OpenTable
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done
from tests.programs import ROOT, serving

SERVER = "10.99.0.1"
STRANGERS = tuple(f"10.99.0.{number}" for number in range(11, 15))
PAUSE = 0.2
BOUND = 0.2
LONGEST = 10.0


async def time_again(seconds: float, attempt: Callable[[], Awaitable[object]]) -> list[float]:
    """Try something again and again; return how long it took each time."""
    took: list[float] = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        began = perf_counter()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(attempt(), LONGEST)
        took.append(perf_counter() - began)
        await asyncio.sleep(max(0.0, PAUSE - took[-1]))
    return took


async def waits(link: Link, seated: Client, table: str, seconds: float) -> tuple[float, float]:
    """Return what 95 of 100 newcomers, and requests of a seated player, wait at most."""

    async def come_in() -> None:
        async with Client(link, SecretKey.generate(), "Newcomer") as client:
            await client.ready()

    newcomers, requests = await asyncio.gather(
        time_again(seconds, come_in), time_again(seconds, lambda: seated.request(Look(table)))
    )
    return _p95(newcomers), _p95(requests)


def _p95(took: list[float]) -> float:
    return quantiles(took, n=20, method="inclusive")[-1]


async def main(seconds: float, kinds: tuple[str, ...]) -> int:
    """Measure each kind of attack; return the exit code."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), "--bind", SERVER) as (process, link):
            os.sched_setaffinity(process.pid, {0})
            os.sched_setaffinity(0, {0})
            async with Client(link, SecretKey.generate(), "Ann") as ann:
                await ann.ready()
                opened = await ann.request(OpenTable("siam", 2, seat=0))
                assert isinstance(opened, Done)
                table = opened.table
                await waits(link, ann, table, 2)
                quiet = await waits(link, ann, table, seconds)
                print(f"quiet: newcomer {quiet[0]:.3f} s, seated {quiet[1]:.3f} s", flush=True)
                for kind in kinds:
                    words = (kind, str(link), str(seconds + 4), *STRANGERS)
                    attacker = await asyncio.create_subprocess_exec(
                        *("taskset", "-c", "1", sys.executable, "-m", "bench.strangers", *words),
                        cwd=ROOT,
                        stdout=PIPE,
                    )
                    await asyncio.sleep(3)
                    found = await waits(link, ann, table, seconds)
                    said, _ = await attacker.communicate()
                    late = max(found[0] - quiet[0], found[1] - quiet[1])
                    missed += late > BOUND
                    print(
                        f"{kind}: newcomer {found[0]:.3f} s, seated {found[1]:.3f} s"
                        f"{'  MISSED' if late > BOUND else ''}  ({said.decode().strip()})",
                        flush=True,
                    )
    return int(missed > 0)


if __name__ == "__main__":
    if os.environ.get("SIAM_WAITS") != "inside":
        os.environ["SIAM_WAITS"] = "inside"
        os.execvp("unshare", ["unshare", "-n", sys.executable, "-m", "bench.waits", *sys.argv[1:]])
    for words in (
        "link set lo up",
        f"addr add {SERVER}/24 dev lo",
        "route add local 10.99.0.0/24 dev lo",
    ):
        subprocess.run(("ip", *words.split()), check=words.startswith(("link", "addr")))
    _, *given = sys.argv
    sys.exit(
        asyncio.run(main(float(given[0]) if given else 10.0, tuple(given[1:]) or tuple(ATTACKS)))
    )
