"""A lobby that closes while games run in it: host and guest find these games again."""

from __future__ import annotations

import pytest

from client.client import Client
from games.registry import game_of
from protocol.commands import OpenTable, StartGame, TakeSeat
from protocol.keys import SecretKey
from siam_tui.app.home import HomeScreen
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session import Player, host
from siam_tui.lobby.session_forms import HostScreen
from siam_tui.model.start import Start
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import OpenSeats
from siam_tui.table.screen import TableScreen
from siam_tui.ui.dialog import AskScreen
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen

pytestmark = pytest.mark.usefixtures("own_folders")


async def started(tom: Client, ann: Client) -> str:
    """Open a table as Tom, seat Ann, and begin; return its id."""
    table: str = (await tom.request(OpenTable("siam", 2))).table
    await ann.request(TakeSeat(table, 1))
    await tom.request(StartGame(table))
    await tom.follow(table)
    return table


def told(app):
    return list(app.home._waiting.values())


def is_at(app, table):
    screen = app.screen
    return isinstance(screen, TableScreen) and screen.controller.table == table and screen.view


async def test_a_guest_keeps_the_seat_when_the_host_goes_and_is_told_who_is_away(tmp_path):
    tom = Profile.named(tmp_path / "tom", "default")
    key = SecretKey.generate()

    def served(port=0):
        serving = Serving(
            port=port, profile="default", store=tom.lobby_store_file(), name="Tom's lobby"
        )
        return host(serving, Player(key, "Tom"))

    first = await served()
    app = app_of(tmp_path, Start(first.link.to_lobby()))
    seats = OpenSeats(app.profile.folder)
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        table = await started(first.client, app.session.client)
        await until(pilot, seats.all)
        await first.close()
        await until(pilot, lambda: "stopped" in text_of(app, "#lobby-title"))
        await pilot.press("q")
        await until_screen(pilot, HomeScreen)
        await until(pilot, lambda: told(app))
        assert "against Tom" in told(app)[0]
        await pilot.press("g")
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: "does not answer" in text_of(app, "#lobby-title"))
        shown = text_of(app, "#lobby-title")
        assert "Tom's lobby does not answer: its host may be away" in shown
        assert "siam keeps trying" in shown
        assert "Nothing listens" not in shown
        again = await served(first.link.broker.port)
        try:
            await until(pilot, lambda: is_at(app, table))
        finally:
            await again.close()


async def test_a_host_finds_own_games_and_the_lobby_opens_again_from_there(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("h")
        form = await until_screen(pilot, HostScreen)
        form.query_one("#port").value = "0"
        await pilot.press("enter")
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        link = app.session.link
        async with Client(link, SecretKey.generate(), "Tom") as tom:
            await tom.ready()
            table = await started(tom, app.session.client)
            await until(pilot, lambda: OpenSeats(app.profile.folder).all())
            await pilot.press("q")
            await until_screen(pilot, AskScreen)
            await pilot.press("y")
            await until_screen(pilot, HomeScreen)
            await until(pilot, lambda: told(app))
            state = tom.table(table)
            mine = game_of("siam").parse(state.position).turn == 1
            turn = "Your turn against Tom, King of Siam"
            assert told(app) == [turn if mine else "King of Siam against Tom, not your turn"]
            await pilot.press("g")
            await until(pilot, lambda: is_at(app, table))
            assert app.session.link == link, "the guests' links lead there again"
            assert app.session.hosting
            async with tom.changes() as changes:
                while tom.lobby is None or not tom.lobby.serving:
                    await anext(changes)


async def test_a_lobby_that_cannot_open_as_before_is_asked_about(tmp_path, monkeypatch):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        how = {"bind": "127.0.0.1", "port": "1", "broker": "mqtt://ann@127.0.0.1", "name": "Club"}
        kept = '{"seats": [{"lobby": "l", "table": "t", "link": "", "when": 1, "left": {"game": '
        kept += f'"siam", "others": ["Tom"]}}, "serving": {str(how).replace(chr(39), chr(34))}}}]}}'
        (app.profile.folder / "open-seats.json").write_text(kept)
        app.show_home()
        await pilot.press("g")
        form = await until_screen(pilot, HostScreen)
        assert form.query_one("#broker").value == how["broker"]
        assert form.query_one("#lobbyname").value == "Club"
        await pilot.press("escape")
        await until_screen(pilot, HomeScreen)
