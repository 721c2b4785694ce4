"""Nim in text mode: real processes all round."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from games.record import format_record
from tests.programs import run, serving
from tests.siam_tui.plain.talker import Talker, talking
from tests.siam_tui.second_game.records import played


async def take_one(talker: Talker) -> None:
    """Take a token from the last heap that has any."""
    talker.type((await talker.ask("moves take:1"))[-1])  # lines before it may be news


async def play(talker: Talker, *, asked: bool = False) -> None:
    """Play to the end of the game; it may be the talker's turn already."""
    while asked or await talker.until("Your turn.", "The game is over.") != "The game is over.":
        await take_one(talker)
        asked = False


async def test_one_opens_a_table_plays_to_its_end_and_saves_the_record(
    tmp_path: Path, python_path: str
) -> None:
    async with (
        serving(tmp_path, PYTHONPATH=python_path) as (_, link),
        talking(
            tmp_path, "join", str(link), "--plain", "--name", "Ann", PYTHONPATH=python_path
        ) as ann,
    ):
        ann.type("open 1 game=nim misere", "start")
        await ann.until("Heap 3 has ")
        await ann.until("Your turn.")
        seats = await ann.ask("seats")
        assert seats[-1] == "The table plays for The house. The house has a secret card."
        await play(ann, asked=True)
        assert any(line.startswith("The house take") for line in ann.heard)
        assert any("Nim with a Secret Card, waiting." in line for line in ann.heard)
        said = await ann.ask(f"save {tmp_path / 'game'}")
        assert "game.siam" in "\n".join(said)
        assert await ann.leave() == 0
    code, out, _ = await run(
        tmp_path, "verify", str(tmp_path / "game.siam"), PYTHONPATH=python_path
    )
    assert code == 0, out


async def test_the_demo_is_told_to_its_end(tmp_path: Path, python_path: str) -> None:
    arguments = ("demo", "--game", "nim", "--plain")
    code, out, complaints = await run(tmp_path, *arguments, PYTHONPATH=python_path)
    assert (code, complaints) == (0, "")
    assert out.splitlines()[-1].startswith(("seats ", "nobody"))


async def test_two_people_play_with_clocks_and_one_takes_a_move_back(
    tmp_path: Path, python_path: str
) -> None:
    async with (
        serving(tmp_path, PYTHONPATH=python_path) as (_, link),
        talking(
            tmp_path / "ann", str(link), "--plain", "--name", "Ann", PYTHONPATH=python_path
        ) as ann,
        talking(
            tmp_path / "ben", str(link), "--plain", "--name", "Ben", PYTHONPATH=python_path
        ) as ben,
    ):
        ann.type("open 2 game=nim clock=600+10")
        await ann.until("1 seat is free")
        ben.type("sit 1")
        await ann.until("Ben sits down on seat 2.")
        ann.type("start")
        await asyncio.gather(*(each.until("Heap 3 has ") for each in (ann, ben)))
        seats = await ann.ask("seats")
        assert sum("Clock: " in line for line in seats) == 2
        assert any("Ben has a secret card" in line for line in seats), seats
        first, second = (
            (ann, ben) if any("Your turn." in line for line in ann.heard) else (ben, ann)
        )
        if first is ben:
            await ben.until("Your turn.")
        await take_one(first)
        await second.until("Your turn.")
        first.type("takeback")
        await second.until("taken back")
        second.type("takeback")
        await first.until("Your turn.")
        await asyncio.gather(play(first, asked=True), play(second))
        for each in (ann, ben):
            assert await each.leave() == 0


async def test_a_hint_is_told_in_a_game_against_a_bot(tmp_path: Path, python_path: str) -> None:
    async with talking(tmp_path, "--game", "nim", "--plain", PYTHONPATH=python_path) as ann:
        ann.type("bots random")
        await ann.until("Your turn.")
        hint = "\n".join(await ann.ask("hint"))
        assert re.search(r"you win .+ with it|this move wins|This move wins", hint)
        assert await ann.leave() == 0


async def test_a_record_is_analysed(tmp_path: Path, python_path: str) -> None:
    record = played(2, names=("Ann", "Ben"))
    (tmp_path / "game.siam").write_text(format_record(record), encoding="utf-8")
    arguments = ("analyse", str(tmp_path / "game.siam"), "--nodes", "20")
    code, out, complaints = await run(tmp_path, *arguments, PYTHONPATH=python_path)
    assert (code, complaints) == (0, "")
    assert out.startswith("Nim with a Secret Card: ")
    assert "Part 1" in out
