"""The web door: how fast a move reaches 200 spectators, what each costs, and what strangers can do.

Run it from the top of the project::

    python -m bench.web_door [spectators, 200 by default] [moves, 40 by default]
    python -m bench.web_door strangers [kind ...]

The door runs as `siam serve` starts it. This process publishes the moves of a game, through the
embedded broker, and watches it with all spectators. *Fan-out* is from the call that publishes a
move until a spectator has its frame, for each spectator and move. *Memory* is the growth of the
door's private memory (USS), divided by the number of spectators. *Bytes* is what a connection
receives for a move. *Processor* is what the door uses for a move and all its spectators.

With `strangers`, a newcomer loads the page again and again, and a spectator gets a frame every 20
ms, in turns quiet and under each attack of `bench.web_strangers`. The door runs on one core, the
strangers on the other one. *Page* is from the first connection until all files are there, *frame*
from the call that publishes it until the spectator has it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import aiohttp
from attrs import evolve

from bench.processes import processor_time, resident
from bench.web_strangers import ADDRESSES, KINDS, VERSION
from protocol.envelope import Envelope, sign
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.topics import Topics
from server.broker.access import LobbyAccess
from server.broker.embedded import embedded_broker
from siam_tui.browser.page_files import page_files
from siam_tui.doors.web.web_settings import WebReady, WebSettings
from tests.doors.web.open_page import TABLE, state_of
from transport.mqtt import Credentials, connected
from transport.mqtt_client import MqttClient

SPECTATORS, MOVES = 200, 40
SPECTATOR = "127.0.0.9"
NEWCOMERS = cycle(f"127.0.1.{number}" for number in range(1, 255))
ROUNDS, QUIET_SECONDS, ATTACK_SECONDS = 2, 2.0, 4.0


def uss(pid: int) -> float:
    """Return the private memory of a process, in KB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.findall(r"^Private_\w+: +(\d+) kB", text, re.MULTILINE)
    return float(sum(map(int, found)))


