"""Nim in text mode: real processes all round."""

from __future__ import annotations

from pathlib import Path

from tests.programs import run, serving
from tests.siam_tui.plain.talker import Talker, talking


async def take_one(talker: Talker) -> None:
    """Take a token from the first heap that has any."""
    talker.type((await talker.ask("moves take:1"))[0])


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
        assert seats[-1] == "The table plays for the house. the house has a secret card."
        await take_one(ann)
        while await ann.until("Your turn.", "The game is over.") != "The game is over.":
            await take_one(ann)
        assert "The house plays by its rule." in "\n".join(ann.heard)
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
