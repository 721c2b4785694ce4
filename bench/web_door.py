"""The web door: how fast a move reaches 200 spectators, and what each of them costs.

Run it from the top of the project::

    python -m bench.web_door [spectators, 200 by default] [moves, 40 by default]

The door runs as `siam serve` starts it. This process publishes the moves of a game, through the
embedded broker, and watches it with all spectators. *Fan-out* is from the call that publishes a
move until a spectator has its frame, for each spectator and move. *Memory* is the growth of the
door's private memory (USS), divided by the number of spectators. *Bytes* is what a connection
receives for a move, with the frame of the WebSocket.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import aiohttp
from attrs import evolve

from protocol.envelope import Envelope, sign
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.topics import Topics
from server.broker import LobbyAccess, embedded_broker
from siam_tui.doors.web.web_settings import MODULE, WebReady, WebSettings
from tests.doors.web.open_page import TABLE, state_of
from transport.mqtt import Credentials, connected
from transport.mqtt_client import MqttClient

SPECTATORS, MOVES = 200, 40
HEADER = 4
"""Bytes of a WebSocket's own frame around 126 to 65,535 bytes (RFC 6455)."""


def uss(pid: int) -> float:
    """Return the private memory of a process, in KB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.findall(r"^Private_\w+: +(\d+) kB", text, re.MULTILINE)
    return float(sum(map(int, found)))


class Watcher:
    """A spectator that notes when each frame arrives."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.latest = b""
        self.at = 0.0
        self.arrived = asyncio.Event()

    async def read(self) -> None:
        """Note the frames until the socket closes."""
        async for message in self.socket:
            self.at, self.latest = perf_counter(), message.data
            self.arrived.set()


async def start_door(link: Link) -> tuple[asyncio.subprocess.Process, int]:
    """Start the door's program; return it and its port."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-X", "utf8", "-m", MODULE),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(WebSettings(str(link), address="127.0.0.1").to_line().encode())
    line = await process.stdout.readline()
    return process, WebReady.of_line(line.decode()).port


async def measure(spectators: int, moves: int) -> None:
    """Publish a game that is played by dice, and print the figures."""
    key = SecretKey.generate()
    access = LobbyAccess(key.public.fingerprint)
    async with embedded_broker("127.0.0.1", 0, access) as broker:
        link = Link(broker.address, key.public)
        process, port = await start_door(link)
        try:
            async with connected(link.broker, Credentials(key, link.lobby)) as server:
                await _watch(Game(key, server), process.pid, port, spectators, moves)
        finally:
            process.kill()
            await process.wait()


class Game:
    """A game whose states are published as a server publishes them."""

    def __init__(self, key: SecretKey, server: MqttClient) -> None:
        self._key = key
        self._server = server
        self._counter = 0

    def publish(self, plies: int) -> bytes:
        """Publish the state after some moves; return its frame."""
        state = state_of("siam", 4, plies)
        state = evolve(state, news=state.news[-1:], revision=plies + 1)
        topic = Topics(self._key.public.fingerprint).table(TABLE)
        self._counter += 1
        envelope = Envelope(self._key.public, topic, bytes(16), self._counter, b"", state)
        frame = sign(envelope, self._key)
        self._server.post(topic, frame, retain=True)
        return frame


async def _watch(game: Game, pid: int, port: int, spectators: int, moves: int) -> None:
    origin = f"http://127.0.0.1:{port}"
    url = f"{origin}/live/table/{TABLE}"
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, headers={"Origin": origin}) as http:
        for _ in range(2):  # what is loaded at first is nobody's
            async with http.ws_connect(url) as warm:
                await warm.receive()
        before = uss(pid)
        watchers = [Watcher(await http.ws_connect(url)) for _ in range(spectators)]
        reading = [asyncio.create_task(each.read()) for each in watchers]
        await asyncio.gather(*(each.arrived.wait() for each in watchers))
        joined = (uss(pid) - before) / spectators
        spans, sizes = [], []
        for plies in range(1, moves + 1):
            for each in watchers:
                each.arrived.clear()
            frame = game.publish(plies)
            start = perf_counter()
            await asyncio.gather(*(each.arrived.wait() for each in watchers))
            assert all(each.latest == frame for each in watchers)
            spans += [(each.at - start) * 1000 for each in watchers]
            sizes.append(len(frame))
        after = (uss(pid) - before) / spectators
        for each in reading:
            each.cancel()
        await asyncio.gather(*(each.socket.close() for each in watchers))
    worst, p99 = max(spans), quantiles(spans, n=100)[98]
    print(f"{spectators} spectators of one table, {moves} moves, frames of {median(sizes):,} bytes")
    print(f"fan-out: median {median(spans):.0f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms")
    print(f"memory a spectator: {joined:.1f} KB when all have come, {after:.1f} KB at the end")
    print(f"bytes a move: the signed frame and {HEADER} more")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    asyncio.run(measure(*[*given, *(SPECTATORS, MOVES)[len(given) :]]))