class Watcher:
    """A spectator that notes when each frame arrives."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.latest = ""
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
        *(sys.executable, "-P", "-X", "utf8", "-m", "siam_tui.doors.web"),
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

    def publish(self, plies: int) -> None:
        """Publish the state after some moves."""
        self._counter += 1
        state = state_of("siam", 4, plies)
        state = evolve(state, news=state.news[-1:], revision=self._counter)
        topic = Topics(self._key.public.fingerprint).table(TABLE)
        envelope = Envelope(self._key.public, topic, bytes(16), self._counter, b"", state)
        frame = sign(envelope, self._key)
        self._server.post(topic, frame, retain=True)


async def _watch(game: Game, pid: int, port: int, spectators: int, moves: int) -> None:
    origin = f"http://127.0.0.1:{port}"
    url = f"{origin}/watch/table/{TABLE}"
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, headers={"Origin": origin}) as http:
        game.publish(0)
        for _ in range(2):  # what is loaded at first is nobody's
            async with await _watching(http, url) as warm:
                await warm.receive()
        before = uss(pid)
        watchers = [Watcher(await _watching(http, url)) for _ in range(spectators)]
        reading = [asyncio.create_task(each.read()) for each in watchers]
        await asyncio.gather(*(each.arrived.wait() for each in watchers))
        gc.collect()
        gc.freeze()  # a pause of this program would count as the door's
        joined, used = (uss(pid) - before) / spectators, processor_time(pid)
        spans, sizes = [], []
        for plies in range(1, moves + 1):
            for each in watchers:
                each.arrived.clear()
            game.publish(plies)
            start = perf_counter()
            await asyncio.gather(*(each.arrived.wait() for each in watchers))
            assert {each.latest for each in watchers} == {watchers[0].latest}
            assert f'"ply":{plies},' in watchers[0].latest
            spans += [(each.at - start) * 1000 for each in watchers]
            sizes.append(len(watchers[0].latest))
        used = processor_time(pid) - used
        after = (uss(pid) - before) / spectators
        for each in reading:
            each.cancel()
        await asyncio.gather(*(each.socket.close() for each in watchers))
    worst, p99 = max(spans), quantiles(spans, n=100)[98]
    print(f"{spectators} spectators of one table, {moves} moves, {median(sizes):,} bytes each")
    print(f"fan-out: median {median(spans):.0f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms")
    print(f"memory a spectator: {joined:.1f} KB when all have come, {after:.1f} KB at the end")
    print(f"processor a move: {used / moves * 1000:.1f} ms")


async def _watching(http: aiohttp.ClientSession, url: str) -> aiohttp.ClientWebSocketResponse:
    socket = await http.ws_connect(url)
    await socket.send_str(f"{VERSION} en ")
    return socket


class Waits:
    """How long a newcomer and a spectator waited, in milliseconds."""

    def __init__(self) -> None:
        self.pages: list[float] = []
        self.frames: list[float] = []

    def __str__(self) -> str:
        pages, frames = (
            quantiles([*each, *each], n=20, method="inclusive")
            for each in (self.pages, self.frames)
        )
        page, frame = (f"{each[9]:4.0f} / {each[18]:4.0f} ms" for each in (pages, frames))
        return f"page {page}, frame {frame}"


async def load_page(port: int) -> float:
    """Load the page and its files as a browser does; return the milliseconds it took."""
    start, paths = perf_counter(), [path for path in page_files() if path.startswith("/assets/")]
    connector = aiohttp.TCPConnector(limit=6, local_addr=(next(NEWCOMERS), 0))
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", connector=connector) as http:

        async def get(path: str) -> None:
            async with http.get(path) as answer:
                assert answer.status == 200, (path, answer.status)
                await answer.read()

        await get("/")
        await asyncio.gather(*map(get, paths))
    return (perf_counter() - start) * 1000


async def _wait_as_people(game: Game, port: int, waits: Waits, seconds: float) -> None:
    """Load the page again and again, and watch, for some seconds."""
    origin, until = f"http://127.0.0.1:{port}", perf_counter() + seconds
    connector = aiohttp.TCPConnector(local_addr=(SPECTATOR, 0))

    async def load() -> None:
        waits.pages.append(await load_page(port))
        while perf_counter() < until:
            waits.pages.append(await load_page(port))

    loading, plies, more = asyncio.create_task(load()), 0, True
    async with (
        aiohttp.ClientSession(connector=connector, headers={"Origin": origin}) as http,
        await _watching(http, f"{origin}/watch/table/{TABLE}") as socket,
    ):
        while more:
            await asyncio.sleep(0.02)
            plies = plies % MOVES + 1
            game.publish(plies)
            start = perf_counter()
            while f'"ply":{plies},' not in await socket.receive_str():
                pass  # what came before
            waits.frames.append((perf_counter() - start) * 1000)
            more = perf_counter() < until
        await loading


async def measure_strangers(kinds: Sequence[str]) -> None:
    """Attack the door in every way, in turns with quiet times, and print who waited how long."""
    own, other = sorted(os.sched_getaffinity(0))[:2]
    os.sched_setaffinity(0, {other})
    key = SecretKey.generate()
    async with embedded_broker("127.0.0.1", 0, LobbyAccess(key.public.fingerprint)) as broker:
        link = Link(broker.address, key.public)
        process, port = await start_door(link)
        os.sched_setaffinity(process.pid, {own})
        try:
            async with connected(link.broker, Credentials(key, link.lobby)) as server:
                game = Game(key, server)
                for kind in kinds:
                    await _compare(game, kind, process.pid, port)
        finally:
            process.kill()
            await process.wait()


async def _compare(game: Game, kind: str, pid: int, port: int) -> None:
    quiet, attacked, spent, connections = Waits(), Waits(), 0.0, 0
    before = resident(pid)
    for _ in range(ROUNDS):
        await _wait_as_people(game, port, quiet, QUIET_SECONDS)
        command = (sys.executable, "-m", "bench.web_strangers", kind, str(port))
        strangers = await asyncio.create_subprocess_exec(
            *(*command, str(ATTACK_SECONDS + 1), *ADDRESSES), stdout=asyncio.subprocess.PIPE
        )
        await asyncio.sleep(1)
        used = processor_time(pid)
        await _wait_as_people(game, port, attacked, ATTACK_SECONDS - 1)
        spent += processor_time(pid) - used
        connections += int((await strangers.communicate())[0])
    busy = 100 * spent / (ROUNDS * (ATTACK_SECONDS - 1))
    print(f"{kind:11} quiet: {quiet}  attacked: {attacked}", flush=True)
    grown = resident(pid) - before
    print(f"{'':11} {connections} connections, door {busy:.0f} % busy, memory {grown:+.0f} MB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["strangers"]:
        asyncio.run(measure_strangers(sys.argv[2:] or list(KINDS)))
    else:
        given = [int(each) for each in sys.argv[1:]]
        asyncio.run(measure(*[*given, *(SPECTATORS, MOVES)[len(given) :]]))
