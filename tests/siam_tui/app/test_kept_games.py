"""Which games against bots are offered again, and which are dropped."""

import fcntl
import os

import pytest
from textual.widgets import OptionList

from siam_tui.app.game_choice import GameChoiceScreen
from siam_tui.app.home import HomeScreen
from siam_tui.lobby.kept_games import STORE, KeptGames, mark_game
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.model.start import Start
from siam_tui.ui.dialog import AskScreen
from tests.siam_tui.app.stage import app_of, at_table, deal, piloted, text_of, until, until_screen


def begun(games, table, game="siam"):
    folder = games.new_folder()
    folder.mkdir(parents=True)
    (folder / f"{STORE}.lock").touch()
    mark_game(folder, table, game)
    return folder


def test_the_latest_one_is_offered_first_and_others_of_its_game_are_dropped(tmp_path):
    games = KeptGames(tmp_path)
    assert games.waiting() == []
    older, newer, amber = begun(games, "t1"), begun(games, "t2"), begun(games, "t3", "amber")
    for time, folder in enumerate((older, amber, newer)):
        os.utime(folder / "game.json", (time, time))
    assert [each.table for each in games.waiting()] == ["t2", "t3", "t1"]
    begun_never = games.new_folder()
    begun_never.mkdir()
    games.drop_others(newer, "siam")
    assert games.waiting() == [(newer, "t2", "siam"), (amber, "t3", "amber")]
    assert not older.exists()
    assert not begun_never.exists()


def test_one_that_is_played_now_is_neither_offered_nor_dropped(tmp_path):
    games = KeptGames(tmp_path)
    folder = begun(games, "t1")
    with (folder / f"{STORE}.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert games.waiting() == []
        games.drop_others(games.new_folder(), "siam")
        assert folder.exists()
    assert games.waiting() == [(folder, "t1", "siam")]


def test_a_damaged_mark_is_as_none(tmp_path):
    games = KeptGames(tmp_path)
    for text in ("", "{}", '{"table": 7}', '{"table": "t", "game": 7}', "[]", "\xff"):
        (begun(games, "t1") / "game.json").write_text(text)
        assert games.waiting() == []


def test_one_that_an_earlier_release_kept_has_no_name_and_is_not_dropped(tmp_path):
    games = KeptGames(tmp_path)
    folder = begun(games, "t1")
    (folder / "game.json").write_text('{"table": "t1"}')
    for game in ("siam", "amber"):
        games.drop_others(games.new_folder(), game)
    assert games.waiting() == [(folder, "t1", "")]


async def offered(pilot):
    """Return with what home offers to go on."""
    home = await until_screen(pilot, HomeScreen)
    return {action: what for action, _, _, what in home._entries()}.get("resume", "")


async def leave_table(pilot):
    """Leave the table; its game goes on."""
    await pilot.press("q")
    await until_screen(pilot, HomeScreen)


@pytest.mark.usefixtures("own_folders")
async def test_each_game_is_kept_beside_the_others_and_the_list_begins_with_the_last(tmp_path):
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        siam = await deal(pilot)
        await leave_table(pilot)
        assert await offered(pilot) == "with King of Siam, against bots"
        await pilot.press("b")
        await until_screen(pilot, BotsScreen)
        await pilot.press("right", "enter")
        king = await at_table(pilot)
        assert king.game == "foreign-king"
        await leave_table(pilot)
        assert await offered(pilot) == "with The Foreign King, or another"
    again = app_of(tmp_path)
    async with piloted(again) as pilot:
        assert await offered(pilot) == "with The Foreign King, or another"
        await pilot.press("g")
        listed = (await until_screen(pilot, GameChoiceScreen)).query_one(OptionList)
        titles = [str(each.prompt) for each in listed.options]
        assert titles == ["The Foreign King", "King of Siam"]
        await pilot.press("down", "enter")
        assert (await at_table(pilot)).table == siam.table
        await leave_table(pilot)
        await pilot.press("g")
        listed = (await until_screen(pilot, GameChoiceScreen)).query_one(OptionList)
        assert str(listed.options[0].prompt) == "King of Siam"
        await pilot.press("down", "enter")
        assert (await at_table(pilot)).table == king.table


@pytest.mark.usefixtures("own_folders")
async def test_only_a_new_game_of_the_same_game_asks_and_takes_its_place(tmp_path):
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        before = await deal(pilot)
        await leave_table(pilot)
        await pilot.press("b")
        await until_screen(pilot, BotsScreen)
        await pilot.press("enter")
        await until_screen(pilot, AskScreen)
        assert "Your game of King of Siam against bots is not over" in text_of(app, "#ask > Static")
        await pilot.press("escape")
        await until_screen(pilot, BotsScreen)
        assert app.session.client.table(before.table).status == "running"
        await pilot.press("enter")
        await until_screen(pilot, AskScreen)
        await pilot.press("y")
        assert (await at_table(pilot)).table != before.table
        await leave_table(pilot)
        await until(pilot, lambda: len(list(tmp_path.rglob("bot-games/*"))) == 1)
        assert await offered(pilot) == "with King of Siam, against bots"
