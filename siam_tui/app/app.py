"""The app: home, and what holds on every screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.theme import ThemeProvider

from siam_tui.app.home import HomeAction, HomeScreen
from siam_tui.app.playing_app import PlayingApp
from siam_tui.games.registry import shown_games
from siam_tui.model.background import load_module
from siam_tui.model.start import Start
from siam_tui.profile.paths import lobbies_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.user_error import is_limited
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.line_input import BoundedPalette
from siam_tui.ui.palette_commands import Commanded, PaletteCommand, PaletteProvider
from texts import say, tell

if TYPE_CHECKING:  # what home does not need is loaded when home is left
    from siam_tui.app.navigation import Navigator
    from siam_tui.discovery.lobby_discovery import LobbyDiscovery
    from siam_tui.discovery.screen import LobbiesScreen
    from siam_tui.model.start import DoorVisit
    from siam_tui.table.open_replay import OpenGames, OpenReplay
    from siam_tui.ui.panel_screen import OpenHelp

_PALETTE_CLOSES = 0.1
"""Seconds until the palette is gone from the screen of which a picture is saved."""
_WORKERS_END = 2.0
"""Seconds the screens' workers may take to end before the screens are removed."""


class QuitScreen(AskScreen):
    """Asks whether to quit; the key that quits, pressed once more, does not ask again."""

    def __init__(self, cost: str) -> None:
        """Prepare the question; `cost` says what quitting means now."""
        super().__init__(cost, say("app/quit"), say("app/stay"))


class SiamApp(PlayingApp):
    """The whole program on the screen."""

    TITLE = "siam"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {PaletteProvider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "settings", "app/settings/title", show=False, id="everywhere.settings"),
        Binding(
            "ctrl+l", "redraw", "app/redraw", show=False, priority=True, id="everywhere.redraw"
        ),
        Binding("ctrl+p", "command_palette", "app/key/palette", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "app/key/suspend", show=False, priority=True),
        Binding("ctrl+q", "quit", "app/key/quit", show=False, priority=True),
        Binding("ctrl+c", "quit", "app/key/quit", show=False, system=True),
    ]

    def __init__(self, profile: Profile, begin: Start) -> None:
        """Prepare.

        Args:
            profile: who plays.
            begin: where to begin.
        """
        super().__init__(profile, begin)
        self._discovery: LobbyDiscovery | None = None
        self._ending = False

    def get_default_screen(self) -> Screen[None]:
        """Return the screen behind all others."""
        return self.home

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield what the command palette offers: on every screen, and on this one."""
        own = screen.commands() if isinstance(screen, Commanded) else ()
        for title, about, do in (*self._palette_commands(), *own):
            yield SystemCommand(title, about, do)

    def _palette_commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what can be done everywhere: title, help, function.

        Of Textual's own commands, those that are of use in a game have our words.
        """
        yield tell("app/theme"), tell("app/theme/about"), self.action_change_theme
        yield tell("app/quit"), tell("app/quit/about"), self.action_quit
        yield tell("app/settings/title"), tell("app/settings/about"), self.action_settings
        yield tell("app/redraw/title"), tell("app/redraw/about"), self.action_redraw
        if is_limited():
            return
        yield tell("app/key/suspend"), tell("app/suspend/about"), self.action_suspend_process
        picture = partial(self.set_timer, _PALETTE_CLOSES, self.deliver_screenshot)
        yield tell("app/screenshot"), tell("app/screenshot/about"), picture

    def action_command_palette(self) -> None:
        """Show the command palette; its input has a maximum length."""
        if not isinstance(self.screen, CommandPalette):
            search = tell("app/palette/search")
            self.push_screen(BoundedPalette(placeholder=search, id="--command-palette"))

    def search_themes(self) -> None:
        """Show a list of themes to choose from."""
        search = tell("app/palette/search-themes")
        self.push_screen(BoundedPalette([ThemeProvider], placeholder=search))

    @on(events.DeliveryComplete)
    def _tell_picture(self, event: events.DeliveryComplete) -> None:
        event.prevent_default()  # Textual says it in English
        saved = tell("app/screenshot/saved", path=str(event.path or ""))
        self.notify(saved, title=tell("app/screenshot"), markup=False)

    @on(events.DeliveryFailed)
    def _tell_no_picture(self, event: events.DeliveryFailed) -> None:
        event.prevent_default()
        failed = tell("app/screenshot/failed")
        self.notify(failed, title=tell("app/screenshot"), severity="error", markup=False)

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
        """Go where the player begins, until home is shown, or the app ends."""
        begin = self._begin
        if self.visit is not None:
            await self._visit_first(self.visit)
            return
        if begin.demo:
            demo = await load_module("siam_tui.app.demo")
            await demo.show_demo(self, begin.game)
            return
        LastGame(self.profile.folder).remember(begin.game)
        if begin.learning:
            self.home.busy(tell("app/busy/lessons"))
            await (await self.navigator()).learn(begin.game)  # and then home, to play
        if begin.practising:
            self.home.busy(tell("app/busy/puzzles"))
            await (await self.navigator()).practice(begin.game)  # and then home
        self.home.busy("")
        if begin.record is not None:
            await (await self.navigator()).watch_record(begin.record)
            self.exit()
            return
        if not begin.watching:
            await self._ask_name_if_unknown()
        if begin.map_file:
            await (await self.navigator()).bot_game(begin.map_file)
        elif begin.link is not None:
            self.home.busy(tell("app/busy/connecting"))  # loading what a lobby needs takes a moment
            navigator = await self.navigator()
            await navigator.join_link(begin.link, begin.password, watching=begin.watching)
            self.home.busy("")  # if it could not even begin to connect

    async def _visit_first(self, visit: DoorVisit) -> None:
        """Ask for the language at the first visit; go to the lobby that a visitor came for."""
        if not self.profile.has_chosen_language():
            from siam_tui.app.language_screen import LanguageScreen

            chosen = await self.push_screen_wait(LanguageScreen(self))
            self.keep(language=chosen)
        if not visit.watching:
            if not self.settings.name:  # not kept: the next login may have another name
                self.settings = self.settings.with_changes(name=self.profile.proposed_name())
            await self._ask_name_if_unknown()
            self.show_home()
        if visit.greeting:
            self.notify(visit.greeting, timeout=20)
        await (await self.navigator()).visit_lobby(visit, visit.link)

    async def _ask_name_if_unknown(self) -> None:
        while not self.settings.name:
            await self.ask_name()

    def warn_idle(self) -> None:
        """Warn a visitor that the session ends if they do not type."""
        if self.visit is not None:
            self.bell()
            self.notify(self.visit.idle_warning, severity="warning", timeout=30)

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

    def retell(self) -> None:
        """Tell all screens in the language that is spoken now."""
        super().retell()
        self.show_home()
        if self._discovery is not None:
            self.home.show_here(self._discovery.whereabouts(), self._discovery.summary())

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
