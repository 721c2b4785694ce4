"""Pictures of the screens outside a table; regenerate with ``--snapshot-update``."""

import asyncio
import os

import pytest
from textual.app import App
from textual.widgets import Input, Select

from client.client import Client
from games.siam.rules import OPEN_DISCARDS
from protocol.commands import OpenTable, SeatBot
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from server.config import Config
from siam_tui.app import navigation
from siam_tui.app.app import QuitScreen
from siam_tui.appearance.theme import LIGHT
from siam_tui.lobby.left_seat import SEAT_KEPT
from siam_tui.lobby.new_table import OpenTableScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session import Session
from siam_tui.lobby.waiting_games import KeptGames, mark_game
from siam_tui.model.start import Start
from siam_tui.profile.remembered_games import LeftGame, OpenSeat, OpenSeats
from siam_tui.ui.invitation import LinkScreen
from tests.brokers import running_broker, running_server
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, text_of, until, until_screen, until_still
from texts import tell

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
SERVER = SecretKey(bytes(range(32)))
SHOWN = Link(BrokerAddress("mqtts", "siam.example.org", 8883), SERVER.public)
"""The link in the pictures: the real one has another port each time."""


def press(*keys):
    """Press keys, and hold the picture still once the screen they lead to is laid out."""

    async def run_before(pilot):
        before = pilot.app.screen
        await pilot.press(*keys)
        if keys:
            await until(pilot, lambda: pilot.app.screen is not before)
            await until_screen(pilot, type(pilot.app.screen))
        for field in pilot.app.screen.query(Input):
            field.cursor_blink = False
        await pilot.pause()

    return run_before


@every_size
def test_home(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press())


@pytest.fixture
def waiting(tmp_path, monkeypatch):
    """Games that wait for the player: four in lobbies, one against bots."""
    monkeypatch.setattr("siam_tui.app.waiting_screen.time", lambda: 100_000.0)
    folder, times = app_of(tmp_path).profile.folder, iter((90_000.0, 50_000.0, 10_000.0, 5_000.0))
    seats = OpenSeats(folder, lambda: next(times))
    games = (
        ("Tom's lobby", LeftGame("siam", ("Tom",), my_turn=True), None),
        ("", LeftGame("foreign-king", ("大山", "Ploy"), my_turn=True), None),
        ("Friday club", LeftGame("amber", ("Maximiliane-Charlotte", "Bo")), None),
        ("Ann's lobby", LeftGame("siam", ("Mia",), my_turn=False), {"port": "1883"}),
    )
    for number, (lobby, left, serving) in enumerate(games):
        name = f"lobby{number}"
        seats.note(name, [OpenSeat(name, "t1", name, left, lobby, serving)])
    kept = KeptGames(folder).new_folder()
    kept.mkdir(parents=True)
    mark_game(kept, "t1", LeftGame("siam", ("Merry Lek",), my_turn=True))
    os.utime(kept / "game.json", (99_000, 99_000))


@every_size
@pytest.mark.usefixtures("waiting")
def test_home_with_games_that_wait(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press())


@every_size
@pytest.mark.usefixtures("waiting")
def test_games_that_wait(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("g"))


def test_home_by_day(snap_compare, tmp_path):
    async def by_day(pilot):
        pilot.app.theme = LIGHT.name
        await pilot.pause()

    assert snap_compare(app_of(tmp_path), terminal_size=SIZES["compact"], run_before=by_day)


def test_home_in_a_window_too_small(snap_compare, tmp_path):
    assert snap_compare(app_of(tmp_path), terminal_size=(60, 20), run_before=press())


@every_size
def test_settings(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("s"))


def test_settings_without_colours(snap_compare, tmp_path):
    app = app_of(tmp_path, Start(palette="mono", ascii=True))
    assert snap_compare(app, terminal_size=(80, 24), run_before=press("s"))


@every_size
def test_play_against_bots(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("b"))


