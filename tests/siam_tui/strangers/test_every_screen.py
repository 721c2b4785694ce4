"""Every screen and dialog, where all that a stranger can write is hostile.

The app is in a lobby whose server, a real one, says nothing but hostile texts. At its tables is a
client of a stranger who opens, talks and sends away with such texts, on a map full of them.
"""

import asyncio
import importlib
import os
import pkgutil

import pytest
from textual.screen import Screen
from textual.widgets import Input

import siam_tui
from client.client import Client
from games.record import format_record
from games.registry import game_of
from protocol.commands import OpenTable, PlayMove, Say, SendAway, StartGame
from protocol.keys import SecretKey
from server.config import Config
from server.reminders.reminder_settings import ReminderSettings
from siam_tui.analysis.end_card_screen import EndCardScreen
from siam_tui.app import home
from siam_tui.app.app import QuitScreen, SiamApp
from siam_tui.app.language_screen import LanguageScreen
from siam_tui.app.name import NameScreen
from siam_tui.app.settings_screen import SettingsScreen
from siam_tui.app.study import GameChoiceScreen
from siam_tui.app.waiting_screen import WaitingScreen
from siam_tui.discovery.announcement import Announcement, announced
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.known_lobbies import KnownLobbies, save_known
from siam_tui.discovery.screen import LobbiesScreen
from siam_tui.discovery.search import Account, FoundLobby
from siam_tui.learn.screen import LearnScreen, LessonScreen
from siam_tui.lobby import screen as lobby
from siam_tui.lobby.new_table import BotsScreen, OpenTableScreen
from siam_tui.lobby.session_forms import HostScreen, JoinScreen, WatchScreen
from siam_tui.owner.screen import OwnerScreen
from siam_tui.owner.screen import ReasonScreen as OwnersReasonScreen
from siam_tui.practice.screen import PracticeScreen, PuzzleScreen
from siam_tui.profile.paths import lobbies_folder, records_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LeftGame, OpenSeat, OpenSeats
from siam_tui.reminders.reminder_screen import ReminderScreen
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.screen import ReplayScreen
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.dialogs import EndingScreen, LeaveScreen, OverviewScreen, SinceScreen
from siam_tui.table.people import people_screen
from siam_tui.table.people.participants import GatheringScreen, ReasonScreen
from siam_tui.table.people.talk import TalkScreen
from siam_tui.table.reference import ReferenceScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.dialog import AskScreen, Dialog
from siam_tui.ui.invitation import LinkScreen
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.panel_screen import PanelList
from siam_tui.ui.text_widgets import DataTable, OptionList, Select
from tests.adversary.hostile import (
    PRINTABLE,
    TEXTS,
    EvilServer,
    Lookout,
    anyones_link,
    hostile_map,
    spoilt_record,
)
from tests.brokers import running_broker, running_server
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen
from tests.siam_tui.discovery.lobbies import link_of
from tests.siam_tui.replay.games import recorded

BASES = {
    *("PanelScreen", "FormScreen", "Dialog", "ChoiceDialog", "CoursesScreen", "_NewTableScreen"),
    *("FollowedDialog", "GameScreen", "PlayScreen", "PeopleScreen", "StudyScreen"),
    "SessionForm",
}
"""Classes that others are made from, and that are never shown themselves."""


