"""The worker process: many bots in it, and the processes that think for them."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.bots.levels import LEVELS
from client.bots.thinker import Question, answer_questions
from games.registry import built_in_map, game_of
from games.siam import Position, Siam
from protocol.commands import StartGame
from protocol.keys import SecretKey
from tests.brokers import RunningServer, running_broker, running_server
from tests.e2e.guests import Guest, guest, mover, seated
from tests.patience import PATIENCE
from tests.programs import children, ended


@dataclass
class Seat:
    """A seat a bot can be told to play: Ann has started the table and waits for the bot's move."""

    server: RunningServer
    table: str
    key: SecretKey
    ann: Guest

    def order(self, **other: Any) -> dict[str, Any]:
        return {
            "link": str(self.server.link.to_table(self.table)), "password": None,
            "key": self.key.to_text(), "seat": 1, "level": "random", "name": "Bot", "pace": 0.0,
            "seed": 4, **other,
        }  # fmt: skip

    async def start(self) -> None:
        """Start the game and play until it is the bot's turn."""
        await self.ann.done(StartGame(self.table))
        await self.ann.play(self.table, Random(1), enough=lambda state: mover(state) == 1)

    async def finish(self) -> None:
        """Play to the end."""
        assert (await self.ann.play(self.table, Random(1))).result


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with running_broker("embedded", tmp_path) as broker, running_server(broker) as running:
        yield running


@asynccontextmanager
async def seat_at(server: RunningServer) -> AsyncIterator[Seat]:
    key = SecretKey.generate()
    async with guest(server.link, "Ann") as ann:
        async with guest(server.link, "Bot", key) as bot:
            opened = await seated([ann, bot])
        yield Seat(server, opened, key, ann)


@pytest.fixture
async def seat(server: RunningServer) -> AsyncIterator[Seat]:
    async with seat_at(server) as found:
        yield found


class Worker:
    """A worker process, told what to do as its server does."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.stdin = process.stdin
        self.stdout = process.stdout

    def play(self, bot: str, order: dict[str, Any]) -> None:
        self.stdin.write(json.dumps({"bot": bot, "play": order}).encode() + b"\n")

    def end(self, bot: str) -> None:
        self.stdin.write(json.dumps({"bot": bot, "end": True}).encode() + b"\n")

    async def told(self) -> dict[str, str]:
        line = await asyncio.wait_for(self.stdout.readline(), PATIENCE)
        found: dict[str, str] = json.loads(line)
        return found

    async def rest(self) -> tuple[int, bytes, bytes]:
        """Return its exit status and what it still says, once it has ended."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            said = await asyncio.gather(self.stdout.read(), self.process.stderr.read())
            return await self.process.wait(), *said


@asynccontextmanager
async def worker(thinkers: int = 1) -> AsyncIterator[Worker]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "client.bots", str(thinkers),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Worker(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.communicate()


class TestWorker:
    async def test_it_plays_bots_of_all_levels_at_once_and_ends_with_its_input(self, server):
        async with worker() as bots:
            for level in LEVELS:
                async with seat_at(server) as seat:
                    bots.play(level, seat.order(level=level, seconds=0.05))
                    await seat.start()
                    await seat.finish()
            started = list(children(bots.process.pid))
            bots.stdin.close()
            assert await bots.rest() == (0, b"", b"")
            for process in started:
                await ended(process)

    async def test_it_ends_on_sigterm(self, seat):
        async with worker() as bots:
            bots.play("1", seat.order())
            await seat.start()
            await seat.ann.play(seat.table, Random(1), enough=lambda state: state.ply >= 4)
            bots.process.send_signal(signal.SIGTERM)
            assert await bots.rest() == (0, b"", b"")

    async def test_what_it_has_started_ends_when_it_is_killed(self, seat):
        async with worker() as bots:
            bots.play("1", seat.order(level="regent", seconds=1000))
            await seat.start()
            started = await thinking(bots)
            bots.process.kill()
            for process in started:
                await ended(process)

    async def test_a_bot_ends_when_another_has_its_key(self, seat):
        async with worker() as bots:
            bots.play("1", seat.order())
            await seat.start()
            await seat.ann.play(seat.table, Random(1), enough=lambda state: state.ply >= 4)
            async with guest(seat.server.link, "Bot", seat.key) as newer:
                await newer.client.follow(seat.table)
                assert await bots.told() == {"bot": "1", "fault": ""}

    async def test_a_bot_ends_where_there_is_no_such_table(self, seat):
        async with worker() as bots:
            link = str(seat.server.link.to_table("nowhere"))
            bots.play("1", seat.order(link=link))
            assert await bots.told() == {"bot": "1", "fault": ""}

    async def test_a_bot_that_is_told_to_end_says_no_more(self, seat):
        async with worker() as bots:
            bots.play("1", seat.order())
            bots.end("1")
            bots.play("2", seat.order(level="genius"))
            assert (await bots.told())["bot"] == "2"

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"level": "genius"}, "there is no bot"),
            ({"link": "siam://nowhere"}, "cannot be read"),
            ({"key": "short"}, "cannot be read"),
            ({"seat": None}, "cannot be read"),
            ({"level": "regent", "seconds": 0}, "the search needs a limit above 0"),
        ],
    )
    async def test_an_order_it_cannot_use_ends_that_bot_alone(self, seat, change, reason):
        async with worker() as bots:
            bots.play("well", seat.order())
            bots.play("bad", seat.order(**change))
            told = await bots.told()
            assert told["bot"] == "bad"
            assert reason in told["fault"]
            assert seat.key.to_text() not in told["fault"]
            await seat.start()
            await seat.finish()


