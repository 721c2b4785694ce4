"""The command ``games`` of text mode: real processes, in a lobby that is served."""

from __future__ import annotations

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
        assert "King of Siam against the bot Merry Lek. Not played to its end, " in line
        ann.type("games more")
        await ann.until("There are no more.")
        ann.type("games 1")
        await ann.until("King of Siam against the bot Merry Lek.")
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
