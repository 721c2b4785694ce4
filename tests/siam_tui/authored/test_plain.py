"""An authored game in text mode: real processes all round."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games.contract import GameError
from games.registry import game_of
from siam_tui.games.registry import ui_of
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.typed.commands import CommandSet, Place
from tests.programs import run, serving
from tests.siam_tui.plain.talker import Talker, talking


async def a_move(talker: Talker, name: str, beginning: str = "") -> str:
    """Return a legal move, found by asking for the moves that begin with a text."""
    said = await talker.ask(f"moves {beginning}".strip())
    for line in said:
        with suppress(GameError):
            return game_of(name).format_move(game_of(name).parse_move(line))
    group = next(line for line in said if line.endswith((" moves.", " move.")))
    return await a_move(talker, name, group.partition(": ")[0])


def test_a_move_without_fields_is_played_by_its_word() -> None:
    position = "..111.../.0.1..../..00..../...00.../...00.../....0.../......../........ 0"
    game = game_of("reversi")
    typed = CommandSet(Place.TABLE, ui_of("reversi")).read("pass")
    view: Any = SimpleNamespace(
        game=game, position=game.parse(position), my_turn=True, seat_names=()
    )
    entry = MoveEntry(view)
    assert list(entry.enter_command(typed) or ["not taken"]) == []
    assert entry.take_chosen() == ("pass",)


@pytest.mark.parametrize("name", ["morris", "shires"])
async def test_a_whole_game_against_a_bot_is_played_and_proven(
    tmp_path: Path, python_path: str, name: str
) -> None:
    async with (
        serving(tmp_path, PYTHONPATH=python_path) as (_, link),
        talking(
            tmp_path, "join", str(link), "--plain", "--name", "Ann", PYTHONPATH=python_path
        ) as ann,
    ):
        ann.type(f"open 2 game={name}", "bot 2 random", "start")
        while await ann.until("Your turn.", "The game is over.") != "The game is over.":
            ann.type(f"move {await a_move(ann, name)}")
        assert (await ann.next()).endswith((" wins.", " win.", "A draw."))
        said = await ann.ask(f"save {tmp_path / 'game'}")
        assert "game.siam" in "\n".join(said)
        assert await ann.leave() == 0
    file = str(tmp_path / "game.siam")
    code, out, _ = await run(tmp_path, "verify", file, PYTHONPATH=python_path)
    assert code == 0, out


async def test_the_first_turn_tells_the_board_once_and_lists_moves_that_begin_differently(
    tmp_path: Path, python_path: str
) -> None:
    async with (
        serving(tmp_path, PYTHONPATH=python_path) as (_, link),
        talking(
            tmp_path, "join", str(link), "--plain", "--name", "Ann", PYTHONPATH=python_path
        ) as ann,
    ):
        ann.type("open 2 game=reversi", "bot 2 random", "start")
        await ann.until("Your turn.")
        board = ["Ann: e5 and d4.", "Merry Lek: d5 and e4.", "Ann: discs 2.", "Your turn."]
        assert ann.heard[ann.heard.index("The game begins.") + 1 :] == board
        assert await ann.ask("moves") == ["d6", "c5", "f4", "e3"]
        assert await ann.leave() == 0


async def test_the_demo_is_told_to_its_end(tmp_path: Path, python_path: str) -> None:
    arguments = ("demo", "--game", "four", "--plain")
    code, out, complaints = await run(tmp_path, *arguments, PYTHONPATH=python_path)
    assert (code, complaints) == (0, "")
    assert out.splitlines()[-1].startswith(("seats ", "draw"))
    assert "drops a man into column" in out
