"""The app of a visitor, which runs on the host's computer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Select

from games.record import format_record
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.app.app import SiamApp
from siam_tui.app.home import HomeScreen
from siam_tui.app.language_screen import LanguageScreen
from siam_tui.games.map_file import read_map_file
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.private_server import PrivateServer, Serving
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.record_files import read_record
from siam_tui.model.start import DoorVisit, Start
from siam_tui.profile import user_error
from siam_tui.profile.profiles import VisitorProfile
from siam_tui.profile.user_error import UserError
from siam_tui.replay.list import RecordsScreen
from siam_tui.typed.commands import CommandSet, Place
from tests.brokers import free_port
from tests.siam_tui.app.stage import piloted, text_of, until, until_screen
from tests.siam_tui.model.test_game_folder import fill
from tests.siam_tui.replay.games import recorded
from texts import set_language

pytestmark = pytest.mark.usefixtures("own_folders", "limited")
KEY = SecretKey(bytes(range(32)))


@pytest.fixture
def limited() -> Iterator[None]:
    """Limit this process, as the door does for good, while the test runs."""
    user_error.limit_process()
    yield
    user_error._limited.clear()
    set_language("en")


def visitors_app(folder: Path, language: str = "en") -> SiamApp:
    """Return the app of a visitor who chose a language before, whose lobby is closed just now."""
    link = Link(BrokerAddress("mqtt", "127.0.0.1", free_port()), KEY.public)
    visit = DoorVisit(link, host="play.example.org", port=2222)
    profile = VisitorProfile(folder / "visitor", KEY, "ann")
    if language:
        profile.change_settings(language=language)
    return SiamApp(profile, Start(visit=visit))


async def home_of(pilot: Any) -> None:
    """Leave the lobby."""
    await until_screen(pilot, LobbyScreen)
    await pilot.press("q")
    await until_screen(pilot, HomeScreen)


async def test_a_visitor_who_came_before_is_in_the_lobby_at_once(tmp_path: Path) -> None:
    app = visitors_app(tmp_path)
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        assert app.settings.name == "Ann"
        assert app.profile.settings().name == ""
        await home_of(pilot)
        await pilot.press("l")
        await until_screen(pilot, LobbyScreen)


async def test_home_forms_and_palette_offer_no_files_and_servers(tmp_path: Path) -> None:
    async with piloted(visitors_app(tmp_path)) as pilot:
        await home_of(pilot)
        await pilot.press("h", "j", "w", "g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        titles = {each.title for each in pilot.app.get_system_commands(pilot.app.screen)}
        assert titles.isdisjoint({"Screenshot", "Suspend", "Host a lobby", "Join by link"})
        assert "Theme" in titles
        await pilot.press("b")
        await until_screen(pilot, BotsScreen)
        choices = pilot.app.screen.query_one("#board", Select)._options
        assert "own" not in [value for _, value in choices]


async def test_the_games_of_a_visitor_are_searched_and_no_path_is_opened(tmp_path: Path) -> None:
    fill(GameFolder(tmp_path / "visitor" / "games", 100), 2)
    path = save_elsewhere(tmp_path)
    async with piloted(visitors_app(tmp_path)) as pilot:
        await home_of(pilot)
        await pilot.press("r")
        screen = await until_screen(pilot, RecordsScreen)
        search = screen.query_one(Input)
        assert search.placeholder == "Type to search"
        search.value = str(path)
        await pilot.pause()
        search.focus()
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert "No game has these words" in text_of(pilot.app, "#trouble")


def save_elsewhere(folder: Path) -> Path:
    """Return the path of a record that is none of the visitor's."""
    path = folder / "of the host.siam"
    path.write_text(format_record(recorded()))
    return path


async def test_no_path_is_opened_and_no_server_started(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    file.write_text("")
    with pytest.raises(UserError, match="opens no files"):
        read_map_file("siam", str(file))
    with pytest.raises(UserError, match="opens no files"):
        read_record(file)
    with pytest.raises(UserError, match="starts no servers"):
        async with PrivateServer(Serving()):
            pass


def test_text_mode_has_no_command_for_it() -> None:
    names = {word.name for place in Place for word in CommandSet(place).words}
    assert names.isdisjoint({"host", "lobbies", "watch", "save"})
    join = CommandSet(Place.HOME).word("join")
    assert join is not None
    assert join.usage == "join"


async def test_a_visitor_is_first_asked_for_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_MESSAGES", "it")
    app = visitors_app(tmp_path, language="")
    async with piloted(app) as pilot:
        screen = await until_screen(pilot, LanguageScreen)
        menu = screen.query_one(OptionList)
        listed = [str(each.prompt) for each in menu.options]
        assert listed == ["English", "Español", "Français", "Italiano", "Deutsch"]
        assert menu.highlighted == listed.index("Italiano")
        assert str(screen.query_one("#panel").border_title) == "La tua lingua"
        await pilot.press("q", "escape", "down")
        await until(pilot, lambda: str(screen.query_one("#panel").border_title) == "Deine Sprache")
        assert not (tmp_path / "visitor").exists()
        await pilot.press("enter")
        await until_screen(pilot, LobbyScreen)
        assert app.profile.settings().language == "de"
        assert app.settings.name == "Ann"


def test_the_home_of_a_visitor(snap_compare: Any, tmp_path: Path) -> None:
    assert snap_compare(visitors_app(tmp_path), terminal_size=(80, 24), run_before=home_of)
