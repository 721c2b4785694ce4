"""A finished game is found again: from its last screen, at home, and from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from games.record import format_record, parse_record
from protocol.commands import Agree, PlayMove
from siam_tui.app.home import HomeScreen
from siam_tui.lobby.waiting_games import KeptGames
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.own_tables import is_my_turn
from siam_tui.model.record_files import save_record
from siam_tui.profile.paths import records_folder
from siam_tui.profile.profiles import Profile
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.screen import TableScreen
from tests.programs import run
from tests.siam_tui.app.stage import app_of, deal, piloted, text_of, until, until_screen
from tests.siam_tui.model.test_game_folder import fill
from tests.siam_tui.replay.games import recorded

pytestmark = pytest.mark.usefixtures("own_folders")


def games_of(folder: Path) -> GameFolder:
    """Return the games that are kept for the player of `app_of`."""
    return GameFolder(folder / "default" / "games", 10_000)


async def play_and_end(pilot: Pilot[None]) -> None:
    """Play one move of a game against bots, and end it early."""
    table = (await deal(pilot)).table
    client = pilot.app.session.client
    await until(pilot, lambda: is_my_turn(client, table))
    ply = client.table(table).ply
    await client.request(PlayMove(table, 1, ply, "pass"))
    await client.request(Agree(table, 1, "end", yes=True))
    await until(pilot, lambda: client.table(table).status == "over")


async def titles(pilot: Pilot[None]) -> list[str]:
    """Open the list from home; return its lines."""
    await until_screen(pilot, HomeScreen)
    await pilot.press("r")
    screen = await until_screen(pilot, RecordsScreen)
    return [str(each.prompt) for each in screen.query_one(OptionList).options]


async def test_v_analyses_a_game_that_is_over_and_home_lists_it_afterwards(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await play_and_end(pilot)
        await pilot.press("v")
        screen = await until_screen(pilot, ReplayScreen)
        await until(pilot, lambda: screen._found[False])
        await pilot.press("q")
        await until_screen(pilot, TableScreen)
        await pilot.press("q")
        (line,) = await titles(pilot)
        assert "King of Siam      unfinished  against " in line
        assert line.endswith("(bot)")
        await pilot.press("enter")
        await until_screen(pilot, ReplayScreen)
    (game,) = games_of(tmp_path).list_games()
    assert (game.opponents, game.seat) == ("bots", 0)
    assert not KeptGames(tmp_path / "default").waiting()


async def test_it_is_kept_where_the_app_ends_on_the_last_screen(tmp_path: Path) -> None:
    async with piloted(app_of(tmp_path)) as pilot:
        await play_and_end(pilot)
    assert len(games_of(tmp_path).list_games()) == 1


async def test_a_game_that_cannot_be_kept_is_told_and_waits_to_be_gone_on_with(
    tmp_path: Path,
) -> None:
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        (tmp_path / "default" / "games").write_text("in the way")
        await play_and_end(pilot)
        await until(pilot, lambda: app._notifications)
        (told,) = app._notifications
        assert told.message.startswith("The game that has ended is not kept yet. ")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")
        await until_screen(pilot, HomeScreen)
        await until(pilot, lambda: app.home._waiting)
        (tmp_path / "default" / "games").unlink()
        await pilot.press("g")
        await until_screen(pilot, TableScreen)
        await until(pilot, lambda: games_of(tmp_path).list_games())


async def test_none_is_kept_where_the_settings_say_so(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    app.profile.change_settings(games=0)
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await play_and_end(pilot)
    assert not games_of(tmp_path).list_games()


async def test_words_are_searched_while_they_are_typed(tmp_path: Path) -> None:
    fill(games_of(tmp_path), 3)
    async with piloted(app_of(tmp_path)) as pilot:
        assert len(await titles(pilot)) == 3
        await pilot.press(*"quben", *["backspace"] * 5, *"ben 11-02")
        screen = pilot.app.screen
        await until(pilot, lambda: screen.query_one(OptionList).option_count == 1)
        assert text_of(pilot.app, "#count") == "1 of 3 games."
        await pilot.press("x", "enter")
        await until(pilot, lambda: "No game has these words" in text_of(pilot.app, "#trouble"))
        await pilot.press("backspace", "enter", "enter")
        await until_screen(pilot, ReplayScreen)


async def test_a_long_list_grows_as_the_cursor_comes_near_its_end(tmp_path: Path) -> None:
    folder, record = games_of(tmp_path), recorded(players=2, moves=1)
    folder.path.mkdir(parents=True)
    for number in range(450):
        name = f"20261101T20{number // 60:02}{number % 60:02}-people-0-{'a' * 24}-t1-{number}.siam"
        (folder.path / name).write_text(format_record(record))
    async with piloted(app_of(tmp_path)) as pilot:
        assert len(await titles(pilot)) == 200
        listed = pilot.app.screen.query_one(OptionList)
        for count in (400, 450):
            await pilot.press("end")
            await until(pilot, lambda count=count: listed.option_count == count)
        assert text_of(pilot.app, "#count").startswith("450 games. ")


async def test_the_list_can_be_typed_at_a_table(tmp_path: Path) -> None:
    fill(games_of(tmp_path), 2)
    async with piloted(app_of(tmp_path)) as pilot:
        await deal(pilot)
        await pilot.press("colon", *"games 11-02", "enter")
        screen = await until_screen(pilot, RecordsScreen)
        assert screen.query_one(OptionList).option_count == 1
        assert screen.query_one(Input).value == "11-02"
        await pilot.press("escape")
        await until_screen(pilot, TableScreen)


async def test_siam_games_lists_them_and_prints_a_record(tmp_path: Path) -> None:
    profile = Profile.named(tmp_path / "config" / "siam-tui" / "profiles", "default")
    fill(GameFolder(profile.folder / "games", 10), 2)
    save_record(records_folder(), recorded(seed=5))
    code, out, err = await run(tmp_path, "games")
    assert (code, err) == (0, "")
    first, second, _ = out.splitlines()
    assert first == ("    1  2026-11-21, King of Siam by Ann, Ben and Chai. Ann wins, 59 moves.")
    assert "King of Siam against Ann. Unfinished, 8 moves." in second
    code, out, _ = await run(tmp_path, "games", "--json")
    facts = [json.loads(line) for line in out.splitlines()]
    assert [each["number"] for each in facts] == [1, 2, 3]
    assert (facts[1]["id"], facts[1]["seat"]) == (f"{'a' * 24}-t1-2", 1)
    code, out, _ = await run(tmp_path, "games", "2")
    assert (code, parse_record(out).seats) == (0, ("Ann", "Ben"))
    code, _, err = await run(tmp_path, "games", "4")
    assert (code, "There is no game 4: `siam games` lists all 3." in err) == (2, True)


async def test_an_empty_list_says_so(tmp_path: Path) -> None:
    code, out, _ = await run(tmp_path, "games")
    assert (code, out) == (0, "You have finished no game yet.\n")
