"""The server of a game against bots starts while its form is open."""

import os

import pytest
from textual.widgets import Input

from siam_tui.app.home import HomeScreen
from siam_tui.app.settings_screen import SettingsScreen
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.model.start import Start
from siam_tui.ui.panel_screen import MessageLine
from tests.programs import children, ended
from tests.siam_tui.app.stage import app_of, at_table, piloted, until, until_screen

pytestmark = [
    pytest.mark.usefixtures("own_folders"),
    pytest.mark.skipif(
        not hasattr(os, "pidfd_open"), reason="looks at processes as Linux has them"
    ),
]


async def opened_form(pilot):
    """Open the form, and wait until its server and the bots' processes run; return their ids."""
    before = set(children(os.getpid()))
    await pilot.press("b")
    await until_screen(pilot, BotsScreen)
    await until(pilot, lambda: len(set(children(os.getpid())) - before) >= 3)
    return [pid for pid in children(os.getpid()) if pid not in before]


async def test_the_game_is_dealt_on_the_server_that_was_started_with_the_form(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        server, *bots = await opened_form(pilot)
        await pilot.press("enter")
        await at_table(pilot)
        assert app.session.server.pid == server
        assert set(children(server)) >= set(bots)


async def test_nothing_is_left_of_it_when_the_form_is_left(tmp_path):
    async with piloted(app_of(tmp_path)) as pilot:
        started = await opened_form(pilot)
        await pilot.press("escape")
        await until_screen(pilot, HomeScreen)
        for process in started:
            await ended(process)


async def test_a_name_that_is_changed_meanwhile_is_the_players_at_the_table(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await opened_form(pilot)
        await pilot.press("comma")
        settings = await until_screen(pilot, SettingsScreen)
        settings.query_one("#name", Input).value = "Zoe"
        settings.query_one("#name", Input).focus()
        await pilot.press("enter", "escape")
        await until_screen(pilot, BotsScreen)
        await pilot.press("enter")
        assert (await at_table(pilot)).seats[0].name == "Zoe"


@pytest.mark.parametrize(("animation", "moves"), [("full", True), ("none", False)])
async def test_tiles_move_while_work_goes_on_unless_animations_are_off(tmp_path, animation, moves):
    app = app_of(tmp_path, Start())
    async with piloted(app) as pilot:
        app.change_settings(animation=animation)
        app.home.busy("Starting the server …")
        line = app.home.query_one("#who", MessageLine)
        shown = {str(line.render())}
        if moves:
            await until(pilot, lambda: shown.add(str(line.render())) or len(shown) == 3)
            assert all(each.startswith("Starting the server …") for each in shown)
        else:
            assert shown == {"Starting the server …"}
