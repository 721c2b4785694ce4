"""The server program killed in the middle of everything, and started again."""

from __future__ import annotations

import asyncio
import math
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from games.siam.record import parse_record
from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from protocol.messages import Entry, LeaveTable, OpenTable, PlayMove, SeatBot, StartGame, TableState
from server.store.records import read_records
from tests.brokers import free_port, mosquitto, need_mosquitto
from tests.e2e.guests import (
    PATIENCE,
    Guest,
    after,
    check_hands_hidden,
    check_replay,
    come,
    game_of_table,
    guest,
    is_over,
    mover,
    started,
)


@dataclass
class Program:
    """``siam serve`` as a process that is killed and started again.

    Attributes:
        folder: where its key, its store and its log are.
        arguments: what it is started with.
        starts: how often it was.
    """

    folder: Path
    arguments: tuple[str, ...]
    starts: int = 0
    process: asyncio.subprocess.Process | None = field(default=None)

    @property
    def store(self) -> Path:
        return self.folder / "lobby.db"

    async def start(self) -> Link:
        """Start it, and return its link once players can come."""
        await self.begin()
        assert self.process is not None
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            if b"siam://" in line:
                return parse_link(line.decode().strip())
        raise AssertionError("the server did not start")

    async def begin(self) -> None:
        """Start it, and do not wait for anything."""
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "siam_tui", "serve", "--store", str(self.store), *self.arguments,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, **dict.fromkeys(names, str(self.folder))},
        )  # fmt: skip
        self.starts += 1

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.communicate()

    async def terminate(self) -> None:
        assert self.process is not None
        self.process.terminate()
        await self.process.communicate()
        assert self.process.returncode == 0


@asynccontextmanager
async def program(kind: str, folder: Path) -> AsyncIterator[tuple[Program, Link]]:
    """Run the server on its own broker, or on mosquitto, which is not killed with it."""
    async with AsyncExitStack() as stack:
        if kind == "mosquitto":
            need_mosquitto()
            broker = stack.enter_context(mosquitto(folder))
            arguments = ("--broker", f"mqtt://{broker.host}:{broker.port}")
        else:
            arguments = ("--port", str(free_port()))
        served = Program(folder, arguments)
        link = await served.start()
        try:
            yield served, link
        finally:
            if served.process is not None and served.process.returncode is None:
                await served.kill()


@dataclass
class Leash:
    """Holds players back at a ply until it is let out, so that no game ends before a kill."""

    reach: float = math.inf
    _let_out: asyncio.Event = field(default_factory=asyncio.Event)

    async def hold(self, ply: int) -> None:
        while ply > self.reach:
            await self._let_out.wait()

    def let_out(self, reach: float) -> None:
        self.reach = reach
        self._let_out.set()
        self._let_out = asyncio.Event()


@dataclass
class Player:
    """Plays by dice, and writes down every move the server has acknowledged."""

    guest: Guest
    random: Random
    leash: Leash = field(default_factory=Leash)
    acknowledged: dict[int, str] = field(default_factory=dict)

    async def play(self, table: str) -> TableState:
        while True:
            state = await self.guest.until(
                table, lambda state: is_over(state) or mover(state) == state.viewer is not None
            )
            if is_over(state):
                return state
            await self.leash.hold(state.ply)
            game = game_of_table(state)
            move = game.format_move(game.random_move(game.parse(state.position), self.random))
            played = await self.guest.done(PlayMove(table, state.game_number, state.ply, move))
            assert state.ply not in self.acknowledged
            self.acknowledged[state.ply] = move
            await self.guest.until(table, lambda state, at=played.revision: state.revision >= at)


def check_acknowledged(players: list[Player], entries: tuple[Entry, ...]) -> None:
    """See that every move the server acknowledged was played where it was, and no other was."""
    acknowledged = {ply: move for player in players for ply, move in player.acknowledged.items()}
    assert len(acknowledged) == sum(len(player.acknowledged) for player in players)
    assert acknowledged == {
        ply: entry.move for ply, entry in enumerate(entries) if entry.by == "player"
    }