def test_play_against_bots_with_every_line_of_the_form(snap_compare, tmp_path):
    async def everything(pilot):
        await press("b")(pilot)
        screen = pilot.app.screen
        screen.query_one("#players", Select).value = 4
        screen.query_one("#board", Select).value = "own"
        screen.query_one("#path", Input).value = "/nowhere/my-map.toml"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: text_of(pilot.app, "#trouble"))
        await pilot.pause()

    assert snap_compare(app_of(tmp_path), terminal_size=(80, 24), run_before=everything)


@every_size
def test_host(snap_compare, tmp_path, size, monkeypatch):
    monkeypatch.setattr(navigation, "usual_port", lambda: 1883)  # another lobby may have it here
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("h"))


def test_host_through_a_broker(snap_compare, tmp_path):
    async def through_a_broker(pilot):
        await press("h")(pilot)
        pilot.app.screen.query_one("#where", Select).value = "broker"
        await until(pilot, lambda: pilot.app.screen.query_one("#brokerrow").display)
        await pilot.pause()

    assert snap_compare(app_of(tmp_path), terminal_size=(80, 24), run_before=through_a_broker)


@every_size
def test_join(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("j"))


@every_size
def test_watch(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("w"))


def test_join_with_a_cut_link(snap_compare, tmp_path):
    keys = (*"siam", "colon", "slash", "slash", "x", "enter")
    assert snap_compare(app_of(tmp_path), terminal_size=(80, 24), run_before=press("j", *keys))


@every_size
def test_name(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("n"))


@every_size
def test_help(snap_compare, tmp_path, size):
    press_help = press("question_mark")
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press_help)


@every_size
def test_an_empty_lobby(snap_compare, tmp_path, size):
    assert snap_compare(
        app_of(tmp_path), terminal_size=size, run_before=_Lobby(tmp_path).show_empty
    )


@every_size
def test_lobby(snap_compare, tmp_path, size):
    assert snap_compare(
        app_of(tmp_path), terminal_size=size, run_before=_Lobby(tmp_path).show_tables
    )


@every_size
def test_the_invite_link(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=_Lobby(tmp_path).show_link)


@every_size
def test_open_a_table(snap_compare, tmp_path, size):
    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=_Lobby(tmp_path).show_form)


@every_size
def test_the_question_before_quitting(snap_compare, tmp_path, size):
    async def ask(pilot):
        await press()(pilot)
        pilot.app.push_screen(QuitScreen(tell(SEAT_KEPT)))
        await until_screen(pilot, QuitScreen)

    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=ask)


class _Lobby:
    """A real lobby, for as long as its picture is taken."""

    def __init__(self, folder):
        self.folder = folder

    async def show_empty(self, pilot):
        await self._show(pilot, lambda ben: asyncio.sleep(0), " · 0 ")

    async def show_tables(self, pilot):
        await self._show(pilot, self._open_tables, " · 2 ")

    async def show_link(self, pilot):
        await self.show_tables(pilot)
        await pilot.press("c")
        await until_screen(pilot, LinkScreen)

    async def show_form(self, pilot):
        await self.show_tables(pilot)
        await pilot.press("o")
        await until_screen(pilot, OpenTableScreen)

    async def _open_tables(self, ben):
        table = (await ben.request(OpenTable("siam", 3, map="albion"))).table
        await ben.request(SeatBot(table, 2, "greedy"))
        await ben.request(OpenTable("siam", 2, (OPEN_DISCARDS,), seat=None))

    async def _show(self, pilot, prepare, title):
        app: App[None] = pilot.app
        async with (
            running_broker("embedded", self.folder) as address,
            running_server(address, Config(SERVER, broker=address)) as server,
            Client(server.link, SecretKey(b"ben".ljust(32)), "Ben") as ben,
            Client(server.link, SecretKey(b"ann".ljust(32)), "Ann") as ann,
        ):
            await asyncio.wait_for(ben.ready(), PATIENCE)
            await prepare(ben)
            app.push_screen(LobbyScreen(Session(ann, SHOWN)))
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: title in text_of(app, "#lobby-title"))
            await until_still(pilot)
            # what follows must not show that the server of the picture ends
            app.screen.workers.cancel_node(app.screen)
