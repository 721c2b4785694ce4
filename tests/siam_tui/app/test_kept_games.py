"""Which games against bots are offered again, and which are dropped."""

import fcntl
import json
import os
import shutil

import pytest
from textual.widgets import OptionList

from protocol.commands import Agree, PlayMove
from siam_tui.app.home import HomeScreen
from siam_tui.app.waiting_screen import WaitingScreen
from siam_tui.lobby import left_seat, waiting_games
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.waiting_games import STORE, KeptGames, mark_game
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.own_tables import is_my_turn
from siam_tui.model.played_game import game_id
from siam_tui.model.start import Start
from siam_tui.profile.remembered_games import LeftGame
from siam_tui.ui.dialog import AskScreen
from tests.siam_tui.app.stage import app_of, at_table, deal, piloted, text_of, until, until_screen
from tests.siam_tui.model.test_game_folder import LOBBY, fill


def begun(games, table, game="siam", time=None, record=""):
    folder = games.new_folder()
    folder.mkdir(parents=True)
    (folder / f"{STORE}.lock").touch()
    mark_game(folder, table, LeftGame(game), record)
    if time is not None:
        os.utime(folder / "game.json", (time, time))
    return folder


def tables(games):
    return [each.table for each in games.waiting()]


def test_all_are_kept_and_the_one_left_last_is_the_first(tmp_path):
    games = KeptGames(tmp_path)
    assert games.waiting() == []
    begun(games, "t1", time=0)
    newest = begun(games, "t2", time=2)
    begun(games, "t3", "amber", time=1)
    begun_never = games.new_folder()
    begun_never.mkdir()
    games.make_room(newest)
    assert tables(games) == ["t2", "t3", "t1"]
    assert not begun_never.exists()


def test_one_whose_record_is_kept_waits_no_more_and_its_folder_goes(tmp_path):
    games, records = KeptGames(tmp_path), GameFolder(tmp_path / "games", 10)
    over = begun(games, "t1", record=game_id(LOBBY, "t1", 1))
    begun(games, "t1", record=game_id(LOBBY, "t1", 2))
    of_earlier_release = begun(games, "t3")
    assert len(tables(games)) == 3
    fill(records, 1)
    assert sorted(tables(games)) == ["t1", "t3"]
    games.make_room(of_earlier_release)
    assert not over.exists()