async def thinking(bots: Worker) -> list[int]:
    """Wait until a thinker uses the processor; return all processes the worker has started."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = list(children(bots.process.pid))
            if len(found) > 1 and any(_seconds(process) > 0.05 for process in found[1:]):
                return found
            await asyncio.sleep(0.02)  # the time used is measured, and the system tells no event


def _seconds(pid: int) -> float:
    """Return the processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def asked(*questions: Question) -> list[dict[str, Any]]:
    """Return a thinker's answers, from a thread in place of a process."""
    ours, theirs = socket.socketpair()
    thread = threading.Thread(target=answer_questions, args=(theirs,))
    thread.start()
    with ours, ours.makefile("rb") as answers:
        found = []
        for question in questions:
            ours.sendall(question.to_line())
            found.append(json.loads(answers.readline()))
    thread.join(PATIENCE)
    assert not thread.is_alive()
    return found


def question(game: Siam, position: Position, level: str) -> Question:
    return Question("siam", game.map.toml, (), game.format(position), level, None, 7)


class TestThinker:
    @pytest.fixture(autouse=True)
    def _memory_of_these_tests_is_not_a_thinkers(self, monkeypatch):
        monkeypatch.setattr("client.bots.thinker._MAX_MEMORY", math.inf)

    @pytest.mark.parametrize("level", ["greedy", "mandarin"])
    @pytest.mark.parametrize("name", ["siam", "albion"])
    def test_it_chooses_what_the_level_chooses_from_the_same_knowledge(self, name, level):
        game: Siam = game_of("siam", map_text=built_in_map("siam", name))  # type: ignore[assignment]
        position, random = game.new(2, 5), Random(3)
        questions, wanted = [], []
        for ply in itertools.count():
            if (turn := game.turn(position)) is None:
                break
            if position.hand and not position.exchange and ply % 3 == 0:
                known = game.view(position, turn)
                questions.append(question(game, known, level))
                wanted.append(game.format_move(LEVELS[level](game, known, Random(7))))
            position = game.play(
                position, game.forced(position) or game.random_move(position, random)
            )
        assert len(questions) > 2
        assert [answer["move"] for answer in asked(*questions)] == wanted

    def test_one_that_takes_too_much_memory_gives_up_its_place(self, monkeypatch):
        game: Siam = game_of("siam")  # type: ignore[assignment]
        opening = question(game, game.new(2, 1), "random")
        assert [answer["last"] for answer in asked(opening, opening)] == [False, False]
        monkeypatch.setattr("client.bots.thinker._MAX_MEMORY", 0)
        assert [answer["last"] for answer in asked(opening)] == [True]

    def test_it_says_what_went_wrong_and_goes_on(self, capsys):
        game: Siam = game_of("siam")  # type: ignore[assignment]
        opening = question(game, game.new(2, 1), "random")
        spoilt = replace(opening, position="nowhere")
        first, second = asked(spoilt, opening)
        assert "Error" in first["fault"]
        assert second["move"]
        assert "Error" in capsys.readouterr().err


class TestThinkers:
    async def test_a_bot_that_thinks_for_long_holds_up_no_bot_that_does_not(self, server):
        async with worker() as bots, seat_at(server) as slow, seat_at(server) as quick:
            bots.play("slow", slow.order(level="regent", seconds=1000))
            await slow.start()
            await thinking(bots)
            bots.play("quick", quick.order())
            await quick.start()
            await quick.finish()

    async def test_a_thought_nobody_waits_for_makes_room_for_the_next(self, server):
        async with worker() as bots, seat_at(server) as one, seat_at(server) as other:
            bots.play("one", one.order(level="regent", seconds=1000))
            await one.start()
            await thinking(bots)
            bots.play("other", other.order(level="greedy"))
            await other.start()
            bots.end("one")
            await other.finish()

    async def test_a_thinker_that_is_killed_ends_its_bot_alone_and_is_replaced(self, server):
        async with worker() as bots, seat_at(server) as one, seat_at(server) as other:
            bots.play("one", one.order(level="regent", seconds=1000))
            await one.start()
            _, thinker = await thinking(bots)
            os.kill(thinker, signal.SIGKILL)
            told = await bots.told()
            assert told["bot"] == "one"
            assert "ended" in told["fault"]
            bots.play("other", other.order(level="greedy"))
            await other.start()
            await other.finish()
