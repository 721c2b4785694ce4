"""The way from home to a lobby on this computer."""

from dataclasses import replace

import pytest
from textual.widgets import Input, OptionList

from siam_tui.app.home import HomeScreen
from siam_tui.discovery import lobby_discovery as around
from siam_tui.discovery.announcement import Announcement, announced
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.known_lobbies import KnownLobbies, load_known, save_known
from siam_tui.discovery.screen import LobbiesScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session_forms import JoinScreen
from siam_tui.ui.dialog import AskScreen
from tests.programs import environment, variables
from tests.siam_tui.app.conftest import link  # noqa: F401 - a fixture
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen
from tests.siam_tui.discovery.lobbies import (
    ANN,
    BEN,
    CLEO,
    announced_by_another,
    found,
    found_on_network,
    need_root,
    shared,
)

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(around, "SEARCH_INTERVAL", 0.05)
    with variables(environment(tmp_path)):
        yield shared(tmp_path / "lobbies")


@pytest.fixture
def announced_link(folder, link):  # noqa: F811
    with announced(folder, Announcement(link, "Ben"), Audience.EVERYONE):
        yield link


def ways(app):
    """Return the ways home offers; the first may still be missing while home is being laid out."""
    return [option.id for menu in app.screen.query(OptionList) for option in menu.options] or [""]


class TestHome:
    async def test_without_a_lobby_there_is_no_such_way(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("l")
            assert "here" not in ways(app)
            assert isinstance(app.screen, HomeScreen)

    async def test_with_one_it_is_the_first_way_and_one_enter_leads_there(
        self, tmp_path, announced_link
    ):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await until(pilot, lambda: ways(app)[0] == "here")
            await pilot.press("enter")
            await until_screen(pilot, LobbyScreen)
            assert app.session.link == announced_link

    async def test_one_that_opens_later_does_not_move_the_cursor(self, tmp_path, folder):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("down")
            with announced(folder, Announcement(found(BEN, "", "").link, "Ben"), Audience.EVERYONE):
                await until(pilot, lambda: ways(app)[0] == "here")
                assert app.screen.query_one(OptionList).highlighted_option.id == "host"
            await until(pilot, lambda: ways(app)[0] != "here")
            assert app.screen.query_one(OptionList).highlighted_option.id == "host"

    async def test_one_on_the_network_is_told_from_those_here(self, tmp_path, monkeypatch):
        lobbies = [found_on_network(CLEO, "Friday club")]
        monkeypatch.setattr(around, "find_lobbies", lambda _: tuple(lobbies))
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await until(pilot, lambda: ways(app)[0] == "here")
            first = str(app.screen.query_one(OptionList).options[0].prompt)
            assert "On your network" in first
            assert "Friday club (192.168.1.20)" in first
            lobbies.append(found(ANN, "Ann", "ann"))
            await until(
                pilot,
                lambda: (
                    "Lobbies near you" in str(app.screen.query_one(OptionList).options[0].prompt)
                ),
            )

    async def test_the_palette_knows_it(self, tmp_path, announced_link):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await until(pilot, lambda: ways(app)[0] == "here")
            titles = [command.title for command in app.get_system_commands(app.screen)]
            assert "On this computer" in titles


class TestChoosing:
    @pytest.fixture
    def here(self, monkeypatch):
        """Decide what is found."""
        lobbies = [found(ANN, "Ann", "ann"), found(BEN, "Ben", "ben")]
        monkeypatch.setattr(around, "find_lobbies", lambda _: tuple(lobbies))
        return lobbies

    async def open_list(self, pilot):
        app = pilot.app
        await until(pilot, lambda: ways(app)[0] == "here")
        await pilot.press("l")
        return await until_screen(pilot, LobbiesScreen)

    async def test_a_stranger_s_lobby_is_shown_before_one_goes_and_then_remembered(
        self, tmp_path, here
    ):
        here.pop()
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await self.open_list(pilot)
            await pilot.press("enter")
            await until_screen(pilot, LobbyScreen)
        assert load_known(tmp_path / "default" / "known_lobbies").remembers(here[0])
        again = app_of(tmp_path)
        async with piloted(again) as pilot:
            await until(pilot, lambda: ways(again)[0] == "here")
            await pilot.press("l")
            await until_screen(pilot, LobbyScreen)

    @pytest.mark.parametrize(("key", "watching"), [("enter", False), ("w", True)])
    async def test_arrows_choose_among_several(self, tmp_path, here, key, watching):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await self.open_list(pilot)
            await pilot.press("down", key)
            await until_screen(pilot, LobbyScreen)
            assert (app.session.link, app.session.watching) == (here[1].link, watching)

    async def test_a_warning_is_to_be_answered_and_no_is_the_easy_answer(self, tmp_path, here):
        known = KnownLobbies().remembering(found(BEN, "Ann", "anna"))
        memory = tmp_path / "default" / "known_lobbies"
        save_known(memory, known)
        here.pop()
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await self.open_list(pilot)
            await pilot.press("enter")
            await until_screen(pilot, AskScreen)
            await pilot.press("enter")
            await until_screen(pilot, LobbiesScreen)
            assert load_known(memory) == known
            await pilot.press("enter")
            await until_screen(pilot, AskScreen)
            await pilot.press("y")
            await until_screen(pilot, LobbyScreen)
            assert load_known(memory).warning(here[0]) == ""

    async def test_escape_leads_back_home(self, tmp_path, here):
        async with piloted(app_of(tmp_path)) as pilot:
            await self.open_list(pilot)
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)

    async def test_a_lobby_that_ends_leaves_the_list(self, tmp_path, here):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            screen = await self.open_list(pilot)
            here.clear()
            await until(pilot, lambda: screen.query_one("#lobbies-none").display)
            await pilot.press("enter")
            assert app.screen is screen

    async def test_a_broker_s_password_is_asked_for(self, tmp_path, here, monkeypatch):
        broker = replace(here[0].link.broker, user="siam")
        here[:] = [replace(here[0], link=replace(here[0].link, broker=broker))]
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await self.open_list(pilot)
            await pilot.press("enter")
            screen = await until_screen(pilot, JoinScreen)
            assert screen.query_one("#link", Input).value == str(here[0].link)
            assert screen.query_one("#password").display


