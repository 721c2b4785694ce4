"""The command ``games`` of text mode: real processes, in a lobby that is served."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.programs import run, serving
from tests.siam_tui.plain.talker import talking


async def test_finished_games_are_listed_searched_told_and_analysed(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
    ):
        nothing = "You have finished no game yet. Each one that you finish will be listed here."
        ann.type("games")
        await ann.until(nothing)
        ann.type("open 2", "bot random", "start", "pass", "end")
        await ann.until("The game is over.")
        await ann.until("games for all that you have finished")
        ann.type("games")
        line = await ann.until("1. 20")
        assert "King of Siam against Merry Lek (bot). Unfinished, " in line
        ann.type("games more")
        await ann.until("There are no more.")
        ann.type("games 1")
        await ann.until("King of Siam against Merry Lek (bot).")
        await ann.until("Ann passes.")
        ann.type("games 1 analysis")
        await ann.until("siam thinks about each move.")
        await ann.until("Given away by a move, on average")
        for typed, told in (
            ("games 2", "There is no game 2: you have 1."),
            ("games 99999999999999999999", "There is no game 999999999: you have 1."),
            ("games \u0663", "No game has these words."),
            ("games tom", "No game has these words."),
            ("games LEK", "1. 20"),
            ("leave", "You are in the lobby"),
            ("games", "1. 20"),
        ):
            ann.type(typed)
            await ann.until(told)
    code, out, _ = await run(tmp_path / "ann", "games")
    assert (code, out.count("\n")) == (0, 1)
    code, out, _ = await run(tmp_path, "games")
    assert (code, "in your lobby, by Ann and Merry Lek" in out) == (0, True)


async def test_a_game_that_a_script_finishes_is_kept(tmp_path: Path) -> None:
    async with talking(tmp_path, "--plain") as script:
        script.type("bots random game=siam", *["pass"] * 30)
        assert await script.leave() == 0
        assert "The game is over, so no more lines are read." in script.heard
    code, out, _ = await run(tmp_path, "games")
    assert (code, out.count("\n")) == (0, 1)
    assert "King of Siam against Merry Lek (bot). You " in out


async def test_a_game_that_two_scripts_finish_waits_for_neither(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "ben", "join", str(link), "--plain", "--name", "Ben") as ben,
    ):
        ann.type("open 2")
        await ann.until("1 seat is free")
        ben.type("sit 1")
        await ann.until("Ben sits down on seat 2.")
        ann.type("start")
        await asyncio.gather(*(each.until("The game begins") for each in (ann, ben)))
        for script in (ann, ben):
            script.type(*["pass"] * 40)
        assert await asyncio.gather(ann.leave(), ben.leave()) == [0, 0]
    for name in ("ann", "ben"):
        async with talking(tmp_path / name, "--plain") as again:
            again.type("waiting")
            assert await again.until("wait") == "No game waits for you. Type bots to begin one."
            await again.leave()