@pytest.mark.parametrize("kind", ["embedded", "mosquitto"])
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_game_goes_on_however_often_the_server_is_killed(
    kind: str, seed: int, tmp_path: Path
):
    random = Random(seed)
    async with program(kind, tmp_path) as (served, link), AsyncExitStack() as stack:
        guests = await come(stack, link, 3)
        table = await started(guests)
        kills = sorted(random.sample(range(1, 18), 4))
        leash = Leash(kills[0])
        players = [Player(each, Random(random.random()), leash) for each in guests]
        playing = [asyncio.create_task(player.play(table)) for player in players]
        for ply, following in zip(kills, (*kills[1:], math.inf), strict=True):
            state = await guests[0].until(table, after(ply))
            assert state.status == "running"
            await asyncio.sleep(random.random() * 0.02)  # anywhere within the way of a move
            await served.kill()
            leash.let_out(following)
            await served.begin()
            await asyncio.sleep(random.random())  # anywhere within its beginning
            await served.kill()
            assert await served.start() == link
        async with asyncio.timeout(PATIENCE):
            over, *others = await asyncio.gather(*playing)
        assert {state.revision for state in others} == {over.revision}
        log = await guests[0].client.history(table)
        check_replay(over, *log)
        check_acknowledged(players, log[2])
        for each in guests:
            check_hands_hidden(each.states)
            revisions = [state.revision for state in each.states]
            assert revisions == sorted(revisions)
        (record,) = read_records(served.store)
        assert record.players == ("Ann", "Ben", "Cat")
        parsed = parse_record(record.text)
        assert parsed.result == over.result
        assert len(parsed.moves) == over.ply
        assert served.starts == 9


async def test_bots_and_stand_ins_go_on_too(tmp_path: Path):
    async with program("embedded", tmp_path) as (served, link), AsyncExitStack() as stack:
        ann, ben = await come(stack, link, 2)
        table = (await ann.done(OpenTable("siam", 3))).table
        await ann.client.follow(table)
        await ben.sit_down(table, 1)
        await ann.done(SeatBot(table, 2, "greedy"))
        await ann.done(StartGame(table))
        await ben.done(LeaveTable(table))
        player = Player(ann, Random(3))
        playing = asyncio.create_task(player.play(table))
        for ply in (4, 12):
            await ann.until(table, after(ply))
            await served.kill()
            await served.start()
        over = await playing
        assert [seat.holder for seat in over.seats] == ["person", "stand_in", "bot"]
        log = await ann.client.history(table)
        check_replay(over, *log)
        by = {(entry.seat, entry.by) for entry in log[2]} - {(0, "table")}
        assert {(0, "player"), (1, "stand_in"), (2, "player")} <= by
        own = tuple(entry for entry in log[2] if (entry.seat, entry.by) == (0, "player"))
        assert [entry.move for entry in own] == list(player.acknowledged.values())


async def test_a_clean_end_keeps_every_table_and_who_was_away_finds_their_seat(tmp_path: Path):
    key = SecretKey.generate()
    async with program("embedded", tmp_path) as (served, link), AsyncExitStack() as stack:
        ann = await stack.enter_async_context(guest(link, "Ann"))
        async with guest(link, "Ben", key) as ben:
            table = await started([ann, ben])
            waiting = (await ben.done(OpenTable("siam", 4))).table
        await served.terminate()
        await served.start()
        async with guest(link, "Ben", key) as ben:
            state = await ben.client.follow(table)
            assert (state.viewer, state.status, state.ply) == (1, "running", 0)
            lobby = ben.client.lobby
            assert lobby is not None
            assert [each.table for each in lobby.tables] == [table, waiting]
            players = [Player(each, Random(5)) for each in (ann, ben)]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(player.play(table) for player in players))
            check_acknowledged(players, (await ben.client.history(table))[2])


async def test_a_command_of_before_is_answered_as_it_was(tmp_path: Path):
    async with program("mosquitto", tmp_path) as (served, link), AsyncExitStack() as stack:
        (ann,) = await come(stack, link, 1)
        await served.kill()
        opening = [asyncio.create_task(ann.done(OpenTable("siam", 2))) for _ in range(3)]
        await served.start()
        tables = {(await each).table for each in opening}
        assert len(tables) == 3
        await served.kill()
        await served.start()
        lobby = (await ann.client.follow(min(tables))) and ann.client.lobby
        assert lobby is not None
        assert {each.table for each in lobby.tables} == tables
