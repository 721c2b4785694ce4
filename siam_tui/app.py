"""The app: which screen follows which, and the lobby one is in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from client import ConnectionEndedError, RefusedError
from siam_tui.bot_game import BotGame, open_bot_game, start
from siam_tui.commands import Commanded
from siam_tui.demo import GAME as DEMO_GAME
from siam_tui.demo import PACE as DEMO_PACE
from siam_tui.dressed import DressedApp
from siam_tui.home import HomeScreen, Way
from siam_tui.host import HostScreen
from siam_tui.join import Invitation, JoinScreen, WatchScreen
from siam_tui.learn.list import LearnScreen
from siam_tui.learn.progress import Progress
from siam_tui.lobby import LobbyScreen
from siam_tui.name import NameScreen
from siam_tui.nearby.around import Around
from siam_tui.nearby.screen import LobbiesScreen, Visit
from siam_tui.new_table import BotsScreen
from siam_tui.places import lobbies_folder, log_file, records_folder
from siam_tui.private_server import Serving
from siam_tui.profiles import DEFAULT, Profile, clean_name
from siam_tui.quitting import QuitScreen, cost_of_quitting, playing_bots
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.replay import Replay
from siam_tui.replay.screen import ReplayScreen
from siam_tui.seen import Seen
from siam_tui.session import Player, Session, host, join, spectator
from siam_tui.settings_screen import SettingsScreen
from siam_tui.start import Start
from siam_tui.table.screen import TableScreen
from siam_tui.trouble import TroubleError

logger = logging.getLogger(__name__)

PORT = 1883
_BOT_PACE = 0.6


class SiamApp(DressedApp):
    """King of Siam in the terminal."""

    TITLE = "King of Siam"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "settings", "Settings", show=False),
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
        self._home = HomeScreen()
        self._around = Around(lobbies_folder(), profile.folder / "known_lobbies")
        self.session: Session | None = None

    def get_default_screen(self) -> Screen[None]:
        """Return the screen behind all others."""
        return self._home

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what one can do from anywhere, and on this screen."""
        yield from super().get_system_commands(screen)
        told = "Your name, colours, theme, bell, notifications and animation"
        yield SystemCommand("Settings", told, self.action_settings)
        if isinstance(screen, Commanded):
            for title, about, do in screen.commands():
                yield SystemCommand(title, about, do)

    async def on_mount(self) -> None:
        """Show the first screens."""
        self.dress()
        self._show_home()
        self._open_first()
        self._look_around()

    @work
    async def _open_first(self) -> None:
        begin = self._begin
        if begin.name:
            self.keep(name=begin.name)
        if begin.demo:
            await self._show_demo()
            return
        if begin.learning:
            await self.push_screen_wait(self._lessons())
            self.exit()
            return
        if begin.record is not None:
            await self.push_screen_wait(ReplayScreen(Replay.of(begin.record)))
            self.exit()
            return
        if not begin.watching:
            await self._ask_name_if_unknown()
        if begin.map_file:
            await self._bot_game(begin.map_file)
        elif begin.link is not None:
            await self._join(Invitation(begin.link, begin.password), watching=begin.watching)

    async def _ask_name_if_unknown(self) -> None:
        while not self.settings.name:
            await self._ask_name()

    async def _ask_name(self) -> None:
        name = await self.push_screen_wait(NameScreen(self.settings.name, self._proposed_name()))
        if name and name != self.settings.name:
            self.keep(name=name)
        self._show_home()

    def _proposed_name(self) -> str:
        """Return what somebody without a name may be called: a profile is often named so."""
        profile = self._profile.folder.name
        return "" if profile == DEFAULT else clean_name(profile.capitalize())

    def _show_home(self) -> None:
        if not self.is_running:
            return  # the screens are gone already, only a server is still to be ended
        self._home.show(self.settings.name, resumable=self.session is not None)

    @work
    async def _look_around(self) -> None:
        first = True
        async for _ in self._around.look():
            self._home.show_here(self._around.summary(), first=first)
            first = False
            for screen in self.screen_stack:
                if isinstance(screen, LobbiesScreen):
                    screen.show()

    # The ways to play

    @on(HomeScreen.Chosen)
    def _way_chosen(self, event: HomeScreen.Chosen) -> None:
        self.choose(event.way)

    def choose(self, way: Way) -> None:
        """Go a way to play."""
        if self._home.is_busy and way != "quit":
            return  # a game is about to begin, and would come over whatever is opened now
        ways: dict[Way, Callable[[], object]] = {
            "here": self._visit_here,
            "resume": self._resume,
            "bots": self._play_bots,
            "host": self._host,
            "join": partial(self._join_by_link, watching=False),
            "watch": partial(self._join_by_link, watching=True),
            "learn": lambda: self.push_screen(self._lessons()),
            "record": lambda: self.push_screen(RecordsScreen(records_folder())),
            "name": self._change_name,
            "settings": self.action_settings,
            "quit": lambda: self.run_worker(self.action_quit()),
        }
        ways[way]()

    def action_settings(self) -> None:
        """Show the settings."""
        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self), lambda _: self._show_home())

    @work
    async def _change_name(self) -> None:
        await self._ask_name()

    @work
    async def _play_bots(self) -> None:
        await self._bot_game()

    async def _bot_game(self, map_file: str = "") -> None:
        choice = await self.push_screen_wait(BotsScreen(map_file))
        if choice is None:
            return
        game = BotGame(choice.levels, map=choice.map, options=choice.options)
        session = await self._enter(Serving(pace=_BOT_PACE), self._player)
        if session is not None and await self._deal(session, game):
            await self._sit(session)

    def _lessons(self) -> LearnScreen:
        return LearnScreen(Progress(self._profile.folder), self.settings.name)

    @work
    async def _resume(self) -> None:
        if self.session is not None:
            await self._sit(self.session)

    async def _sit(self, session: Session) -> None:
        """Be at the table; keep a game that goes on for coming back to it."""
        await self.push_screen_wait(TableScreen(session.client, session.table))
        if not playing_bots(session):
            await self.leave()
        self._show_home()

    @work
    async def _host(self) -> None:
        session = await self.push_screen_wait(
            HostScreen(self._profile.folder.name, PORT, self._open_lobby)
        )
        if session is not None:
            await self._be_in_lobby(session)

    async def _open_lobby(self, serving: Serving) -> Session:
        return await self._begin_at(serving, self._player)

    @work
    async def _visit_here(self) -> None:
        only = self._around.only_familiar()
        visit = Visit(only) if only else await self.push_screen_wait(LobbiesScreen(self._around))
        if visit is None:
            return
        self._around.remember(visit.lobby)
        link = visit.lobby.link
        if link.broker.user:  # its password is asked for
            await self._ask_link(watching=visit.watching, link=str(link))
        else:
            await self._join(Invitation(link), watching=visit.watching)

    @work
    async def _join_by_link(self, *, watching: bool) -> None:
        await self._ask_link(watching=watching)

    async def _ask_link(self, *, watching: bool, link: str = "") -> None:
        screen = WatchScreen(link) if watching else JoinScreen(link)
        invitation = await self.push_screen_wait(screen)
        if invitation is not None:
            await self._join(invitation, watching=watching)

    async def _join(self, invitation: Invitation, *, watching: bool) -> None:
        await self.leave()
        try:
            player = spectator() if watching else self._player()
        except TroubleError as trouble:
            self._tell(str(trouble))
            return
        link, password = invitation.link, invitation.password
        self.session = await join(link, player, password=password, watching=watching)
        await self._be_in_lobby(self.session)

    async def _be_in_lobby(self, session: Session) -> None:
        await self.push_screen_wait(LobbyScreen(session, Seen(self._profile.folder / "seen.json")))
        await self.leave()

    async def _show_demo(self) -> None:
        session = await self._enter(Serving(pace=DEMO_PACE), spectator)
        if session is not None and await self._deal(session, DEMO_GAME):
            await self.push_screen_wait(TableScreen(session.client, session.table, watching=True))
            self.exit()

    # Being somewhere

    def _player(self) -> Player:
        return Player(self._profile.player_key(), self.settings.name)

    async def _enter(self, serving: Serving, who: Callable[[], Player]) -> Session | None:
        """Start a server of one's own and go there; say so when that fails."""
        self._home.busy("Starting the server …")
        try:
            return await self._begin_at(serving, who)
        except (TroubleError, ConnectionEndedError) as trouble:
            self._tell(str(trouble))
            return None
        finally:
            self._home.busy("")

    async def _begin_at(self, serving: Serving, who: Callable[[], Player]) -> Session:
        """Start a server of one's own and go there.

        Raises:
            TroubleError: the server could not start, or the player's key cannot be read.
            ConnectionEndedError: the server was there, and has gone.
        """
        await self.leave()
        session = await host(serving, who())
        try:
            await session.client.ready()
        except BaseException:  # the player may have had enough of waiting
            await session.close()
            raise
        self.session = session
        self._show_home()
        return session

    async def _deal(self, session: Session, game: BotGame) -> bool:
        try:
            session.table = await open_bot_game(session.client, game)
            await start(session.client, session.table)
        except (RefusedError, ConnectionEndedError) as refusal:
            await self.leave()
            self._tell(str(refusal))
            return False
        return True

    def _tell(self, sentence: str) -> None:
        self.notify(sentence, title="That did not work", severity="error", timeout=20)

    async def leave(self) -> None:
        """Leave the lobby one is in, if any; a server of one's own ends."""
        session, self.session = self.session, None
        self._show_home()
        if session is not None:
            await session.close()

    # The end

    async def action_quit(self) -> None:
        """Quit; ask first where that costs something, but do not ask twice."""
        cost = cost_of_quitting(self.session)
        if not cost or isinstance(self.screen, QuitScreen):
            self.exit()
        else:
            self.push_screen(QuitScreen(cost), self._quit_if)

    def _quit_if(self, answer: bool | None) -> None:
        if answer:
            self.exit()

    def _fatal_error(self) -> None:
        """End on a bug with a clean terminal: what to do, and nothing of what is in memory."""
        logger.critical("a bug has ended the app", exc_info=self._exception)
        self.panic(
            Text(
                "siam: a bug in this program has ended it. Start it again: a lobby keeps your "
                f"seat.\nWhat happened is written in {log_file('app')}; please report it.",
            )
        )