@need_root
async def test_another_account_that_poses_as_a_known_host_is_noticed(tmp_path, folder):
    """Mallory waits until Ann's server ends, and opens a lobby that calls itself Ann's."""
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        with announced(folder, Announcement(found(ANN, "", "").link, "Ann"), Audience.EVERYONE):
            await until(pilot, lambda: ways(app)[0] == "here")
            await pilot.press("l")
            await until_screen(pilot, LobbyScreen)
            await pilot.press("q")
            await until_screen(pilot, HomeScreen)
        await until(pilot, lambda: ways(app)[0] != "here")
        async with announced_by_another(folder, BEN, "Ann") as went:
            assert went == "announced"
            await until(pilot, lambda: ways(app)[0] == "here")
            await pilot.press("l")
            await until_screen(pilot, LobbiesScreen)
            await pilot.press("enter")
            await until_screen(pilot, AskScreen)
            text = str(app.screen.query("Static").first().render())
            assert "NOT the lobby of Ann" in text
            assert "by nobody" in text


@pytest.fixture
def several(monkeypatch, tmp_path):
    """Be in a place with a known lobby, a new one, and one that poses as the known one."""
    near = found_on_network(CLEO, "Friday club")
    lobbies = (
        *(found(ANN, "Ann", "ann"), found(BEN, "Cleo", "cleo"), near),
        found(BEN, "Ann", "mallory"),
    )
    monkeypatch.setattr(around, "find_lobbies", lambda _: lobbies)
    save_known(tmp_path / "default" / "known_lobbies", KnownLobbies().remembering(lobbies[0]))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_picture_of_the_list(snap_compare, tmp_path, several, size):
    async def run_before(pilot):
        await until(pilot, lambda: ways(pilot.app)[0] == "here")
        await pilot.press("l")
        await until_screen(pilot, LobbiesScreen)

    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=run_before)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_picture_of_home_with_a_lobby(snap_compare, tmp_path, monkeypatch, size):
    lobbies = (found(ANN, "Ann", "ann"),)
    monkeypatch.setattr(around, "find_lobbies", lambda _: lobbies)

    async def run_before(pilot):
        await until(pilot, lambda: ways(pilot.app)[0] == "here")
        await pilot.pause()

    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=run_before)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_picture_of_the_warning(snap_compare, tmp_path, several, size):
    async def run_before(pilot):
        await until(pilot, lambda: ways(pilot.app)[0] == "here")
        await pilot.press("l")
        await until_screen(pilot, LobbiesScreen)
        await pilot.press("end", "enter")
        await until_screen(pilot, AskScreen)

    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=run_before)
