"""The app: which screen follows which, and the lobby one is in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from client import ConnectionEndedError, RefusedError
from siam_tui.bot_game import BotGame, open_bot_game, start
from siam_tui.demo import GAME as DEMO_GAME
from siam_tui.demo import PACE as DEMO_PACE
from siam_tui.framed import AskScreen
from siam_tui.help import HelpScreen
from siam_tui.home import HomeScreen, Way
from siam_tui.host import HostScreen
from siam_tui.join import Invitation, JoinScreen
from siam_tui.lobby import LobbyScreen
from siam_tui.name import NameScreen
from siam_tui.new_table import BotsScreen
from siam_tui.places import log_file
from siam_tui.private_server import Serving
from siam_tui.profiles import Profile
from siam_tui.session import Player, Session, host, join, spectator
from siam_tui.start import Start
from siam_tui.table.screen import TableScreen
from siam_tui.theme import DARK, LIGHT
from siam_tui.trouble import TroubleError

logger = logging.getLogger(__name__)

PORT = 1883
_BOT_PACE = 0.6


class SiamApp(App[None]):
    """King of Siam in the terminal."""

    TITLE = "King of Siam"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, system=True),
    ]

    def __init__(self, profile: Profile, begin: Start) -> None:
        """Prepare.

        Args:
            profile: who plays.
            begin: where to begin.
        """
        super().__init__()
        self._profile = profile
        self._begin = begin
        self._player_name = begin.name or profile.player_name()
        self._home = HomeScreen()
        self.session: Session | None = None

    def get_default_screen(self) -> Screen[None]:
        """Return the screen behind all others."""
        return self._home

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what one can do from anywhere."""
        yield from super().get_system_commands(screen)
        if screen is self._home:
            for title, way, about in _COMMANDS:
                yield SystemCommand(title, about, partial(self.choose, way))
        yield SystemCommand("Help", "Ways to play, and the keys", self.action_help)

    async def on_mount(self) -> None:
        """Show the first screens."""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name
        self._show_home()
        self._open_first()

    @work
    async def _open_first(self) -> None:
        begin = self._begin
        if begin.name:
            self._profile.remember_name(begin.name)
        if begin.demo:
            await self._show_demo()
            return
        if not begin.watching:
            await self._ask_name_if_unknown()
        if begin.link is not None:
            await self._join(Invitation(begin.link, begin.password), watching=begin.watching)

    async def _ask_name_if_unknown(self) -> None:
        while not self._player_name:
            await self._ask_name()

    async def _ask_name(self) -> None:
        name = await self.push_screen_wait(NameScreen(self._player_name))
        if name and name != self._player_name:
            try:
                self._profile.remember_name(name)
            except TroubleError as trouble:
                self.notify(str(trouble), severity="warning")
            self._player_name = name
        self._show_home()

    def _show_home(self) -> None:
        if not self.is_running:
            return  # the screens are gone already, only a server is still to be ended
        self._home.show(self._player_name, resumable=self.session is not None)

    # The ways to play

    @on(HomeScreen.Chosen)
    def _way_chosen(self, event: HomeScreen.Chosen) -> None:
        self.choose(event.way)

    def choose(self, way: Way) -> None:
        """Go a way to play."""
        match way:
            case "resume":
                self._resume()
            case "bots":
                self._play_bots()
            case "host":
                self._host()
            case "join" | "watch":
                self._join_by_link(watching=way == "watch")
            case "name":
                self._change_name()
            case "quit":
                self._quit()

    @work
    async def _change_name(self) -> None:
        await self._ask_name()

    @work
    async def _play_bots(self) -> None:
        choice = await self.push_screen_wait(BotsScreen())
        if choice is None:
            return
        game = BotGame(choice.levels, map=choice.map, options=choice.options)
        session = await self._enter(Serving(pace=_BOT_PACE), self._player)
        if session is not None and await self._deal(session, game):
            await self._sit(session)

    @work
    async def _resume(self) -> None:
        if self.session is not None:
            await self._sit(self.session)

    async def _sit(self, session: Session) -> None:
        """Be at the table; keep a game that goes on for coming back to it."""
        await self.push_screen_wait(TableScreen(session.client, session.table))
        if not _still_playing(session):
            await self.leave()
        self._show_home()

    @work
    async def _host(self) -> None:
        serving = await self.push_screen_wait(HostScreen(self._profile.folder.name, PORT))
        if serving is None:
            return
        session = await self._enter(serving, self._player)
        if session is not None:
            await self._be_in_lobby(session)

    @work
    async def _join_by_link(self, *, watching: bool) -> None:
        invitation = await self.push_screen_wait(JoinScreen(watching=watching))
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
        await self.push_screen_wait(LobbyScreen(session))
        await self.leave()

    async def _show_demo(self) -> None:
        session = await self._enter(Serving(pace=DEMO_PACE), spectator)
        if session is not None and await self._deal(session, DEMO_GAME):
            await self.push_screen_wait(TableScreen(session.client, session.table, watching=True))
            self.exit()

    # Being somewhere

    def _player(self) -> Player:
        return Player(self._profile.player_key(), self._player_name)

    async def _enter(self, serving: Serving, who: Callable[[], Player]) -> Session | None:
        """Start a server of one's own and go there; say so when that fails."""
        await self.leave()
        self._home.busy("Starting the server …")
        try:
            self.session = await host(serving, who())
            await self.session.client.ready()
        except (TroubleError, ConnectionEndedError) as trouble:
            await self.leave()
            self._tell(str(trouble))
        finally:
            self._home.busy("")
        return self.session

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

    # Help, and the end

    def action_help(self) -> None:
        """Show the ways to play, and the keys."""
        self.push_screen(HelpScreen())

    @work
    async def _quit(self) -> None:
        if self.session is None:
            self.exit()
            return
        question = "Your game against the bots is not over. It is lost when you quit."
        if await self.push_screen_wait(AskScreen(question, "Quit", "Stay")):
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


_COMMANDS: tuple[tuple[str, Way, str], ...] = (
    ("Play against bots", "bots", "Two to four at the table, at once"),
    ("Host a lobby", "host", "Others join you by a link"),
    ("Join by link", "join", "Take a seat where others play"),
    ("Watch", "watch", "Look on by link, without a seat"),
    ("Change your name", "name", "What others call you"),
)


def _still_playing(session: Session) -> bool:
    state = session.client.table(session.table)
    return (
        state is not None
        and state.status == "running"
        and any(
            seat.player == session.client.me and seat.holder == "person" for seat in state.seats
        )
    )
