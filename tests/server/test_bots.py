"""The bots and their worker process: started, started again and ended as the seats need them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import server.bots.bot_process
import server.bots.bot_supervisor
from client.bots.levels import LEVELS
from games.bot_characters import BOT_LEVELS
from protocol.commands import LeaveTable, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.states import Terms
from server.bots.bot_seats import BotSeat
from server.bots.bot_supervisor import BotSupervisor
from tests.brokers import RunningServer
from tests.patience import PATIENCE
from tests.programs import children, ended
from tests.server.person import person

LINK = Link(BrokerAddress("mqtt", "127.0.0.1", 1883), SecretKey.generate().public)
BOT = BotSeat(SecretKey.generate(), "greedy", "greedy bot")

PROGRAM = """\
import json, socket, sys
with socket.create_connection(("127.0.0.1", {port})) as line:
    def tell(*said):
        line.sendall(json.dumps(said).encode() + b"\\n")
    def answer(**said):
        print(json.dumps(said), flush=True)
    tell("start", *sys.argv[1:])
    for text in sys.stdin:
        told = json.loads(text)
        tell(told)
        {work}
    tell("end")
"""


class Watched:
    """BotSupervisor whose worker process tells us what it is told."""

    def __init__(self, port: int, work: str) -> None:
        program = PROGRAM.format(port=port, work=work)
        self.bots = BotSupervisor(LINK, "secret", 1.5, 3, program=(sys.executable, "-c", program))
        self.told: asyncio.Queue[Any] = asyncio.Queue()

    async def next(self) -> Any:
        return json.loads(await asyncio.wait_for(self.told.get(), PATIENCE))

    async def order(self) -> dict[str, Any]:
        """Return the next order to play."""
        while True:
            (told, *_) = await self.next()
            if isinstance(told, dict) and "play" in told:
                return told["play"]  # type: ignore[no-any-return]


@asynccontextmanager
async def watched(work: str = "pass") -> AsyncIterator[Watched]:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async for line in reader:
            found.told.put_nowait(line.decode())
        writer.close()

    listener = await asyncio.start_server(listen, "127.0.0.1", 0)
    found = Watched(listener.sockets[0].getsockname()[1], work)
    try:
        yield found
    finally:
        await found.bots.stop_bots()
        listener.close()


def test_the_levels_are_those_the_bots_know() -> None:
    assert tuple(LEVELS) == BOT_LEVELS


async def test_the_worker_is_told_everything_on_its_standard_input() -> None:
    async with watched() as found:
        found.bots.set_bots({("t1", 2): BOT})
        assert await found.next() == ["start", "3"]
        order = await found.order()
        assert order["link"] == str(LINK.to_table("t1"))
        assert order["key"] == BOT.key.to_text()
        assert (order["seat"], order["level"], order["pace"]) == (2, "greedy", 1.5)
        assert order["password"] == "secret"


async def test_the_process_can_be_started_before_there_is_a_bot() -> None:
    async with watched() as found:
        await found.bots.start_process()
        assert await found.next() == ["start", "3"]
        found.bots.set_bots({("t1", 2): BOT})
        assert (await found.order())["seat"] == 2


async def test_all_bots_share_one_process() -> None:
    async with watched() as found:
        found.bots.set_bots({("t1", seat): other_bot() for seat in range(4)})
        assert await found.next() == ["start", "3"]
        assert {(await found.order())["seat"] for _ in range(4)} == {0, 1, 2, 3}


async def test_a_bot_that_is_no_longer_wanted_is_ended_and_the_others_stay() -> None:
    async with watched() as found:
        found.bots.set_bots({("t1", 2): BOT})
        await found.next()
        (first,) = await found.next()
        found.bots.set_bots({("t1", 2): BOT, ("t2", 0): BOT})
        (second,) = await found.next()
        assert second["play"]["seat"] == 0
        found.bots.set_bots({("t2", 0): BOT})
        assert await found.next() == [{"bot": first["bot"], "end": True}]
        assert found.told.empty()


async def test_another_bot_on_the_same_seat_is_another_player() -> None:
    async with watched() as found:
        found.bots.set_bots({("t1", 2): BOT})
        await found.next()
        (first,) = await found.next()
        other = other_bot()
        found.bots.set_bots({("t1", 2): other})
        both = [(await found.next())[0], (await found.next())[0]]
        assert {"bot": first["bot"], "end": True} in both
        assert other.key.to_text() in [told["play"]["key"] for told in both if "play" in told]


async def test_a_bot_that_fails_is_started_again_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.bots.bot_supervisor, "_RESTART_SECONDS", 0.01)
    async with watched(work="answer(bot=told['bot'], fault='ouch')") as found:
        found.bots.set_bots({("t1", 2): BOT})
        for _ in range(server.bots.bot_supervisor._MAX_STARTS):
            assert (await found.order())["key"] == BOT.key.to_text()
        await asyncio.wait(found.bots._running.values())


async def test_a_worker_that_dies_is_started_again_with_all_its_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.bots.bot_process, "_PAUSES", (0.0,))
    work = "told['bot'] == '2' and sys.exit(3)"
    async with watched(work) as found:
        found.bots.set_bots({("t1", seat): other_bot() for seat in range(3)})
        seats = [(await found.order())["seat"] for _ in range(6)]
        assert set(seats[3:]) == {0, 1, 2}


async def test_a_worker_that_always_dies_is_tried_for_as_long_as_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.bots.bot_process, "_PAUSES", (0.0,))
    async with watched(work="sys.exit(3)") as found:
        found.bots.set_bots({("t1", 2): BOT})
        for _ in range(server.bots.bot_supervisor._MAX_STARTS + 2):
            await found.order()


async def test_a_worker_without_bots_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.bots.bot_process, "_IDLE_SECONDS", 0.05)
    async with watched() as found:
        found.bots.set_bots({("t1", 2): BOT})
        await found.order()
        found.bots.set_bots({})
        while await found.next() != ["end"]:
            pass
        found.bots.set_bots({("t1", 2): BOT})
        assert await found.next() == ["start", "3"]
        await found.order()


async def test_a_worker_that_will_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.bots.bot_process, "_STOP_SECONDS", 0.05)
    async with watched(work="import signal; signal.pause()") as found:
        found.bots.set_bots({("t1", 2): BOT})
        await found.order()
        await asyncio.wait_for(found.bots.stop_bots(), PATIENCE)


async def test_nothing_is_kept_of_a_worker_whose_child_holds_a_pipe_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.bots.bot_process, "_STOP_SECONDS", 0.05)
    work = (
        "import subprocess; child = subprocess.Popen([sys.executable, '-c', "
        "'import time; time.sleep(60)'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL); "
        "tell(child.pid)"
    )
    async with watched(work) as found:
        found.bots.set_bots({("t1", 2): BOT})
        await found.order()
        (child,) = await found.next()
        process = found.bots._process._process
        assert process is not None
        await asyncio.wait_for(found.bots.stop_bots(), PATIENCE)
        assert process._transport.is_closing()  # type: ignore[attr-defined]
        os.kill(child, signal.SIGKILL)


async def test_what_a_bot_complains_of_is_logged() -> None:
    logged = asyncio.Event()
    handler = logging.Handler()
    handler.emit = lambda record: logged.set() if "says: ouch" in record.getMessage() else None  # type: ignore[method-assign]
    server.bots.bot_process.logger.addHandler(handler)
    try:
        async with watched(work="print('ouch', file=sys.stderr, flush=True)") as found:
            found.bots.set_bots({("t1", 2): BOT})
            await asyncio.wait_for(logged.wait(), PATIENCE)
    finally:
        server.bots.bot_process.logger.removeHandler(handler)


async def test_bots_of_a_server_share_few_processes_and_end_with_it(
    server: RunningServer,
) -> None:
    before = bot_processes()
    async with person(server.link) as host:
        for _ in range(2):
            table = (await host.ask(OpenTable("siam", 4, seat=None))).table
            for seat in range(4):
                await host.ask(SeatBot(table, seat, "greedy"))
            await host.ask(StartGame(table))
            await host.until_table(lambda state, table=table: state.table == table and state.ply)
        ours = bot_processes() - before
        assert len(server.server.bots._running) == 8
        assert len(ours) <= 2 + server.server.bots.cores
        await server.server.bots.stop_bots()
        for process in ours:
            await ended(process)


def bot_processes() -> set[int]:
    return {pid for pid in children(os.getpid()) if b"client.bots" in command_line(pid)}


def command_line(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def other_bot() -> BotSeat:
    return BOT._replace(key=SecretKey.generate())


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
