"""The bots' processes: started, started again and ended as the seats need them."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import server.bots
from client.bots.levels import LEVELS
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.messages import LeaveTable, OpenTable, SeatBot, StartGame, TakeSeat, Terms
from server.botkeys import BotSeat
from server.bots import Bots
from server.config import BOT_LEVELS
from tests.brokers import RunningServer
from tests.patience import PATIENCE
from tests.server.person import person

LINK = Link(BrokerAddress("mqtt", "127.0.0.1", 1883), SecretKey.generate().public)
BOT = BotSeat(SecretKey.generate(), "greedy", "greedy bot")

PROGRAM = """\
import json, socket, sys
order = json.loads(sys.stdin.readline())
with socket.create_connection(("127.0.0.1", {port})) as line:
    line.sendall(json.dumps(order).encode() + b"\\n")
    {work}
    line.sendall(b'"end"\\n')
"""


class Watched:
    """Bots whose program tells us when it starts and ends."""

    def __init__(self, port: int, work: str) -> None:
        program = PROGRAM.format(port=port, work=work)
        self.bots = Bots(LINK, "secret", 1.5, 3, program=(sys.executable, "-c", program))
        self.told: asyncio.Queue[str] = asyncio.Queue()

    async def next(self) -> str:
        return await asyncio.wait_for(self.told.get(), PATIENCE)


@asynccontextmanager
async def watched(work: str = "sys.stdin.read()") -> AsyncIterator[Watched]:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async for line in reader:
            found.told.put_nowait(line.decode())
        writer.close()

    listener = await asyncio.start_server(listen, "127.0.0.1", 0)
    found = Watched(listener.sockets[0].getsockname()[1], work)
    try:
        yield found
    finally:
        await found.bots.stop()
        listener.close()


def test_the_levels_are_those_the_bots_know() -> None:
    assert tuple(LEVELS) == BOT_LEVELS


async def test_a_bot_is_told_everything_on_its_standard_input() -> None:
    async with watched() as found:
        found.bots.keep({("t1", 2): BOT})
        told = await found.next()
        assert str(LINK.to_table("t1")) in told
        for expected in (
            '"seat": 2',
            '"level": "greedy"',
            '"pace": 1.5',
            '"count": 3',
            '"password": "secret"',
        ):
            assert expected in told
        assert BOT.key.to_text() in told


async def test_a_bot_that_is_no_longer_wanted_ends() -> None:
    async with watched() as found:
        found.bots.keep({("t1", 2): BOT})
        await found.next()
        found.bots.keep({})
        assert "end" in await found.next()


async def test_a_bot_that_is_wanted_still_stays_the_same() -> None:
    async with watched() as found:
        found.bots.keep({("t1", 2): BOT})
        await found.next()
        found.bots.keep({("t1", 2): BOT, ("t2", 0): BOT})
        assert '"seat": 0' in await found.next()
        found.bots.keep({("t1", 2): BOT})
        assert "end" in await found.next()
        assert found.told.empty()


async def test_another_bot_on_the_same_seat_is_another_process() -> None:
    async with watched() as found:
        found.bots.keep({("t1", 2): BOT})
        await found.next()
        other = BOT._replace(key=SecretKey.generate())
        found.bots.keep({("t1", 2): other})
        both = {await found.next(), await found.next()}
        assert '"end"\n' in both
        assert any(other.key.to_text() in line for line in both)


async def test_a_bot_that_dies_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.bots, "_RESTART_SECONDS", 0.01)
    async with watched(work="sys.exit(3)") as found:
        found.bots.keep({("t1", 2): BOT})
        for _ in range(server.bots._MAX_STARTS):
            assert BOT.key.to_text() in await found.next()


async def test_a_bot_that_will_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.bots, "_STOP_SECONDS", 0.05)
    async with watched(work="import signal; signal.pause()") as found:
        found.bots.keep({("t1", 2): BOT})
        await found.next()
        await asyncio.wait_for(found.bots.stop(), PATIENCE)


async def test_what_a_bot_complains_of_is_logged() -> None:
    logged = asyncio.Event()
    handler = logging.Handler()
    handler.emit = lambda record: logged.set() if "says: ouch" in record.getMessage() else None  # type: ignore[method-assign]
    server.bots.logger.addHandler(handler)
    try:
        async with watched(work="print('ouch', file=sys.stderr, flush=True)") as found:
            found.bots.keep({("t1", 2): BOT})
            await asyncio.wait_for(logged.wait(), PATIENCE)
    finally:
        server.bots.logger.removeHandler(handler)


async def test_bots_play_a_whole_game_by_themselves(server: RunningServer) -> None:
    async with person(server.link) as host:
        table = (await host.ask(OpenTable("siam", 3, seat=None))).table
        for seat, level in enumerate(("random", "greedy", "random")):
            await host.ask(SeatBot(table, seat, level))
        await host.ask(StartGame(table))
        over = await host.until_table(lambda state: state.status == "over")
        assert over.result
        await host.ask(LeaveTable(table))
        assert not server.server.bots._running


async def test_bots_play_no_faster_than_the_table_asks(server: RunningServer) -> None:
    async with person(server.link, "Host") as host:
        table = (await host.ask(OpenTable("siam", 2, seat=None, terms=Terms(pace=1)))).table
        for seat in range(2):
            await host.ask(SeatBot(table, seat, "random"))
        start = asyncio.get_running_loop().time()
        await host.ask(StartGame(table))
        await host.until_table(lambda state: state.ply >= 2)
        assert asyncio.get_running_loop().time() - start >= 2
        await host.ask(LeaveTable(table))


async def test_a_stand_in_plays_for_who_leaves_until_they_come_back(server: RunningServer) -> None:
    async with person(server.link, "Ann") as ann, person(server.link, "Ben") as ben:
        table = (await ann.ask(OpenTable("siam", 3))).table
        await ann.ask(SeatBot(table, 1, "random"))
        await ben.ask(TakeSeat(table, 2))
        await ann.ask(StartGame(table))
        await ben.until_table(lambda state: state.status == "running")
        await ben.ask(LeaveTable(table))
        await ann.ask(LeaveTable(table))
        played = await ann.until_table(
            lambda state: any(entry.by == "stand_in" for entry in state.news)
        )
        assert played.seats[0].name == "Ann"
        back = await ann.ask(TakeSeat(table, 0))
        again = await ann.until_table(lambda state: state.revision >= back.revision)
        assert again.seats[0].holder == "person"
        assert len(server.server.bots._running) == 2
