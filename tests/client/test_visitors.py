"""Programs of any make, seated at tables by ``siam bot``."""

from __future__ import annotations

import asyncio
import os
import queue
import re
import signal
import stat
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.bots.program import MAX_ANSWER, Program, ProgramError
from client.bots.seat import play_seat
from client.client import Client
from games.registry import built_in_map, game_of
from games.siam import PASS
from protocol.commands import Agree, OpenTable, PlayMove, SeatBot, StartGame, TakeBack
from siam_tui.profile.key_files import read_key
from tests.brokers import RunningServer
from tests.e2e.guests import check_replay, guest, is_over, mover, started
from tests.patience import PATIENCE
from tests.programs import running

ROOT = Path(__file__).parents[2]
ENGINE = (sys.executable, "-m", "siam_tui", "engine")
GAME = game_of("siam")
POSITION = GAME.view(GAME.new(2, 5), GAME.turn(GAME.new(2, 5)))


def bot_of(language: str, folder: Path) -> Path:
    """Write the bot that docs/how-to/write-a-bot.md shows in this language to a file."""
    text = (ROOT / "docs" / "how-to" / "write-a-bot.md").read_text()
    (code,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    file = folder / f"mybot.{language}"
    file.write_text(code)
    return file


@pytest.fixture(autouse=True)
def _siam_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs find ``siam`` and the rules as where they are installed."""
    siam = tmp_path / "bin" / "siam"
    siam.parent.mkdir()
    siam.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m siam_tui "$@"\n')
    siam.chmod(siam.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{siam.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


class TestAProgramsAnswers:
    def test_its_move_is_played(self):
        with Program(ENGINE, 0.01) as program:
            GAME.check(POSITION, program(GAME, POSITION, Random()))

    def test_it_is_told_of_a_map_that_is_not_the_usual_one(self):
        albion = game_of("siam", map_text=built_in_map("siam", "albion"))
        opening = albion.new(3, 1)
        view = albion.view(opening, albion.turn(opening))
        with Program(ENGINE, 0.01) as program:
            albion.check(view, program(albion, view, Random()))

    @pytest.mark.parametrize(
        ("script", "said"),
        [
            ("exit", "ended before it answered `game siam"),
            ("while read line; do echo error no idea; done", "with: error no idea"),
            ("while read line; do echo ok; done", "without a bestmove line"),
            ("while read line; do echo bestmove 9:xQ; echo ok; done", "played '9:xQ' in position "),
            ("while read line; do echo bestmove K:xR@NIX; echo ok; done", "played 'K:xR@NIX' in"),
        ],
    )
    def test_what_is_wrong_with_it_is_said(self, script: str, said: str):
        with Program(("sh", "-c", script), 0.01) as program, pytest.raises(ProgramError) as raised:
            program(GAME, POSITION, Random())
        assert said in str(raised.value)

    def test_it_finds_siam_on_its_path(self):
        folder = Path(sys.executable).parent
        script = f'case "$PATH" in *:{folder}) while read line; do echo ok; done ;; esac'
        with Program(("sh", "-c", script), 0.01) as program:
            program.greet(GAME)

    def test_it_finds_siam_in_the_folder_from_which_siam_was_started(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr("sys.argv", [str(tmp_path / "other" / "siam"), "bot"])
        script = f'case "$PATH" in *:{tmp_path}/other:*) while read line; do echo ok; done ;; esac'
        with Program(("sh", "-c", script), 0.01) as program:
            program.greet(GAME)

    def test_a_silent_one_is_given_up(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("client.bots.program._ANSWER_SECONDS", 0.2)
        with (
            Program(("sleep", "60"), 0.01) as program,
            pytest.raises(ProgramError, match="in time"),
        ):
            program(GAME, POSITION, Random())

    @pytest.mark.parametrize(
        "script",
        [
            "read line; exec yes",
            "read line; exec tr '\\0' x < /dev/zero",
            "read line; exec yes bestmove K:xR@NIX",
            "read line; exec cat /dev/zero",
        ],
    )
    def test_one_that_writes_without_end_is_given_up_at_once(self, script: str):
        with (
            Program(("sh", "-c", script), 60) as program,
            pytest.raises(ProgramError, match="more than 1 MB"),
        ):
            program(GAME, POSITION, Random())
        assert len(program._unread) < 2 * MAX_ANSWER

    def test_one_that_dribbles_is_given_up(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("client.bots.program._ANSWER_SECONDS", 0.3)
        script = "read line; while :; do echo info; sleep 0.01; done"
        with (
            Program(("sh", "-c", script), 0.01) as program,
            pytest.raises(ProgramError, match="in time"),
        ):
            program(GAME, POSITION, Random())

    def test_one_that_does_not_read_is_given_up(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("client.bots.program._ANSWER_SECONDS", 0.3)

        def send_for_ever(program: Program) -> None:
            while True:
                program._send_line(1000 * "x", lambda: False)

        with Program(("yes", "ok"), 0.01) as program, pytest.raises(ProgramError, match="in time"):
            send_for_ever(program)

    def test_one_that_nobody_waits_for_is_let_go(self):
        with (
            Program(("sleep", "60"), 60) as program,
            pytest.raises(ProgramError, match="no longer needed"),
        ):
            program(GAME, POSITION, Random(), stop=lambda: True)

    def test_one_that_is_not_there_is_named(self):
        with pytest.raises(ProgramError, match=r"nothing-here cannot be run: No such file"):
            Program(("/nothing-here",), 1).__enter__()


def siam_bot(
    home: Path, link: object, engine: str, *options: str
) -> AbstractAsyncContextManager[asyncio.subprocess.Process]:
    seat = ("--table", str(link), "--engine", engine, "--seconds", "0.02")
    return running(home, "bot", *seat, *options)


BARE_PYTHON = f"{sys.executable} -I -S"
"""Python that finds neither this project nor what is installed beside it."""


@pytest.mark.parametrize(("language", "runs"), [("python", BARE_PYTHON), ("perl", "perl")])
async def test_the_bots_of_the_documentation_play_whole_games(
    language: str, runs: str, server: RunningServer, tmp_path: Path
):
    async with asyncio.timeout(PATIENCE), guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("siam", 2, seat=None))).table
        await ann.client.follow(table)
        await ann.done(SeatBot(table, 0, "random"))
        engine = f"{runs} {bot_of(language, tmp_path)}"
        async with siam_bot(
            tmp_path, server.link.to_table(table), engine, "--name", "Guest"
        ) as bot:
            await ann.until(table, lambda state: state.seats[1].name == "Guest")
            await ann.done(StartGame(table))
            over = await ann.until(table, is_over)
            check_replay(over, *await ann.client.history(table))
            bot.send_signal(signal.SIGINT)
            out, _ = await bot.communicate()
            assert f"Game 1: {over.result}" in out.decode()
            assert out.decode().endswith("Left the table.\n")
            await ann.until(table, lambda state: state.seats[1].holder == "free")


class TestAtTheTable:
    async def test_it_plays_again_when_somebody_wants_to(
        self, server: RunningServer, tmp_path: Path
    ):
        async with asyncio.timeout(PATIENCE), guest(server.link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            async with siam_bot(
                tmp_path, server.link.to_table(table), "siam engine", "--seat", "2"
            ):
                await ann.until(table, lambda state: state.seats[1].holder == "person")
                await ann.done(StartGame(table))
                await ann.until(table, lambda state: state.status == "running")
                await ann.done(Agree(table, 1, "end", yes=True))
                await ann.until(table, is_over)
                await ann.done(Agree(table, 1, "again", yes=True))
                await ann.until(table, lambda state: state.game_number == 2)

    async def test_it_lets_a_move_be_taken_back(self, server: RunningServer):
        """Also while it thinks: whoever asks does not wait for its move, which is then not played.

        The move that is played instead may be made before it has thought to the end. Then it would
        be legal, but it was an answer to the other one.
        """
        thoughts: queue.SimpleQueue[str] = queue.SimpleQueue()
        begun: queue.SimpleQueue[None] = queue.SimpleQueue()

        def think(game: Any, view: Any, random: Random, stop: Callable[[], bool]) -> Any:
            begun.put(None)
            wanted = thoughts.get()
            return next(each for each in game.moves(view) if (each == PASS) == (wanted == "pass"))

        async with (
            asyncio.timeout(PATIENCE),
            guest(server.link, "Ann") as ann,
            guest(server.link, "Guest") as bot,
        ):
            table = await started([ann, bot])
            playing = asyncio.create_task(play_seat(bot.client, table, 1, think))
            thoughts.put("pass")  # where the bot begins
            state = await ann.until(table, lambda state: mover(state) == 0)
            with suppress(queue.Empty):  # Ann began
                thoughts.get_nowait()
            texts = [GAME.format_move(move) for move in GAME.moves(GAME.parse(state.position))]
            while not begun.empty():
                begun.get()
            await ann.done(PlayMove(table, 1, state.ply, texts[0]))
            await asyncio.to_thread(begun.get, timeout=PATIENCE)
            await ann.done(TakeBack(table, 1, state.ply + 1, yes=True))
            back = await ann.until(table, lambda state: state.takes == 1)
            assert (mover(back), back.ply) == (0, state.ply)
            await ann.done(PlayMove(table, 1, back.ply, texts[1]))
            await bot.until(table, lambda state: state.takes == 1 and mover(state) == 1)
            thoughts.put("pass")  # to the move that was taken back
            await asyncio.to_thread(begun.get, timeout=PATIENCE)
            thoughts.put("a card")
            played = await ann.until(table, lambda state: state.ply == back.ply + 2)
            assert played.news[0].move != "pass"
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    async def test_it_takes_no_seat_before_its_program_has_answered(
        self, server: RunningServer, tmp_path: Path
    ):
        async with asyncio.timeout(PATIENCE), guest(server.link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            for engine, reason in (
                ("sh -c 'exit'", "sh ended before it answered `game siam"),
                ("sh -c 'read line; echo error what; cat'", "with: error what"),
            ):
                async with siam_bot(tmp_path, server.link.to_table(table), engine) as bot:
                    _, told = await bot.communicate()
                assert reason in told.decode()
                assert bot.returncode == 2
            assert {state.seats[1].holder for state in ann.states} == {"free"}

    async def test_it_says_that_another_program_has_come_with_its_profile(
        self, server: RunningServer, tmp_path: Path
    ):
        async with asyncio.timeout(PATIENCE), guest(server.link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            link = str(server.link.to_table(table))
            named = ("--profile", "second", "bot", "--table", link, "--engine", "siam engine")
            async with running(tmp_path, *named) as bot:
                await ann.until(table, lambda state: state.seats[1].holder == "person")
                profiles = tmp_path / "config" / "siam-tui" / "profiles"
                key = read_key(profiles / "second" / "player.key")
                async with Client(server.link, key, "Twin"):
                    _, told = await bot.communicate()
            assert "You have connected from somewhere else" in told.decode()
            assert bot.returncode == 2

    async def test_a_full_table_is_told_of(self, server: RunningServer, tmp_path: Path):
        async with asyncio.timeout(PATIENCE), guest(server.link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.done(SeatBot(table, 1, "random"))
            async with siam_bot(tmp_path, server.link.to_table(table), "siam engine") as bot:
                _, told = await bot.communicate()
                assert told.decode() == "siam: No seat is free at this table.\n"
                assert bot.returncode == 2

    async def test_a_link_to_no_table_is_told_of(self, server: RunningServer, tmp_path: Path):
        async with siam_bot(tmp_path, server.link, "siam engine") as bot:
            _, told = await bot.communicate()
            assert "copy the link at the table" in told.decode()