async def test_another_game_at_the_same_table_is_marked_as_one_of_its_own(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        table = (await deal(pilot)).table
        client, (mark,) = app.session.client, tmp_path.glob("default/bot-games/*/game.json")
        await until(pilot, lambda: is_my_turn(client, table))
        await client.request(PlayMove(table, 1, client.table(table).ply, "pass"))
        for what in ("end", "again"):
            await client.request(Agree(table, 1, what, yes=True))
        record = game_id(app.session.link.lobby, table, 2)
        await until(pilot, lambda: json.loads(mark.read_text())["record"] == record)


def test_of_very_many_the_oldest_makes_room_and_is_named_before(tmp_path, monkeypatch):
    monkeypatch.setattr(waiting_games, "MOST_GAMES", 3)
    monkeypatch.setattr(left_seat, "MOST_GAMES", 3)
    games = KeptGames(tmp_path)
    for time in range(2):
        begun(games, f"t{time}", time=time)
    assert games.next_to_go() is None
    begun(games, "t2", time=2)
    oldest = games.next_to_go()
    assert oldest.table == "t0"
    assert left_seat.cost_of_another_game(oldest) == (
        "3 games against bots wait already. A new one takes the place of the oldest: King of Siam "
        "against bots."
    )
    games.make_room(begun(games, "t3", time=3))
    assert tables(games) == ["t3", "t2", "t1"]


def test_one_that_is_played_now_is_neither_offered_nor_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr(waiting_games, "MOST_GAMES", 1)
    games = KeptGames(tmp_path)
    folder = begun(games, "t1")
    with (folder / f"{STORE}.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert games.waiting() == []
        games.make_room(games.new_folder())
        assert folder.exists()
    assert tables(games) == ["t1"]


def test_a_damaged_mark_is_as_none(tmp_path):
    games = KeptGames(tmp_path)
    others = '{"table": "t", "others": 7}', '{"table": "t", "others": [7]}'
    turns = ('{"table": "t", "my_turn": "yes"}',)
    for text in ("", "{}", '{"table": 7}', '{"table": "t", "game": 7}', "[]", *others, *turns):
        (begun(games, "t1") / "game.json").write_text(text)
        assert games.waiting() == []


def test_those_that_earlier_releases_kept_are_taken_over(tmp_path):
    games = KeptGames(tmp_path)
    (begun(games, "", time=0) / "game.json").write_text('{"table": "t1"}')
    (begun(games, "", time=0) / "game.json").write_text('{"table": "t2", "game": "siam"}')
    games.make_room(games.new_folder())
    found = {each.table: each.left for each in games.waiting()}
    assert found == {"t1": LeftGame(), "t2": LeftGame("siam")}


def test_names_from_the_disk_are_one_short_harmless_line(tmp_path):
    games = KeptGames(tmp_path)
    folder = begun(games, "t1")
    mark = {"table": "t1", "game": "siam", "others": ["\x1b[2Jmad\nder" * 9, "Bo"], "my_turn": True}
    (folder / "game.json").write_text(json.dumps(mark))
    (found,) = games.waiting()
    assert found.left.others == ("[2Jmad der [2Jmad der [2", "Bo")


def offered(app):
    """Return what home tells of the games that wait, line by line."""
    return list(app.home._waiting.values())


async def leave_table(pilot):
    """Leave the table; its game goes on."""
    await pilot.press("q")
    await until_screen(pilot, HomeScreen)


KING, FOREIGN = "Your turn against Merry Lek, King of Siam", "against Merry Lek, The Foreign King"


@pytest.mark.usefixtures("own_folders")
async def test_as_many_as_were_left_wait_and_each_can_be_gone_on_with(tmp_path):
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        first = await deal(pilot)
        await until(pilot, lambda: app.screen.view.my_turn)
        await leave_table(pilot)
        assert offered(app) == ["Your turn against Merry Lek, King of Siam"]
        assert app.home.query_one(OptionList).highlighted_option.id == "resume"
        second = await deal(pilot)
        assert second.table != first.table
        await until(pilot, lambda: app.screen.view.my_turn)
        await leave_table(pilot)
        await until(pilot, lambda: len(offered(app)) == 2)
    again = app_of(tmp_path)
    async with piloted(again) as pilot:
        await until(pilot, lambda: len(offered(again)) == 2)
        await pilot.press("g")
        listed = await until_screen(pilot, WaitingScreen)
        assert [each.kept.table for each in listed._games] == [second.table, first.table]
        await pilot.press("down", "enter")
        assert (await at_table(pilot)).table == first.table
        await leave_table(pilot)
        await pilot.press("home", "down", "enter")  # a line of home leads straight to its game
        assert (await at_table(pilot)).table == second.table


@pytest.mark.usefixtures("own_folders")
async def test_only_where_very_many_wait_a_new_game_asks_and_takes_a_place(tmp_path, monkeypatch):
    monkeypatch.setattr(waiting_games, "MOST_GAMES", 1)
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        before = await deal(pilot)
        await leave_table(pilot)
        await app.leave()
        await pilot.press("b")
        await until_screen(pilot, BotsScreen)
        await pilot.press("enter")
        await until_screen(pilot, AskScreen)
        assert "takes the place of the oldest" in text_of(app, "#ask > Static")
        await pilot.press("escape")
        await until_screen(pilot, BotsScreen)
        await pilot.press("enter")
        await until_screen(pilot, AskScreen)
        await pilot.press("y")
        assert (await at_table(pilot)).table != before.table
        await leave_table(pilot)
        await until(pilot, lambda: len(list(tmp_path.rglob("bot-games/*"))) == 1)


@pytest.mark.usefixtures("own_folders")
async def test_a_game_is_given_up_only_after_a_question(tmp_path):
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        begun(KeptGames(app.profile.folder), "t1")
        await deal(pilot)
        await leave_table(pilot)
        await until(pilot, lambda: len(offered(app)) == 2)
        await pilot.press("g")
        await until_screen(pilot, WaitingScreen)
        await pilot.press("d")
        await until_screen(pilot, AskScreen)
        await pilot.press("escape")
        listed = await until_screen(pilot, WaitingScreen)
        assert listed.query_one(OptionList).option_count == 2
        for left in (1, 0):
            await pilot.press("d")
            await until_screen(pilot, AskScreen)
            await pilot.press("y")
            await until(pilot, lambda left=left: len(list(tmp_path.rglob("game.json"))) == left)
        await until_screen(pilot, HomeScreen)
        await until(pilot, lambda: offered(app) == [])


@pytest.mark.usefixtures("own_folders")
async def test_a_game_of_which_a_kill_left_no_turn_is_told_without_one(tmp_path):
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        await deal(pilot)
        kept = app.session.kept
        copy = tmp_path / "as a kill leaves it"
        shutil.copytree(kept, copy)
        await leave_table(pilot)
    shutil.rmtree(kept)
    shutil.copytree(copy, kept)
    again = app_of(tmp_path)
    async with piloted(again) as pilot:
        assert offered(again) == ["King of Siam against Merry Lek"]
        await pilot.press("g")
        await at_table(pilot)