def all_screens():
    """Return every kind of screen there is in the program."""
    for module in pkgutil.walk_packages(siam_tui.__path__, "siam_tui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    ahead, found = [Screen], set()
    while ahead:
        kinds = ahead.pop().__subclasses__()
        ahead += kinds
        found |= {kind for kind in kinds if kind.__module__.startswith("siam_tui")}
    return {kind for kind in found if kind.__name__ not in BASES}


@pytest.fixture
def lookout(monkeypatch):
    return Lookout.on(monkeypatch)


class Tour:
    """Leads an app from screen to screen, by its keys."""

    def __init__(self, pilot, lookout):
        self.pilot = pilot
        self.lookout = lookout
        self.app: SiamApp = pilot.app

    async def to(self, kind, *keys):
        await self.pilot.press(*keys)
        screen = await until_screen(self.pilot, kind)
        if isinstance(screen, Dialog):
            await self.until(lambda: len(screen.query(KeyFooter)) == 1)
        self.lookout.look_for_actions(self.app)
        return screen

    async def until(self, happened):
        await until(self.pilot, happened)

    async def palette(self):
        """Look through the commands offered here, and search them."""
        here = self.app.screen
        await self.pilot.press("ctrl+p")
        await self.until(lambda: self.app.screen is not here)
        await self.pilot.press("e")
        await self.pilot.pause()
        await self.pilot.press("escape")
        await self.until(lambda: self.app.screen is here)

    async def from_home(self):
        for key, kind in (
            ("n", NameScreen), ("comma", SettingsScreen), ("h", HostScreen), ("b", BotsScreen),
            ("j", JoinScreen), ("w", WatchScreen), ("question_mark", RulesScreen),
        ):  # fmt: skip
            screen = await self.to(kind, key)
            if isinstance(screen, JoinScreen):
                screen.query_one("#link", Input).value = anyones_link(link_of(SecretKey.generate()))
                await self.pilot.press("enter")
            if kind is BotsScreen:
                screen.query_one("#board", Select).value = "own"
                screen.query_one("#path", Input).value = f"/{TEXTS[0]}\x1b"
                await self.pilot.press("ctrl+s")
            await self.to(home.HomeScreen, "escape")
        for key, courses, course in (
            ("t", LearnScreen, LessonScreen), ("p", PracticeScreen, PuzzleScreen)
        ):  # fmt: skip
            if courses is LearnScreen:
                await self.to(GameChoiceScreen, key)
                await self.to(courses, "enter")
            else:
                await self.to(courses, key)
            await self.to(course, "enter")
            await self.to(courses, "q")
            await self.to(home.HomeScreen, "escape")

    async def as_a_visitor(self):
        """Look at the screen on which a visitor of the SSH door chooses a language."""
        self.app.push_screen(LanguageScreen(self.app))
        await self.to(LanguageScreen, "down", "up")
        await self.to(home.HomeScreen, "enter")

    async def through_waiting_games(self):
        await self.to(WaitingScreen, "g")
        await self.to(AskScreen, "d")
        await self.to(WaitingScreen, "escape")
        await self.to(home.HomeScreen, "escape")

    async def through_records(self):
        screen = await self.to(RecordsScreen, "r")
        records = screen.query_one(OptionList)
        for number in range(records.option_count):
            records.focus()
            records.highlighted = number
            await self.pilot.press("enter")
            if isinstance(self.app.screen, ReplayScreen):
                await self.through_replay(RecordsScreen)
        screen.query_one(Input).focus()
        await self.pilot.press(*"[zq]", "enter")
        await self.to(home.HomeScreen, "escape")

    async def through_replay(self, back):
        await self.pilot.press("e", "end")
        await self.to(EndingScreen, "w")
        await self.to(EndCardScreen, "c")
        await self.to(EndingScreen, "escape")
        await self.to(ReplayScreen, "escape")
        await self.to(back, "q")

    async def into_lobby(self):
        await self.to(LobbiesScreen, "l")
        options = self.app.screen.query_one(OptionList)
        await self.until(lambda: options.option_count == 2)
        for number in range(2):
            options.highlighted = number
            if "CHANGED" in str(options.get_option_at_index(number).prompt):
                break
        await self.to(AskScreen, "enter")
        await self.to(lobby.LobbyScreen, "y")
        await self.to(LinkScreen, "c")
        await self.to(lobby.LobbyScreen, "escape")
        await self.to(OpenTableScreen, "o")
        await self.to(lobby.LobbyScreen, "escape")
        screen = await self.to(ReminderScreen, "r")
        await self.until(lambda: screen.query("#address"))
        await self.to(lobby.LobbyScreen, "escape")


def config_of(app, address):
    reminders = ReminderSettings(email=True, ntfy_hosts=("ntfy.sh",))
    return Config(app.profile.server_key(), broker=address, reminders=reminders)


async def passed(client, table):
    """Pass, and return once that is known."""
    state = client.table(table)
    await client.request(PlayMove(table, state.game_number, state.ply, "pass"))


async def test_no_text_of_a_stranger_crashes_acts_or_steers_on_any_screen(
    tmp_path, own_folders, monkeypatch, lookout
):
    monkeypatch.setattr(people_screen, "LONG_AGO", 0)
    monkeypatch.setattr("protocol.envelope.to_plain", EvilServer().to_plain)
    records_folder().mkdir(parents=True)
    (records_folder() / "[@click=app.quit]Zq[\x1b]0;x\x07.siam").write_text("none")
    (records_folder() / "spoilt.siam").write_text(spoilt_record(format_record(recorded())))
    Profile.named(tmp_path, "default").change_settings(animation="none")
    app = app_of(tmp_path, name=PRINTABLE[1])
    here = Account.from_uid(os.getuid())
    async with (
        running_broker("embedded", tmp_path) as address,
        running_server(address, config_of(app, address)) as server,
        Client(server.link, SecretKey.generate(), TEXTS[0]) as mallory,
    ):
        left = LeftGame("siam", tuple(TEXTS[:2]), my_turn=True)
        link = link_of(SecretKey.generate())
        seats = [OpenSeat("lobby", name, anyones_link(link), left, TEXTS[0]) for name in TEXTS[:2]]
        OpenSeats(app.profile.folder).note("lobby", seats)
        known = FoundLobby(link_of(SecretKey.generate()), PRINTABLE[0], here)
        save_known(app.profile.folder / "known_lobbies", KnownLobbies().remembering(known))
        other = Announcement(link_of(SecretKey.generate()), PRINTABLE[2])
        with (
            announced(lobbies_folder(), Announcement(server.link, PRINTABLE[0]), Audience.EVERYONE),
            announced(lobbies_folder(), other, Audience.EVERYONE),
        ):
            async with piloted(app, (80, 24)) as pilot:
                tour = Tour(pilot, lookout)
                await tour.from_home()
                await tour.as_a_visitor()
                await tour.through_waiting_games()
                await tour.through_records()
                await mallory.ready()
                await tour.into_lobby()
                await at_a_strangers_table(tour, mallory)
                await at_ones_own_table(tour, mallory)
                await at_a_table_with_an_overview(tour, mallory)
                await sent_away(tour, mallory)
                assert app.is_running
    assert lookout.found == []
    assert lookout.shown
    missing = all_screens() - lookout.screens
    assert not missing, "this test is to show every screen: lead it there too"


async def as_owner(tour):
    """Look at the tables and players of one's own lobby, and at the form to close or ban."""
    screen = await tour.to(OwnerScreen, "m")
    entries = screen.query_one(PanelList)
    for keys, count in (((), 1), (("p",), 2)):
        await tour.pilot.press(*keys)
        await tour.until(lambda count=count: entries.option_count == count)
        entries.focus()
        await tour.to(OwnersReasonScreen, "enter")
        await tour.to(OwnerScreen, "escape")
    await tour.to(lobby.LobbyScreen, "escape")


async def at_a_strangers_table(tour, mallory):
    app, pilot = tour.app, tour.pilot
    table = (await mallory.request(OpenTable("siam", 2, (), hostile_map(), 0))).table
    await mallory.follow(table)
    rows = app.screen.query_one(DataTable)
    await tour.until(lambda: rows.row_count == 1)
    await tour.palette()
    await as_owner(tour)
    rows.focus()
    await pilot.click(DataTable, offset=(4, 1))  # the stranger's action, were there one
    await until_screen(pilot, TableScreen)
    ann = app.session.client
    await tour.until(lambda: (state := ann.table(table)) and state.viewer == 1)
    await mallory.request(Say(table, TEXTS[1]))
    await mallory.request(Say(table, TEXTS[4]))
    await tour.until(lambda: len(ann.talks.lines_at(table)) == 2)
    screen = await tour.to(TalkScreen, "d")
    screen.query_one(Input).value = "\x1b[31mZq"
    await pilot.press("enter")
    await tour.until(lambda: len(ann.talks.lines_at(table)) == 3)
    await tour.to(TableScreen, "escape")
    await mallory.request(StartGame(table))
    await tour.until(lambda: ann.table(table).status == "running" == mallory.table(table).status)
    await pilot.press(":", *"[zq]", "enter", "escape")
    await tour.to(ReferenceScreen, "f1")
    await tour.to(TableScreen, "escape")
    await tour.palette()
    await tour.to(QuitScreen, "ctrl+q")
    await tour.to(TableScreen, "n")
    await tour.to(LeaveScreen, "q")
    await tour.to(lobby.LobbyScreen, "a")
    while not await played_by(mallory, ann, table, one=True):
        pass
    rows.focus()
    await pilot.press("enter")
    await tour.to(SinceScreen)
    await tour.to(TableScreen, "escape")
    await played_by(mallory, ann, table)
    await tour.until(lambda: ann.table(table).status == "over")
    await pilot.pause()
    await tour.to(EndingScreen, "s")
    await tour.to(TableScreen, "escape")
    await pilot.press("w")
    await tour.until(lambda: isinstance(app.screen, ReplayScreen) or app.screen._refused)
    if isinstance(app.screen, ReplayScreen):
        await pilot.press("s")
        await tour.through_replay(TableScreen)
    await tour.to(lobby.LobbyScreen, "q")


async def played_by(mallory, ann, table, *, one=False):
    """Pass in turns to the end, or until Mallory has passed once; return whether she has."""
    game = game_of("siam", map_text=mallory.table(table).map)
    while (state := mallory.table(table)).status == "running":
        who = (mallory, ann)[game.parse(state.position).turn]
        async with who.changes() as changes:
            while who.table(table).revision < state.revision:
                await anext(changes)
        done = await who.request(PlayMove(table, state.game_number, state.ply, "pass"))
        async with mallory.changes() as changes:
            while mallory.table(table).revision < done.revision:
                await anext(changes)
        if one and who is mallory:
            return True
    return False


async def at_a_table_with_an_overview(tour, mallory):
    ann = tour.app.session.client
    table = (await mallory.request(OpenTable("amber", 2, (), "", 0))).table
    await mallory.follow(table)
    rows = tour.app.screen.query_one(DataTable)
    await tour.until(lambda: table in {key.value for key in rows.rows})
    rows.focus()
    rows.move_cursor(row=rows.get_row_index(table))
    await tour.to(TableScreen, "enter")
    await tour.until(lambda: (state := ann.table(table)) and state.viewer == 1)
    await mallory.request(StartGame(table))
    await tour.until(lambda: ann.table(table).status == "running")
    await tour.to(OverviewScreen, "i")
    await tour.to(TableScreen, "escape")
    await tour.to(LeaveScreen, "q")
    await tour.to(lobby.LobbyScreen, "l")


async def at_ones_own_table(tour, mallory):
    ann = tour.app.session.client
    await tour.to(OpenTableScreen, "o")
    screen = await tour.to(TableScreen, "ctrl+s")
    await tour.until(lambda: ann.table(screen.controller.table))
    await mallory.follow(screen.controller.table)
    await tour.until(lambda: len(ann.company(screen.controller.table)) == 2)
    gathering = await tour.to(GatheringScreen, "at")
    gathering.query_one(OptionList).highlighted = 1
    await tour.pilot.press("m", "m")
    await tour.to(ReasonScreen, "r")
    await tour.to(GatheringScreen, *"[zq]", "enter")
    await tour.to(TableScreen, "escape")
    await tour.palette()
    await tour.to(LeaveScreen, "q")
    await tour.to(lobby.LobbyScreen, "l")


async def sent_away(tour, mallory):
    ann = tour.app.session.client
    table = (await mallory.request(OpenTable("siam", 3, (), hostile_map(), 0))).table
    rows = tour.app.screen.query_one(DataTable)
    await tour.until(lambda: table in {key.value for key in rows.rows})
    rows.move_cursor(row=rows.get_row_index(table))
    await tour.to(TableScreen, "w")
    await tour.until(lambda: ann.table(table))
    await mallory.request(SendAway(table, ann.me, True, TEXTS[0]))
    await tour.to(lobby.LobbyScreen)
    await tour.until(lambda: tour.app._notifications)
    await asyncio.sleep(0)
    await tour.pilot.pause()
