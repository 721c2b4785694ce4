"""The owner of a lobby manages it in the app, against a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from textual.widgets import Input

from client.changes import Status
from client.client import Client
from protocol.commands import OpenTable
from protocol.keys import SecretKey
from server.config import Config
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.owner.client import OWN_KEY, connected_owner
from siam_tui.owner.screen import OwnerScreen, ReasonScreen
from siam_tui.profile.profiles import Profile
from siam_tui.rules.screen import RulesScreen
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.panel_screen import PanelList
from siam_tui.ui.text_widgets import OptionList
from tests.brokers import RunningServer, running_broker, running_server
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen

HOSTILE = "[red]Eve"


@pytest.fixture
async def owned(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A lobby of the profile that the app has in this folder."""
    key = Profile.named(tmp_path, "default").server_key()
    async with (
        running_broker("embedded", tmp_path) as address,
        running_server(address, Config(key, broker=address)) as running,
    ):
        yield running


async def test_an_owner_closes_a_table_bans_and_allows_again(
    tmp_path: Path, owned: RunningServer
) -> None:
    app = app_of(tmp_path, Start(owned.link))
    async with Client(owned.link, SecretKey.generate(), HOSTILE) as eve, piloted(app) as pilot:
        await eve.ready()
        table = (await eve.request(OpenTable("siam", 2))).table  # type: ignore[union-attr]
        other = (await eve.request(OpenTable("siam", 3))).table  # type: ignore[union-attr]
        await until_screen(pilot, LobbyScreen)
        await pilot.press("m")
        screen = await until_screen(pilot, OwnerScreen)
        entries = screen.query_one(PanelList)
        await until(pilot, lambda: entries.option_count == 2)
        await pilot.press("question_mark")
        await until_screen(pilot, RulesScreen)
        assert app.screen.query_one(OptionList).highlighted_option.id == "managing"
        await pilot.press("escape")
        await until_screen(pilot, OwnerScreen)
        assert HOSTILE in str(entries.get_option_at_index(0).prompt)
        await pilot.press("enter")
        await until_screen(pilot, ReasonScreen)
        app.screen.query_one(Input).value = "It is late."
        await pilot.press("enter")
        await until(pilot, lambda: entries.option_count == 1)
        assert owned.server.service.lobby.tables.keys() == {other} != {table}

        await pilot.press("p")
        await until(pilot, lambda: entries.option_count == 2)
        names = [str(entries.get_option_at_index(each).prompt) for each in range(2)]
        stranger = next(at for at, name in enumerate(names) if HOSTILE in name)
        entries.highlighted = 1 - stranger
        await pilot.press("enter")
        await until(pilot, lambda: text_of(app, "#trouble") == str(OWN_KEY))
        entries.highlighted = next(
            at for at in range(2) if HOSTILE in str(entries.get_option_at_index(at).prompt)
        )
        await pilot.press("enter")
        await until_screen(pilot, ReasonScreen)
        await pilot.press("enter")
        await until(pilot, lambda: eve.status is Status.REFUSED)
        assert owned.server.service.lobby.tables == {}

        await until_screen(pilot, OwnerScreen)
        await pilot.press("b")
        await until(pilot, lambda: "Banned · 1" in text_of(app, "#owner-title"))
        await pilot.press("enter")
        await until_screen(pilot, AskScreen)
        await pilot.press("y")
        await until(pilot, lambda: owned.server.service.lobby.bans == {})
        await until(pilot, lambda: text_of(app, "#owner-none") == "Nobody is banned.")
        await pilot.press("q")
        await until_screen(pilot, LobbyScreen)


async def test_the_list_goes_on_after_the_owner_has_connected_elsewhere(
    tmp_path: Path, owned: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siam_tui.owner.screen._RELOAD_SECONDS", 0.2)
    app = app_of(tmp_path, Start(owned.link))
    async with piloted(app) as pilot, Client(owned.link, SecretKey.generate(), "Eve") as eve:
        await until_screen(pilot, LobbyScreen)
        await pilot.press("m")
        screen = await until_screen(pilot, OwnerScreen)
        await until(pilot, lambda: text_of(app, "#owner-none") == "There is no table.")
        async with connected_owner(owned.link, owned.key, None) as elsewhere:
            assert (await elsewhere.tables()).entries == ()
        await eve.request(OpenTable("siam", 2))
        await until(pilot, lambda: screen.query_one(PanelList).option_count == 1)
        assert text_of(app, "#trouble") == ""


async def test_a_long_list_shows_its_beginning_and_is_searched(
    tmp_path: Path, owned: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siam_tui.owner.screen._SHOWN", 1)
    monkeypatch.setattr("server.commands.owner_commands.MAX_REPORTED", 1)
    app = app_of(tmp_path, Start(owned.link))
    async with piloted(app) as pilot, AsyncExitStack() as stack:
        for name in ("Eve", "Dan"):
            client = Client(owned.link, SecretKey.generate(), name)
            await (await stack.enter_async_context(client)).request(OpenTable("siam", 2))
        await until_screen(pilot, LobbyScreen)
        await pilot.press("m")
        screen = await until_screen(pilot, OwnerScreen)
        entries = screen.query_one(PanelList)
        await until(pilot, lambda: text_of(app, "#owner-none") == "1 more: / finds it.")
        assert "Eve" in str(entries.get_option_at_index(0).prompt)
        for text, told in (("DA", "Dan"), ("", "Eve")):
            await pilot.press("slash")
            await until_screen(pilot, ReasonScreen)
            app.screen.query_one(Input).value = text
            await pilot.press("enter")
            await until_screen(pilot, OwnerScreen)
            await until(
                pilot,
                lambda told=told: [told in str(each.prompt) for each in entries.options] == [True],
            )
        assert "with “" not in text_of(app, "#owner-title")


async def test_a_guest_has_nothing_to_manage(tmp_path: Path, owned: RunningServer) -> None:
    app = app_of(tmp_path / "guest", Start(owned.link))
    async with piloted(app) as pilot:
        screen = await until_screen(pilot, LobbyScreen)
        assert not screen.check_action("manage", ())
        await pilot.press("m")
        assert app.screen is screen
