"""``siam records``: the games played in a lobby, listed, printed and exported."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from games.record import parse_record
from protocol.commands import Agree, OpenTable, SeatBot, StartGame
from protocol.messages import Done
from tests.e2e.guests import guest
from tests.e2e.terminals import on_screen
from tests.patience import PATIENCE
from tests.programs import SIAM, environment, run, running, serving


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
    *games, size = out.splitlines()
    assert [line.split()[0] for line in games] == ["1", "2"]
    assert all("King of Siam: Ann and Merry Lek." in line for line in games)
    assert size.startswith("2 games in the archive; the whole store takes ")
    assert out.count("moves, not played to its end\n") == 2
    code, out, _ = await run(home, "records", "2")
    assert code == 0
    assert parse_record(out).seats == ("Ann", "Merry Lek")
    folder = tmp_path / "games"
    for _ in range(2):  # exporting again changes nothing
        code, out, _ = await run(home, "records", "--to", str(folder))
        assert (code, out) == (0, f"2 records written to {folder}.\n")
    names = sorted(path.name for path in folder.iterdir())
    assert [name.split("-", 3)[3] for name in names] == [
        "1-Ann-Merry_Lek.siam",
        "2-Ann-Merry_Lek.siam",
    ]
    for name in names:
        assert parse_record((folder / name).read_text()).result == "*"
    (folder / names[0]).write_text("another")
    code, _, err = await run(home, "records", "--to", str(folder))
    assert code == 2
    assert "exists already" in err
    code, _, err = await run(home, "records", "9")
    assert (code, err) == (2, "siam: There is no game 9: `siam records` lists all.\n")


async def test_a_host_is_told_how_much_is_kept_and_may_bound_it(home):
    """What `siam serve` says at its start; then the archive keeps but the latest game."""
    async with running(home, "serve", "--port", "0") as server:
        assert "All games are kept: 2 so far; the whole store takes " in await said(server)
    async with running(home, "serve", "--port", "0", "--keep-records", "1") as server:
        assert "The latest games are kept, 1 at most: 1 so far; " in await said(server)
    code, out, _ = await run(home, "records")
    assert (code, out.split()[0]) == (0, "2")
    assert "\n1 game in the archive; " in out


@pytest.mark.parametrize("limit", ["90 days", "0", "-3", "5GB", "1e3"])
async def test_a_limit_that_is_none_is_refused_with_what_is_one(tmp_path, limit):
    code, _, err = await run(tmp_path, "serve", "--port", "0", "--keep-records", limit)
    assert code == 2
    assert "such as 10000" in " ".join(err.split())


async def said(server: asyncio.subprocess.Process) -> str:
    """Return the sentence about the archive that a server prints."""
    assert server.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for line in server.stdout:
            if b" so far; " in line:
                return line.decode()
    raise AssertionError("the server ended")


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


async def test_the_app_lists_them_among_the_hosts_games(home: Path) -> None:
    code, out, _ = await run(home, "--name", "Ann", "games")
    assert (code, out.count("in your lobby, by Ann and Merry Lek")) == (0, 2)
    surroundings = os.environ | environment(home)
    async with on_screen(*SIAM, environment=surroundings) as (screen, _):
        await screen.until_seen("Your games")
        screen.type(b"r")
        await screen.until_seen("in your lobby, by Ann")
