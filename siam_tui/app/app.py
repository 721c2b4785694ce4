"""The app: home, and what holds on every screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.css.query import NoMatches
from textual.screen import Screen

from siam_tui.app.error_net import ErrorNetApp
from siam_tui.app.home import ROOM_FOR_GAME, HomeAction, HomeScreen
from siam_tui.app.left_games import games_to_go_on_with
from siam_tui.app.name import NameScreen
from siam_tui.app.opening import open_first
from siam_tui.app.palette import app_commands
from siam_tui.app.typed_ahead import TypedAhead
from siam_tui.games.registry import shown_games
from siam_tui.lobby.waiting_games import tell_briefly
from siam_tui.model.module_loader import load_module
from siam_tui.model.start import Start
from siam_tui.profile.paths import lobbies_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastGame, OpenSeats
from siam_tui.profile.user_error import is_limited
from siam_tui.ui.line_input import BoundedPalette
from siam_tui.ui.palette_commands import Commanded, PaletteProvider

if TYPE_CHECKING:  # what home does not need is loaded when home is left
    from siam_tui.app.navigation import Navigator
    from siam_tui.discovery.lobby_discovery import LobbyDiscovery
    from siam_tui.discovery.screen import LobbiesScreen
    from siam_tui.lobby.private_server import Standby
    from siam_tui.lobby.session import EarlySession, Session
    from siam_tui.model.door_visit import DoorVisit
    from siam_tui.model.game_library import GameLibrary
    from siam_tui.table.open_replay import OpenGames, OpenReplay
    from siam_tui.ui.panel_screen import OpenHelp

logger = logging.getLogger(__name__)

_WORKERS_END = 2.0
"""Seconds the screens' workers may take to end before the screens are removed."""


