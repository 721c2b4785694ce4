"""``siam records``: the games played in a lobby, listed, printed and exported."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from games.siam.record import parse_record
from protocol.messages import Agree, Done, OpenTable, SeatBot, StartGame
from tests.e2e.guests import guest
from tests.patience import PATIENCE
from tests.programs import run, serving


@pytest.fixture
async def home(tmp_path: Path) -> Path:
    """A folder in which a lobby has been served and two games have been played."""
    async with serving(tmp_path) as (server, link), guest(link, "Ann") as ann:
        table = (await ann.done(OpenTable("siam", 2))).table
        await ann.client.follow(table)
        await ann.done(SeatBot(table, 1, "random"))
        await ann.done(StartGame(table))
        assert isinstance(await ann.done(Agree(table, 1, "end", yes=True)), Done)
        await ann.done(Agree(table, 1, "again", yes=True))
        await ann.until(table, lambda state: state.game_number == 2)
        await ann.done(Agree(table, 2, "end", yes=True))
        server.terminate()
        await asyncio.wait_for(server.wait(), PATIENCE)
    return tmp_path


async def test_lists_prints_and_exports_them(home, tmp_path):
    code, out, err = await run(home, "records")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["1", "2"]
    assert all("King of Siam: Ann and random bot." in line for line in out.splitlines())
    assert out.count("moves, not played to its end\n") == 2
    code, out, _ = await run(home, "records", "2")
    assert code == 0
    assert parse_record(out).seats == ("Ann", "random bot")
    folder = tmp_path / "games"
    for _ in range(2):  # exporting again changes nothing
        code, out, _ = await run(home, "records", "--to", str(folder))
        assert (code, out) == (0, f"2 records written to {folder}.\n")
    names = sorted(path.name for path in folder.iterdir())
    assert [name.split("-", 3)[3] for name in names] == [
        "1-Ann-random_bot.siam",
        "2-Ann-random_bot.siam",
    ]
    for name in names:
        assert parse_record((folder / name).read_text()).result == "*"
    (folder / names[0]).write_text("another")
    code, _, err = await run(home, "records", "--to", str(folder))
    assert code == 2
    assert "is there already" in err
    code, _, err = await run(home, "records", "9")
    assert (code, err) == (2, "siam: There is no game 9: `siam records` lists all.\n")


async def test_says_when_no_lobby_was_served(tmp_path):
    code, out, err = await run(tmp_path, "records")
    assert (code, out) == (2, "")
    assert "There is no store" in err
    assert err.count("\n") == 1


async def test_says_when_the_store_cannot_be_used(tmp_path):
    bad = tmp_path / "letter"
    await asyncio.to_thread(bad.write_text, "this is a letter to a friend, " * 50)
    for command in (("serve", "--port", "0"), ("records",)):
        code, out, err = await run(tmp_path, *command, "--store", str(bad))
        assert (code, out) == (2, "")
        assert "is damaged" in err
        assert err.count("\n") == 1


async def test_says_when_the_lobby_is_served_already(tmp_path):
    async with serving(tmp_path):
        code, _, err = await run(tmp_path, "serve", "--port", "0")
    assert code == 2
    assert "served already" in err
    assert err.count("\n") == 1
