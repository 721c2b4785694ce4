"""Which screen follows which, from home to a table and back.

Loaded when a line of home's menu is chosen: home is drawn before the network, the rules and the
other screens are loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from client import ConnectionEndedError, RefusedError
from games.registry import spec_of
from protocol.ports import MQTT_PORT
from siam_tui.app.game_choice import GameChoiceScreen
from siam_tui.discovery.lobby_discovery import LobbyDiscovery
from siam_tui.discovery.screen import LobbiesScreen, Visit
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.learn.list import LearnScreen
from siam_tui.lobby.bot_game import (
    DEMO_PACE,
    NewTable,
    demo_game,
    open_bot_game,
    play_bot_game,
    start_game,
)
from siam_tui.lobby.host import HostScreen
from siam_tui.lobby.join import Invitation, JoinScreen, WatchScreen
from siam_tui.lobby.last_bots import LastBots
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.quitting_cost import GAME_ABANDONED, playing_bots
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session import Player, Session, host, join, spectator
from siam_tui.model.replay import Replay
from siam_tui.practice.list import PracticeScreen
from siam_tui.profile.key_files import read_key
from siam_tui.profile.last_game import LastGame
from siam_tui.profile.last_seen import LastSeen
from siam_tui.profile.paths import records_folder
from siam_tui.profile.private_tables import PrivateTables
from siam_tui.profile.user_error import UserError
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.dialog import AskScreen

if TYPE_CHECKING:
    from games.record import Record
    from protocol.keys import SecretKey
    from protocol.links import Link
    from siam_tui.app.app import SiamApp
    from siam_tui.model.door_visit import DoorVisit

_BOT_PACE = 0.6


class Navigator:
    """Opens the screens behind home's menu; each method returns when home is shown again."""

    def __init__(self, app: SiamApp) -> None:
        self._app = app
        self._last_game = LastGame(app.profile.folder)

    async def watch_record(self, record: Record) -> None:
        """Step through one record."""
        await self._app.push_screen_wait(ReplayScreen(Replay.of(record)))

    async def records(self) -> None:
        """Show the records that were saved."""
        await self._app.push_screen_wait(RecordsScreen(records_folder()))

    async def learn(self, game: str = "") -> None:
        """Show the lessons of a game, which is asked for if it is not given."""
        app = self._app
        chosen = await self._choose_game("Tutorial", game, "lessons")
        if chosen is not None and (lessons := ui_of(chosen).lessons):
            screen = LearnScreen(chosen, lessons, app.profile.folder, app.settings.name)
            await app.push_screen_wait(screen)

    async def practice(self, game: str = "") -> None:
        """Show the puzzles of a game, which is asked for if it is not given."""
        app = self._app
        chosen = await self._choose_game("Practice", game, "puzzles")
        if chosen is not None and (puzzles := ui_of(chosen).puzzles):
            screen = PracticeScreen(puzzles, app.profile.folder, app.settings.name)
            await app.push_screen_wait(screen)

    async def _choose_game(self, title: str, given: str, wanted: str) -> str | None:
        """Return the game that was given or the only one, or let the person choose.

        Args:
            title: what the games are chosen for.
            given: the short name of the game that was given; may be empty.
            wanted: what the game must have: an attribute of its `GameUI`.
        """
        games = [name for name in shown_games() if getattr(ui_of(name), wanted)]
        if given and given not in games:
            self._app.show_error(f"{spec_of(given).title} has no {wanted} yet.")
            return None
        if given or len(games) == 1:
            return given or games[0]
        last = self._last_game
        chosen = await self._app.push_screen_wait(GameChoiceScreen(title, games, last.name))
        if chosen is not None:
            last.remember(chosen)
        return chosen

    async def bot_game(self, map_file: str = "") -> None:
        """Play against bots."""
        if not await self._may_abandon_game():
            return
        screen = BotsScreen(self._last_game, LastBots(self._app.profile.folder), map_file)
        game = await self._app.push_screen_wait(screen)
        if game is None:
            return
        if self._app.visit is not None:
            await self._visit_with_bots(self._app.visit, game)
            return
        session = await self._start_server(Serving(pace=_BOT_PACE), self._player)
        if session is not None and await self._start_bot_game(session, game):
            await self._show_table(session)

    async def resume(self) -> None:
        """Go on with the game against bots."""
        if self._app.session is not None:
            await self._show_table(self._app.session)

    async def host(self) -> None:
        """Serve a lobby and show it."""
        if not await self._may_abandon_game():
            return
        profile = self._app.profile.folder.name
        session = await self._app.push_screen_wait(HostScreen(profile, MQTT_PORT, self._open_lobby))
        if session is not None:
            await self._show_lobby(session)

    async def visit_here(self, discovery: LobbyDiscovery) -> None:
        """Go to a lobby on this computer: to the only one there is, if the player knows it."""
        only = discovery.only_familiar()
        visit = Visit(only) if only else await self._app.push_screen_wait(LobbiesScreen(discovery))
        if visit is None:
            return
        discovery.trust_lobby(visit.lobby)
        link = visit.lobby.link
        if link.broker.user:  # its password is asked for
            await self.join_by_link(watching=visit.watching, link=str(link))
        else:
            await self._join(Invitation(link), watching=visit.watching)

    async def visit_again(self) -> None:
        """Go back to the lobby that a visitor came for."""
        if self._app.visit is not None:
            await self.visit_lobby(self._app.visit, self._app.visit.link.to_lobby())

    async def visit_lobby(self, visit: DoorVisit, link: Link) -> None:
        """Go to the lobby of a visit, or to a table of it.

        Args:
            visit: how the visitor came.
            link: where to go.
        """
        await self._join(Invitation(link, visit.password), watching=visit.watching)

    async def _visit_with_bots(self, visit: DoorVisit, game: NewTable) -> None:
        """Open a table with bots in the lobby, and go there: a visitor has no server."""
        app = self._app
        app.home.busy("Opening a table in the lobby …")
        link = visit.link.to_lobby()
        session = await join(link, self._player(), password=visit.password)
        try:
            await session.client.ready()
            table = await open_bot_game(session.client, game)
            await start_game(session.client, table)
        except (RefusedError, ConnectionEndedError) as error:
            await session.close()
            app.show_error(str(error))
            return
        finally:
            app.home.busy("")
        session.visit, session.link = visit, link.to_table(table)
        app.session = session
        await self._show_lobby(session)

    async def join_by_link(self, *, watching: bool, link: str = "") -> None:
        """Ask for a link, and go there."""
        screen = WatchScreen(link) if watching else JoinScreen(link)
        invitation = await self._app.push_screen_wait(screen)
        if invitation is not None:
            await self._join(invitation, watching=watching)

    async def join_link(self, link: Link, password: str | None, *, watching: bool) -> None:
        """Go to the lobby or table of a link."""
        await self._join(Invitation(link, password), watching=watching)

    async def _join(self, invitation: Invitation, *, watching: bool) -> None:
        app = self._app
        if not await self._may_abandon_game():
            return
        await app.leave()
        try:
            player = spectator() if watching else self._player()
        except UserError as error:
            app.show_error(str(error))
            return
        link, password = invitation.link, invitation.password
        app.session = await join(link, player, password=password, watching=watching)
        app.session.visit = app.visit
        await self._show_lobby(app.session)

    async def demo(self) -> None:
        """Watch bots play; the app ends with the game."""
        app = self._app
        session = await self._start_server(Serving(pace=DEMO_PACE), spectator)
        if session is not None and await self._start_bot_game(
            session, demo_game(self._last_game.name)
        ):
            await app.push_screen_wait(TableScreen(session.client, session.table, watching=True))
            app.exit()

    async def _may_abandon_game(self) -> bool:
        """Return whether there is no game against bots, or the player abandons it."""
        if self._app.session is None:
            return True
        return await self._app.push_screen_wait(AskScreen(GAME_ABANDONED, "Abandon it", "Keep it"))

    # Lobbies and tables

    async def _show_table(self, session: Session) -> None:
        """Show the table of a game against bots; keep the session while the game goes on."""
        screen = TableScreen(session.client, session.table, waits=True)
        screen.coach.memory = session.memory
        await self._app.push_screen_wait(screen)
        session.memory = screen.coach.memory
        if not playing_bots(session):
            await self._app.leave()
        self._app.show_home()

    async def _show_lobby(self, session: Session) -> None:
        folder, link = self._app.profile.folder, session.link
        private = PrivateTables.in_profile(folder)
        private.add_from_link(session.client, link)
        seen = LastSeen(folder / "seen.json")
        screen = LobbyScreen(session, seen, private, self._server_key(link), self._last_game)
        await self._app.push_screen_wait(screen)
        await self._app.leave()

    def _server_key(self, link: Link) -> SecretKey | None:
        """Return the key of a lobby's server, if this profile has it and so owns the lobby."""
        try:
            key = read_key(self._app.profile.key_file("server"))
        except (FileNotFoundError, UserError):
            return None
        return key if key.public == link.server else None

    def _player(self) -> Player:
        profile = self._app.profile
        return Player(profile.player_key(), self._app.settings.name, profile.folder)

    async def _open_lobby(self, serving: Serving) -> Session:
        return await self._host_and_connect(serving, self._player)

    async def _start_server(self, serving: Serving, who: Callable[[], Player]) -> Session | None:
        """Start a private server and connect to it; on failure say why, and return None."""
        self._app.home.busy("Starting the server …")
        try:
            return await self._host_and_connect(serving, who)
        except (UserError, ConnectionEndedError) as error:
            self._app.show_error(str(error))
            return None
        finally:
            self._app.home.busy("")

    async def _host_and_connect(self, serving: Serving, who: Callable[[], Player]) -> Session:
        """Start a private server and connect to it.

        Raises:
            UserError: the server could not start, or the player's key cannot be read.
            ConnectionEndedError: the server has ended meanwhile.
        """
        await self._app.leave()
        session = await host(serving, who())
        try:
            await session.client.ready()
        except BaseException:  # the player may have cancelled
            await session.close()
            raise
        self._app.session = session
        self._app.show_home()
        return session

    async def _start_bot_game(self, session: Session, game: NewTable) -> bool:
        try:
            await play_bot_game(session, game)
        except UserError as error:
            await self._app.leave()
            self._app.show_error(str(error))
            return False
        return True
