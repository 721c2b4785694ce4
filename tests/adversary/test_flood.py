"""10,000 messages by one who means no good: the others hardly notice, and nothing grows."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from protocol.commands import AskLobby, StartGame
from protocol.links import Link
from tests.brokers import mosquitto
from tests.e2e.guests import Guest, check_replay, come, guest, play_all, seated
from tests.patience import PATIENCE
from tests.programs import ROOT, serving

MESSAGES = 10_000


async def flooding(link: Link) -> asyncio.subprocess.Process:
    broker = link.broker
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.adversary.flooder",
        broker.host, str(broker.port), link.lobby, str(MESSAGES),
        stdout=asyncio.subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def resident(number: int) -> int:
    """Return the bytes of memory a process takes up."""
    pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def answer_time(ann: Guest) -> float:
    begun = time.perf_counter()
    await ann.client.request(AskLobby())
    return time.perf_counter() - begun


async def test_on_the_embedded_broker_the_sender_is_cut_off_and_others_hardly_wait(
    tmp_path: Path,
) -> None:
    """A second lobby, that nobody floods, tells how long an answer takes here while it goes on."""
    async with AsyncExitStack() as stack:
        (_, link), (_, other) = [
            await stack.enter_async_context(serving(tmp_path, "--pipe")) for _ in range(2)
        ]
        ann = await stack.enter_async_context(guest(link, "Ann"))
        ben = await stack.enter_async_context(guest(other, "Ben"))
        flood = await flooding(link)
        ending = asyncio.create_task(flood.communicate())
        flooded, quiet = [], []
        while not ending.done():
            flooded.append(await answer_time(ann))
            quiet.append(await answer_time(ben))
        said, _ = await ending
        assert int(said.split()[2]) >= 1
        assert median(flooded) < 3 * median(quiet)


async def test_on_a_foreign_broker_memory_is_bounded_and_play_goes_on(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as address:
        private = serving(tmp_path, "--pipe", "--broker", f"mqtt://{address.host}:{address.port}")
        async with private as (server, link), AsyncExitStack() as stack:
            ann, ben = await come(stack, link, 2)
            table = await seated([ann, ben])
            await ann.done(StartGame(table))
            before = resident(server.pid)
            flood = await flooding(link)
            playing = asyncio.create_task(play_all([ann, ben], table, seed=3))
            await flood.communicate()
            ended = time.monotonic()
            grown = resident(server.pid) - before
            await answer_time(ann)
            assert time.monotonic() - ended < PATIENCE / 2
            await playing
            over = await ann.until(table, lambda state: state.status == "over")
            check_replay(over, *await ann.client.history(table))
            assert grown < 64 * 1024 * 1024