class SiamApp(ErrorNetApp):
    """The whole program on the screen.

    Attributes:
        home: the screen behind all others.
        session: the lobby the player is in, if any.
        early: the session of the game that may be dealt next, if any.
        standby: a server that is loaded before it is needed; None loads none.
        visit: the lobby that a visitor of this computer came for, if this is one.
    """

    TITLE = "siam"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {PaletteProvider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "settings", "Settings", show=False, id="everywhere.settings"),
        Binding("ctrl+l", "redraw", "Redraw", show=False, priority=True, id="everywhere.redraw"),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, system=True),
    ]

    def __init__(self, profile: Profile, begin: Start) -> None:
        """Prepare.

        Args:
            profile: who plays.
            begin: where to begin.
        """
        super().__init__(profile, begin)
        self._begin = begin
        self.visit: DoorVisit | None = begin.visit
        self._ahead = TypedAhead(self)
        self.home = HomeScreen(self._ahead, is_visited=begin.visit is not None)
        self._discovery: LobbyDiscovery | None = None
        self._painted = asyncio.Event()
        self._ending = False
        self.session: Session | None = None
        self.early: EarlySession | None = None
        self.standby: Standby | None = None

    @property
    def is_shown(self) -> bool:
        """Whether home has been drawn."""
        return self._painted.is_set()

    def get_default_screen(self) -> Screen[None]:
        """Return the screen behind all others."""
        return self.home

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield what the command palette offers: on every screen, and on this one."""
        own = screen.commands() if isinstance(screen, Commanded) else ()
        for title, about, do in (*app_commands(self), *own):
            yield SystemCommand(title, about, do)

    def action_command_palette(self) -> None:
        """Show the command palette; its input has a maximum length."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(BoundedPalette(id="--command-palette"))

    async def on_mount(self) -> None:
        """Show the first screens."""
        self.start_theme()
        self.show_home()
        self._open_first()
        if self.visit is None:
            self._discover_lobbies()
        if not self._begin.demo:
            self._preload()
        self.call_after_refresh(self._painted.set)

    @work
    async def _open_first(self) -> None:
        await open_first(self, self._begin)

    def warn_idle(self) -> None:
        """Warn a visitor that the session ends if they do not type."""
        if self.visit is not None:
            self.bell()
            self.notify(self.visit.idle_warning, severity="warning", timeout=30)

    async def ask_name(self) -> None:
        """Ask what the player is called; they may keep the name they have."""
        screen = NameScreen(self.settings.name, self.profile.proposed_name())
        name = await self.push_screen_wait(screen)
        if name and name != self.settings.name:
            self.keep(name=name)
        self.show_home()

    def show_home(self) -> None:
        """Show at home who plays, and whether there is a game to go on with."""
        if not self.is_running:
            return  # the screens are gone, only a server is still to be ended
        games = games_to_go_on_with(self)
        waiting = {each.key: tell_briefly(each, ROOM_FOR_GAME) for each in games}
        self.home.show(self.settings.name, waiting)

    @work
    async def _discover_lobbies(self) -> None:
        """Offer the lobbies on this computer and its networks, once home is drawn."""
        await self._painted.wait()
        module = await load_module("siam_tui.discovery.screen")
        self._discovery = discovery = module.LobbyDiscovery(
            lobbies_folder(), self.profile.folder / "known_lobbies"
        )
        first = True
        async with discovery.searching_network(lambda: self.session is None):
            async for _ in discovery.watch_lobbies():
                with suppress(NoMatches):  # a look may end while the screens are taken down
                    self._show_lobbies(module.LobbiesScreen, discovery, first=first)
                first = False

    def _show_lobbies(
        self, listed: type[LobbiesScreen], discovery: LobbyDiscovery, *, first: bool
    ) -> None:
        self.home.show_here(discovery.whereabouts(), discovery.summary(), first=first)
        for screen in self.screen_stack:
            if isinstance(screen, listed):
                screen.update_lobbies()

    # Home's menu

    @work
    async def _preload(self) -> None:
        """Load what home does not need, once home is drawn: screens here, the server beside."""
        await self._painted.wait()
        if self.standby is not None and self._begin.record is None:
            self.standby.prepare()
        await load_module("siam_tui.app.navigation")

    async def navigator(self) -> Navigator:
        """Load what home does not need, in a thread, so that the screen stays responsive."""
        module = await load_module("siam_tui.app.navigation")
        navigator: Navigator = module.Navigator(self)
        return navigator

    @on(HomeScreen.Chosen)
    def _home_action_chosen(self, event: HomeScreen.Chosen) -> None:
        if self.home.is_busy and event.action != "quit":
            return  # a game is about to begin: its screen would cover what is opened now
        match event.action:
            case "name":
                self._change_name()
            case "settings":
                self.action_settings()
            case "quit":
                self.run_worker(self.action_quit())
            case _:
                self._navigate(event.action, event.game)

    @work
    async def _navigate(self, action: HomeAction, game: str) -> None:
        navigator = await self.navigator()
        if self.screen is not self.home:
            return  # another screen was opened meanwhile
        methods: dict[HomeAction, Callable[[], Awaitable[None]]] = {
            "lobby": navigator.visit_again,
            "resume": lambda: navigator.resume(game),
            "bots": navigator.bot_game,
            "host": navigator.host,
            "join": lambda: navigator.join_by_link(watching=False),
            "watch": lambda: navigator.join_by_link(watching=True),
            "learn": navigator.learn,
            "practice": navigator.practice,
            "record": navigator.records,
        }
        if action in methods:
            await methods[action]()
        elif self._discovery is not None:
            await navigator.visit_here(self._discovery)
        self._ahead.drop()  # if it opened no screen

    def action_settings(self) -> None:
        """Show the settings."""
        from siam_tui.app.settings_screen import SettingsScreen, shown_game

        if not isinstance(self.screen, SettingsScreen):
            game = shown_game(self.screen_stack, LastGame(self.profile.folder).name)
            self.push_screen(SettingsScreen(self, game), lambda _: self.show_home())

    def on_open_help(self, event: OpenHelp) -> None:
        """Show the help."""
        from siam_tui.rules.screen import RulesScreen

        last, games = LastGame(self.profile.folder), shown_games()
        game = next((name for name in (event.game, last.name) if name in games), games[0])
        self.push_screen(RulesScreen(game, event.chapter, last.remember, event.rules))

    def library(self) -> GameLibrary:
        """Return the games that the player finds again."""
        from siam_tui.model.game_library import library_of

        return library_of(self.profile.folder, self.settings.games, self._begin.list_hosted)

    @work
    async def on_open_games(self, event: OpenGames) -> None:
        """Show the games that the player finds again."""
        await (await self.navigator()).records(event.words)

    def on_open_replay(self, event: OpenReplay) -> None:
        """Show a game, to step through it and save it."""
        from siam_tui.model.record_files import save_record
        from siam_tui.profile.paths import records_folder
        from siam_tui.replay.screen import ReplayScreen

        save = None if is_limited() else partial(save_record, records_folder())
        replay, eyes, look = event.replay, event.eyes, event.look
        screen = ReplayScreen(replay, eyes=eyes, save=save, look=look, analysing=event.analysing)
        self.push_screen(screen)

    @work
    async def _change_name(self) -> None:
        await self.ask_name()

    def show_error(self, sentence: str) -> None:
        """Notify the player of what did not work."""
        self.notify(sentence, title="That did not work", severity="error", timeout=20)

    def tell_not_kept(self, sentence: str) -> None:
        """Notify the player that a game that has ended could not be kept."""
        self.notify(sentence, title="Your game", severity="error", timeout=60)

    async def leave(self) -> None:
        """Leave the lobby, if the player is in one; a private server ends."""
        session, self.session = self.session, None
        if session is not None:
            from siam_tui.lobby.left_seat import note_left_seats

            note_left_seats(OpenSeats(self.profile.folder), session)
        self.show_home()
        if session is not None:
            await session.close()
            self.show_home()  # a game against bots waits only when its server has ended

    # The end

    def end(self) -> None:
        """End at once: keys that were typed and not yet handled are ignored."""
        self._ending = True
        self.exit()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, unless the app is ending and it comes from the keyboard.

        Keys that are typed for a screen which is being opened are kept for it.
        """
        if self._ending and isinstance(event, events.InputEvent | events.Paste):
            return
        if not self._ahead.takes(event, self._opens_screen):
            await super().on_event(event)

    def _opens_screen(self, key: str) -> bool:
        return self.screen is self.home and self.home.opens_screen(key)

    async def action_quit(self) -> None:
        """Quit; ask first where something is lost, but not twice."""
        if self.session is None:
            self.exit()
            return
        from siam_tui.app.quitting import QuitScreen
        from siam_tui.lobby.left_seat import cost_of_quitting

        cost = cost_of_quitting(self.session)
        if not cost or isinstance(self.screen, QuitScreen):
            self.exit()
        else:
            self.push_screen(QuitScreen(cost), self._quit_if)

    def _quit_if(self, answer: bool | None) -> None:
        if answer:
            self.exit()

    async def _close_all(self) -> None:
        """Remove the screens, after their workers have ended."""
        working = [worker for worker in self.workers if worker.is_running]
        self.workers.cancel_all()
        ends = [asyncio.ensure_future(worker.wait()) for worker in working]
        if ends:
            await asyncio.wait(ends, timeout=_WORKERS_END)
            await asyncio.gather(*(each for each in ends if each.done()), return_exceptions=True)
        if self.early is not None:
            await self.early.close()
        await super()._close_all()
