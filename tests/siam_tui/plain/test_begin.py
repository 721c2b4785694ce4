"""What a command line and a pasted link lead to in text mode."""

from __future__ import annotations

from pathlib import Path

from games.registry import built_in_map
from tests.programs import run, serving
from tests.siam_tui.plain.talker import talking


async def test_a_map_of_the_command_line_is_that_of_games_against_bots(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(built_in_map("siam", "siam").replace("Siam, 1874", "Our own Siam"))
    options = ("--name", "Ann", "--game", "siam", "--map", str(file), "--plain")
    async with talking(tmp_path, *options) as ann:
        assert str(file) in await ann.until("Against bots you play King of Siam on the map in")
        ann.type("bots greedy")
        await ann.until("The game begins on the map Our own Siam.")
        ann.type("leave", "leave", "bots greedy map=albion")
        await ann.until("The game begins on the map Albion.")
        ann.type("leave", "leave", "bots greedy game=amber")
        await ann.until("The game begins.")


async def test_a_link_broken_over_two_lines_is_joined(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, "--lobby-name", "Friday club") as (_, link),
        talking(tmp_path, "--plain", "--name", "Ann") as ann,
    ):
        place = str(link).index("#") + 9
        ann.type(f"<{str(link)[:place]}")
        await ann.until("If it goes on in another line, type the rest of it.")
        ann.type(f"{str(link)[place:]}>.")
        await ann.until("You are in the lobby Friday club.")


async def test_the_reason_why_a_table_is_closed_is_told(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, "--announce", "everyone") as (_, link),
        talking(tmp_path, "join", str(link), "--plain", "--name", "Ann") as ann,
    ):
        await ann.until("You are in the lobby")
        ann.type("open 2")
        await ann.until("You are at your table.")
        code, said, _ = await run(tmp_path, "lobby", "tables")
        table = said.split()[0]
        code, _, _ = await run(tmp_path, "lobby", "close", table, "--why", "It is late.")
        assert code == 0
        assert "has closed the table: “It is late.”" in await ann.until("The owner of this lobby")
