"""What a flood from ever new keys costs everybody else on the embedded broker.

Run it from the top of the project::

    python -m bench.flood [seconds of each flood, 10 by default]

Two lobbies are served as programs. One is flooded by a third program: 20 connections send as fast
as they can, and one that is cut off, or held up, comes back with a new key; then 300 connections,
each with a key of its own, send as much as one connection may for ever. Somebody who has been in
each lobby for a while asks for it five times a second; the lobby that nobody floods tells how long
that takes here meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter

from client.client import Client
from protocol.commands import AskLobby
from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from protocol.topics import Topics
from server.broker.limits import Limits
from tests.programs import ROOT, serving
from tests.server.broker.raw import CONNACK_OK, Raw, connect, publish, raw
from transport.login import key_login

PACE = 0.2
SETTLED = 10.0
"""Seconds after which somebody is no newcomer any more."""
FLOODS = {"20 connections, a new key each time": (20, 0.0), "300 connections at once": (300, 1.0)}
"""How many connections at a time; and how long each waits between what it may send in that time."""
AT_ONCE = 500


async def flood(link: Link, connections: int, pause: float, seconds: float) -> None:
    """Send garbage for some time; print how many connections and messages it took."""
    counts = {"keys": 0, "messages": 0}
    until = monotonic() + seconds

    async def send(line: Raw, inbox: str) -> None:
        amount = round(Limits().per_second * pause) or AT_ONCE
        while monotonic() < until:
            garbage = (secrets.token_bytes(200) for _ in range(amount))
            line.send(b"".join(publish(inbox, each, qos=0) for each in garbage))
            await line.writer.drain()
            counts["messages"] += amount
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause or 1):
                    await line.reader.read(1)  # nothing comes but the end
                    return
            if not pause:
                return

    async def come_back() -> None:
        while monotonic() < until:
            key = SecretKey.generate()
            login = key_login(key, link.lobby)
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with raw(link.broker) as line:
                    line.send(connect(login.client_id, login.user, login.password))
                    if await line.read(len(CONNACK_OK)) == CONNACK_OK:
                        counts["keys"] += 1
                        await send(line, Topics(link.lobby).inbox(key.public.fingerprint))

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds + 1):
            await asyncio.gather(*(come_back() for _ in range(connections)))
    print(f"{counts['keys']} keys, {counts['messages']} messages sent")


async def ask(client: Client, flooding: asyncio.Future[object]) -> list[float]:
    """Ask for the lobby while it is flooded; return how long each answer took, in seconds."""
    times: list[float] = []
    while not flooding.done():
        began = perf_counter()
        await client.request(AskLobby())
        times.append(perf_counter() - began)
        await asyncio.sleep(PACE)
    return times


async def measure(link: Link, here: Client, elsewhere: Client, shape: str, seconds: float) -> None:
    """Flood a lobby, and print how long others wait."""
    command = (sys.executable, "-m", "bench.flood", "--flood", str(link), shape, str(seconds))
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, cwd=ROOT, env=os.environ
    )
    ended = asyncio.create_task(process.communicate())
    flooded, quiet = await asyncio.gather(ask(here, ended), ask(elsewhere, ended))
    said, _ = await ended
    print(
        f"{shape:<36} median {median(flooded) * 1000:5.1f} ms, "
        f"{median(flooded) / median(quiet):4.2f} × where nobody floods; "
        f"longest {max(flooded) * 1000:5.0f} ms ({max(quiet) * 1000:.0f}); {said.decode().strip()}"
    )


async def main(seconds: float) -> None:
    """Measure every flood."""
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            links = [
                (await stack.enter_async_context(serving(Path(folder) / name, "--pipe")))[1]
                for name in ("flooded", "quiet")
            ]
            people = [Client(link, SecretKey.generate(), "Ann") for link in links]
            for each in people:
                await stack.enter_async_context(each)
                await each.ready()
            for shape in FLOODS:
                await asyncio.sleep(SETTLED)
                await measure(links[0], *people, shape, seconds)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        _, _, where, how, time = sys.argv
        asyncio.run(flood(parse_link(where), *FLOODS[how], float(time)))
    else:
        asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0))
