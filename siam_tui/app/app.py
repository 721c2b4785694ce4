"""The app: home, and what is the same wherever one is."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.worker import WorkerFailed

from siam_tui.app.home import HomeScreen, Way
from siam_tui.app.name import NameScreen
from siam_tui.app.themed_app import ThemedApp
from siam_tui.model.start import Start
from siam_tui.profile.last_game import LastGame
from siam_tui.profile.paths import lobbies_folder, log_file
from siam_tui.profile.profiles import DEFAULT, Profile, clean_name
from siam_tui.ui.line_input import BoundedPalette
from siam_tui.ui.palette_commands import Commanded, PaletteProvider

if TYPE_CHECKING:  # all that home does not need is loaded when it is gone from
    from siam_tui.app.navigation import Navigator
    from siam_tui.discovery.lobby_discovery import LobbyDiscovery
    from siam_tui.lobby.session import Session
    from siam_tui.table.open_replay import OpenReplay
    from siam_tui.ui.open_help import OpenHelp

logger = logging.getLogger(__name__)

_WORKERS_END = 2.0
"""Seconds what works on the screens may take to end before they are taken down."""


class SiamApp(ThemedApp):
    """King of Siam in the terminal.

    Attributes:
        home: the screen behind all others.
        session: the lobby one is in, if any.
    """

    TITLE = "King of Siam"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {PaletteProvider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "settings", "Settings", show=False),
        Binding("ctrl+l", "redraw", "Draw the screen anew", show=False, priority=True),
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
        self.home = HomeScreen()
        self._discovery: LobbyDiscovery | None = None
        self._painted = asyncio.Event()
        self._ending = False
        self.session: Session | None = None

    def get_default_screen(self) -> Screen[None]:
        """Return the screen behind all others."""
        return self.home

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what one can do from anywhere, and on this screen."""
        yield from super().get_system_commands(screen)
        told = "Your name, colours, theme, bell, notifications and animation"
        yield SystemCommand("Settings", told, self.action_settings)
        told = "If something else has written on the terminal (Ctrl+L)"
        yield SystemCommand("Draw the screen anew", told, self.action_redraw)
        told = "Back to the shell for a while; fg goes on here (Ctrl+Z)"
        yield SystemCommand("Suspend", told, self.action_suspend_process)
        if isinstance(screen, Commanded):
            for title, about, do in screen.commands():
                yield SystemCommand(title, about, do)

    def action_command_palette(self) -> None:
        """Show the command palette; what is looked for has a greatest length as all input."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(BoundedPalette(id="--command-palette"))

    async def on_mount(self) -> None:
        """Show the first screens."""
        self.dress()
        self.show_home()
        self._open_first()
        self._discover_lobbies()
        self.call_after_refresh(self._painted.set)

    @work
    async def _open_first(self) -> None:
        begin = self._begin
        if begin.name:
            self.keep(name=begin.name)
        if begin.game:
            LastGame(self.profile.folder).remember(begin.game)
        if begin.demo:
            await (await self._ways()).demo()
            return
        if begin.learning:
            await (await self._ways()).learn(begin.game)  # and then home, to play
        if begin.practising:
            await (await self._ways()).practice(begin.game)  # and then home
        if begin.record is not None:
            await (await self._ways()).watch_record(begin.record)
            self.exit()
            return
        if not begin.watching:
            await self._ask_name_if_unknown()
        if begin.map_file:
            await (await self._ways()).bot_game(begin.map_file)
        elif begin.link is not None:
            ways = await self._ways()
            await ways.join_link(begin.link, begin.password, watching=begin.watching)

    async def _ask_name_if_unknown(self) -> None:
        while not self.settings.name:
            await self._ask_name()

    async def _ask_name(self) -> None:
        name = await self.push_screen_wait(NameScreen(self.settings.name, self._proposed_name()))
        if name and name != self.settings.name:
            self.keep(name=name)
        self.show_home()

    def _proposed_name(self) -> str:
        """Return what somebody without a name may be called: a profile is often named so."""
        profile = self.profile.folder.name
        return "" if profile == DEFAULT else clean_name(profile.capitalize())

    def show_home(self) -> None:
        """Show at home who plays, and whether a game waits."""
        if not self.is_running:
            return  # the screens are gone already, only a server is still to be ended
        self.home.show(self.settings.name, resumable=self.session is not None)

    @work
    async def _discover_lobbies(self) -> None:
        """Offer the lobbies on this computer once home is shown."""
        await self._painted.wait()
        found = await asyncio.to_thread(importlib.import_module, "siam_tui.discovery.screen")
        self._discovery = discovery = found.LobbyDiscovery(
            lobbies_folder(), self.profile.folder / "known_lobbies"
        )
        first = True
        async for _ in discovery.watch_lobbies():
            with suppress(NoMatches):  # a look may end while the screens are taken down
                self.home.show_here(discovery.summary(), first=first)
                for screen in self.screen_stack:
                    if isinstance(screen, found.LobbiesScreen):
                        screen.update_lobbies()
            first = False

    # The ways to play

    async def _ways(self) -> Navigator:
        """Load all that home does not need, while the screen stays alive."""
        module = await asyncio.to_thread(importlib.import_module, "siam_tui.app.navigation")
        ways: Navigator = module.Navigator(self)
        return ways

    @on(HomeScreen.Chosen)
    def _way_chosen(self, event: HomeScreen.Chosen) -> None:
        self.choose(event.way)

    def choose(self, way: Way) -> None:
        """Go a way to play."""
        if self.home.is_busy and way != "quit":
            return  # a game is about to begin, and would come over whatever is opened now
        match way:
            case "name":
                self._change_name()
            case "settings":
                self.action_settings()
            case "quit":
                self.run_worker(self.action_quit())
            case _:
                self._go(way)

    @work
    async def _go(self, way: Way) -> None:
        ways = await self._ways()
        if self.screen is not self.home:
            return  # something else was opened meanwhile
        going: dict[Way, Callable[[], Awaitable[None]]] = {
            "resume": ways.resume,
            "bots": ways.bot_game,
            "host": ways.host,
            "join": lambda: ways.join_by_link(watching=False),
            "watch": lambda: ways.join_by_link(watching=True),
            "learn": ways.learn,
            "practice": ways.practice,
            "record": ways.records,
        }
        if way in going:
            await going[way]()
        elif self._discovery is not None:
            await ways.visit_here(self._discovery)

    def action_settings(self) -> None:
        """Show the settings."""
        from siam_tui.app.settings_screen import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self), lambda _: self.show_home())

    def on_open_help(self, event: OpenHelp) -> None:
        """Show the help."""
        from siam_tui.games.registry import shown_games
        from siam_tui.rules.screen import RulesScreen

        last, games = LastGame(self.profile.folder), shown_games()
        game = next((name for name in (event.game, last.name) if name in games), games[0])
        self.push_screen(RulesScreen(game, event.chapter, last.remember))

    def on_open_replay(self, event: OpenReplay) -> None:
        """Show a game, to step through it and save it."""
        from siam_tui.model.record_files import save_record
        from siam_tui.profile.paths import records_folder
        from siam_tui.replay.screen import ReplayScreen

        save = partial(save_record, records_folder())
        self.push_screen(ReplayScreen(event.replay, eyes=event.eyes, save=save, look=event.look))

    @work
    async def _change_name(self) -> None:
        await self._ask_name()

    def tell(self, sentence: str) -> None:
        """Say what did not work."""
        self.notify(sentence, title="That did not work", severity="error", timeout=20)

    async def leave(self) -> None:
        """Leave the lobby one is in, if any; a server of one's own ends."""
        session, self.session = self.session, None
        self.show_home()
        if session is not None:
            await session.close()

    # The end

    def end(self) -> None:
        """End at once: what was typed and still waits is not done any more."""
        self._ending = True
        self.exit()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, unless the app is ending and it comes from the keyboard."""
        if not (self._ending and isinstance(event, events.InputEvent | events.Paste)):
            await super().on_event(event)

    async def action_quit(self) -> None:
        """Quit; ask first where that costs something, but do not ask twice."""
        if self.session is None:
            self.exit()
            return
        from siam_tui.app.quitting import QuitScreen
        from siam_tui.lobby.quitting_cost import cost_of_quitting

        cost = cost_of_quitting(self.session)
        if not cost or isinstance(self.screen, QuitScreen):
            self.exit()
        else:
            self.push_screen(QuitScreen(cost), self._quit_if)

    def _quit_if(self, answer: bool | None) -> None:
        if answer:
            self.exit()

    async def _close_all(self) -> None:
        """Take the screens down, but end what works on them before."""
        working = [worker for worker in self.workers if worker.is_running]
        self.workers.cancel_all()
        ends = [asyncio.ensure_future(worker.wait()) for worker in working]
        if ends:
            await asyncio.wait(ends, timeout=_WORKERS_END)
            await asyncio.gather(*(each for each in ends if each.done()), return_exceptions=True)
        await super()._close_all()

    def _handle_exception(self, error: Exception) -> None:
        """End on a bug; a widget that is missing while the app exits is none.

        From `exit` on Textual mounts no widgets any more, and then it removes those there are.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if self._exit and isinstance(cause, NoMatches):
            logger.info("missing while the app exits: %s", cause)
        else:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End on a bug with a clean terminal: what to do, and nothing of what is in memory."""
        logger.critical("a bug has ended the app", exc_info=self._exception)
        self.panic(
            Text(
                "siam: a bug in this program has ended it.\n"
                "Start it again: a lobby keeps your seat. What happened is written in\n"
                f"{log_file('app')}\n"
                "Please report it.",
            )
        )
