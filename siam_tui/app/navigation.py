"""Which screen follows which, from home to a table and back.

Loaded when a line of home's menu is chosen: home is drawn before the network, the rules and the
other screens are loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from client.changes import Status
from client.errors import ConnectionEndedError, RefusedError
from siam_tui.app.playing_app import PlayingApp
from siam_tui.app.session_screens import show_lobby, show_table
from siam_tui.app.study import show_lessons, show_puzzles
from siam_tui.app.waiting_screen import WaitingScreen
from siam_tui.discovery.lobby_discovery import LobbyDiscovery
from siam_tui.discovery.screen import LobbiesScreen, Visit
from siam_tui.discovery.search import usual_lobby_name
from siam_tui.learn.lesson_offer import offer_lessons
from siam_tui.lobby.bot_game import (
    LastBots,
    NewTable,
    open_bot_game,
    play_bot_game,
    resume_bot_game,
    start_game,
)
from siam_tui.lobby.left_seat import cost_of_another_game, serving_of, tell_away
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.private_server import Serving, usual_port
from siam_tui.lobby.session import EarlySession, Player, Session, host, join, spectator
from siam_tui.lobby.session_forms import HostScreen, Invitation, JoinScreen, WatchScreen
from siam_tui.lobby.waiting_games import KeptGame, KeptGames
from siam_tui.model.game_library import keeper_of
from siam_tui.model.replay import Replay
from siam_tui.profile.invitations import read_broker, read_link
from siam_tui.profile.key_files import spectator_key
from siam_tui.profile.remembered_games import LastGame, OpenSeat
from siam_tui.profile.user_error import UserError
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.screen import ReplayScreen
from texts import tell

if TYPE_CHECKING:
    from games.record import Record
    from protocol.links import Link
    from siam_tui.model.start import DoorVisit

_BOT_PACE = 0.6
_PATIENCE = 0.5
"""Seconds after which it is said that the games are still being read."""


class Navigator:
    """Opens the screens behind home's menu; each method returns when home is shown again."""

    def __init__(self, app: PlayingApp) -> None:
        self._app = app
        self._last_game = LastGame(app.profile.folder)
        self._kept_games = KeptGames(app.profile.folder)

    async def watch_record(self, record: Record) -> None:
        """Step through one record."""
        await self._app.push_screen_wait(ReplayScreen(Replay.of(record)))

    async def records(self, words: str = "") -> None:
        """Show the games that the player finds again; those with some words, if there are any.

        They are read before the screen is opened, so that keys typed meanwhile act there.
        """
        app = self._app
        if app.session is not None and app.session.followed is not None:
            await app.session.followed.settle()
        reading = asyncio.create_task(asyncio.to_thread(app.library().list_games))
        await asyncio.wait([reading], timeout=_PATIENCE)
        if reading.done():
            shelf = await reading
        else:
            app.home.busy(tell("app/busy/games"))
            shelf = await reading
            app.home.busy("")
        await app.push_screen_wait(RecordsScreen(shelf, words))

    async def learn(self, game: str = "") -> None:
        """Show the lessons of a game, which is asked for if it is not given."""
        await show_lessons(self._app, game)

    async def practice(self, game: str = "") -> None:
        """Show the puzzles of a game, which is asked for if it is not given."""
        await show_puzzles(self._app, game)

    async def bot_game(self, map_file: str = "") -> None:
        """Play against bots."""
        if self._app.visit is not None:
            await self._visit_with_bots(self._app.visit, map_file)
            return
        last_bots = LastBots(self._app.profile.folder)
        opening = partial(host, self._bot_serving(), standby=self._app.standby)
        async with EarlySession(opening, self._player) as early:
            self._app.early = early
            deal = partial(self._deal, early)
            screen = BotsScreen(self._last_game, last_bots, deal, early.start, map_file)
            screen.cost = self._cost_of_game
            session = await self._ask_for_bots(screen, last_bots)
        await self._leave_bots_form(screen, session, partial(show_table, self._app))

    async def _ask_for_bots(self, screen: BotsScreen, last_bots: LastBots) -> Session | None:
        """Show the form against bots, which offers the tutorial to who is new to a game."""
        screen.offer = partial(offer_lessons, last_bots.has_played, self._app.profile.folder)
        return await self._app.push_screen_wait(screen)

    async def _leave_bots_form(
        self,
        screen: BotsScreen,
        session: Session | None,
        show: Callable[[Session], Awaitable[None]],
    ) -> None:
        """Show the game that was begun on the form, or the tutorial that was asked for there."""
        if session is not None:
            await show(session)
        elif screen.game_to_learn:
            await self.learn(screen.game_to_learn)

    def _bot_serving(self) -> Serving:
        """Return how to serve a new game against bots, which is kept until it is over."""
        return Serving(pace=_BOT_PACE, kept=self._kept_games.new_folder())

    async def _deal(self, early: EarlySession, game: NewTable) -> Session:
        """Begin a game against bots.

        Raises:
            UserError: the server could not start, or the lobby refused.
            ConnectionEndedError: the server has ended meanwhile.
        """
        session = await early.opened()
        try:
            await play_bot_game(session, game)
        except BaseException:  # the player may have cancelled
            await early.close()
            raise
        await self._app.leave()
        self._app.session = session
        if session.kept is not None:
            self._kept_games.make_room(session.kept)
        early.release()
        self._app.show_home()
        self._app.home.busy(tell("app/busy/table"))
        return session

    async def resume(self, game: str = "") -> None:
        """Go on with a game that waits.

        Args:
            game: its key; empty to choose it if several wait.
        """
        games = self._app.waiting_games()
        chosen = next((each for each in games if each.key == game), None)
        if chosen is None and len(games) == 1:
            chosen = games[0]
        if chosen is None:
            screen = WaitingScreen(self._app)
            chosen = await self._app.push_screen_wait(screen)
            self._app.show_home()
        if chosen is None:
            return
        if chosen.seat is not None:
            await self._go_on_in_lobby(chosen.seat)
        elif chosen.kept is not None:
            session = self._app.session
            if session is None or session.kept != chosen.kept.folder:
                await self._start_kept(chosen.kept)
            if self._app.session is not None:
                await show_table(self._app, self._app.session)

    async def _start_kept(self, kept: KeptGame) -> None:
        """Start the server of a kept game; the game played before is kept as well."""
        self._app.home.busy(tell("app/busy/server"))
        await self._app.leave()
        try:
            self._app.session = await resume_bot_game(
                kept, self._player(), _BOT_PACE, self._app.standby
            )
        except UserError as error:
            self._app.show_error(str(error))
        finally:
            self._app.home.busy("")
            self._app.show_home()

    async def _go_on_in_lobby(self, seat: OpenSeat) -> None:
        """Go back to a seat; a lobby that the player hosted is opened again for it."""
        if seat.serving is not None:
            await self._open_again(seat)
            return
        try:
            link = read_link(seat.link)
        except UserError as error:  # the file was changed by hand
            self._app.show_error(str(error))
            return
        await self._join(Invitation(link), watching=False, awaited=tell_away(seat))

    async def _open_again(self, seat: OpenSeat) -> None:
        """Serve a lobby as it was served before, and show the table with the seat.

        If that fails or needs a password, the form asks how to serve.
        """
        serving, session = serving_of(seat, self._app.profile), None
        if not (serving.broker and read_broker(serving.broker).user):
            self._app.home.busy(tell("app/busy/lobby"))
            try:
                session = await self._open_lobby(serving)
            except (UserError, ConnectionEndedError) as error:
                self._app.show_error(str(error))
            finally:
                self._app.home.busy("")
        session = session or await self._ask_how_to_serve(serving)
        if session is not None:
            session.first_table = seat.table
            await self._show_lobby(session)

    async def host(self) -> None:
        """Serve a lobby and show it."""
        session = await self._ask_how_to_serve(None)
        if session is not None:
            await self._show_lobby(session)

    async def _ask_how_to_serve(self, proposed: Serving | None) -> Session | None:
        """Return the session in a lobby that the player opens; propose how it was served before."""
        profile = self._app.profile.folder.name
        usual = usual_lobby_name(self._app.settings.name)
        screen = HostScreen(profile, usual_port(), self._open_lobby, usual, proposed)
        return await self._app.push_screen_wait(screen)

    async def visit_here(self, discovery: LobbyDiscovery) -> None:
        """Go to a lobby near the player: to the only one there is, if the player knows it."""
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

    async def _visit_with_bots(self, visit: DoorVisit, map_file: str) -> None:
        """Ask for a game with bots, and play it in the lobby: a visitor has no server."""
        last_bots, deal = LastBots(self._app.profile.folder), partial(self._deal_in_lobby, visit)
        screen = BotsScreen(self._last_game, last_bots, deal, lambda: None, map_file)
        session = await self._ask_for_bots(screen, last_bots)
        if session is not None:
            self._app.session = session
        await self._leave_bots_form(screen, session, self._show_lobby)

    async def _deal_in_lobby(self, visit: DoorVisit, game: NewTable) -> Session:
        """Open a table with bots in the lobby of a visit, and begin the game.

        Raises:
            UserError: the lobby refused.
            ConnectionEndedError: the lobby has ended meanwhile.
        """
        link = visit.link.to_lobby()
        session = await join(link, self._player(), password=visit.password)
        try:
            await session.client.ready()
            table = await open_bot_game(session.client, game)
            await start_game(session.client, table)
        except BaseException as error:  # the player may have cancelled
            await session.close()
            if isinstance(error, RefusedError):
                raise UserError(str(error)) from error
            raise
        session.visit, session.link = visit, link.to_table(table)
        self._app.home.busy(tell("app/busy/table"))
        return session

    async def join_by_link(self, *, watching: bool, link: str = "", refusal: str = "") -> None:
        """Ask for a link, and go there.

        Args:
            watching: whether to go there as a spectator.
            link: the link to propose.
            refusal: why the broker refused the last password; empty for the first attempt.
        """
        screen = (WatchScreen if watching else JoinScreen)(link, refusal)
        invitation = await self._app.push_screen_wait(screen)
        if invitation is not None:
            await self._join(invitation, watching=watching)

    async def join_link(self, link: Link, password: str | None, *, watching: bool) -> None:
        """Go to the lobby or table of a link."""
        await self._join(Invitation(link, password), watching=watching)

    async def _join(self, invitation: Invitation, *, watching: bool, awaited: str = "") -> None:
        app = self._app
        await app.leave()
        try:
            player = self._spectator() if watching else self._player()
        except UserError as error:
            app.show_error(str(error))
            return
        link, password = invitation.link, invitation.password
        app.session = session = await join(link, player, password=password, watching=watching)
        session.visit, session.awaited = app.visit, awaited
        await self._show_lobby(session)
        if session.client.status is Status.LOGIN_REFUSED:
            refusal = session.client.trouble
            await self.join_by_link(watching=watching, link=str(link), refusal=refusal)

    def _cost_of_game(self, _game: str) -> str:
        """Return what a new game against bots costs: the oldest one, if very many wait."""
        oldest = self._kept_games.next_to_go()
        return cost_of_another_game(oldest) if oldest is not None else ""

    async def _show_lobby(self, session: Session) -> None:
        await show_lobby(self._app, session, self._last_game)

    def _player(self) -> Player:
        profile, settings = self._app.profile, self._app.settings
        games = keeper_of(profile.folder, settings.games, self._app.tell_not_kept)
        return Player(profile.player_key(), settings.name, profile.folder, games)

    def _spectator(self) -> Player:
        folder = self._app.profile.folder
        return spectator(self._app.settings.name, spectator_key(folder))

    async def _open_lobby(self, serving: Serving) -> Session:
        """Start a server for others and connect to it.

        Raises:
            UserError: the server could not start, or the player's key cannot be read.
            ConnectionEndedError: the server has ended meanwhile.
        """
        await self._app.leave()
        kept = replace(serving, store=self._app.profile.lobby_store_file())
        self._app.session = session = await host(kept, self._player(), self._app.standby)
        self._app.show_home()
        return session
