"""Ctrl-C and Ctrl-Q: asked about where a game would be lost or left, at once elsewhere."""

import pytest

from protocol.commands import OpenTable, StartGame
from siam_tui.app.app import QuitScreen
from siam_tui.app.home import HomeScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.table.screen import TableScreen
from tests.siam_tui.app.stage import app_of, at_table, deal, piloted, text_of, until, until_screen

pytestmark = pytest.mark.usefixtures("own_folders")

QUESTION = "#ask > Static"


async def running_with_ann(pilot, app, ben):
    """Start a game of Ben's in which the app's player has sat down; stay in the lobby."""
    table = (await ben.request(OpenTable("siam", 2))).table
    await until(pilot, lambda: app.session.client.lobby and app.session.client.lobby.tables)
    await pilot.press("s")
    await until_screen(pilot, TableScreen)
    await until(pilot, lambda: ben.lobby.tables[0].seats[1].name == "Ann")
    await ben.request(StartGame(table))
    await until(pilot, lambda: app.session.client.lobby.tables[0].status == "running")


async def test_a_game_against_bots_is_kept_and_home_offers_to_go_on(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        before = await deal(pilot)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0
    again = app_of(tmp_path)
    async with piloted(again) as pilot:
        await until_screen(pilot, HomeScreen)
        await pilot.press("g")
        now = await at_table(pilot)
        assert (now.table, now.game_number, now.seats) == (before.table, 1, before.seats)
        assert now.ply >= before.ply
        await pilot.press("ctrl+e" if "ctrl+e" in again.screen.active_bindings else "e", "y")
        await until(pilot, lambda: again.session.client.table(now.table).status == "over")
        await pilot.press("q")
        await until_screen(pilot, HomeScreen)
        await until(pilot, lambda: not list(tmp_path.rglob("bot-games/*")))


@pytest.mark.parametrize("answer", ["y", "ctrl+q"])
async def test_in_a_lobby_ones_seat_is_kept_and_the_others_wait(tmp_path, link, ben, answer):
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await running_with_ann(pilot, app, ben)
        await pilot.press("ctrl+c")
        await until_screen(pilot, QuitScreen)
        assert "Your seat is kept" in text_of(app, QUESTION)
        await pilot.press(answer)
        await until(pilot, lambda: not app.is_running)
    assert ben.lobby.tables[0].seats[1].holder == "person"


@pytest.mark.parametrize("watching", [True, False])
async def test_without_a_seat_nothing_is_asked(tmp_path, link, ben, watching):
    await ben.request(OpenTable("siam", 2))
    app = app_of(tmp_path, Start(link, watching=watching))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not app.is_running)


async def test_at_home_nothing_is_asked_while_no_game_waits(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await until_screen(pilot, HomeScreen)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not app.is_running)
