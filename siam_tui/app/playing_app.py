"""An app with a player, home, and the lobby the player is in: what the screens behind home use."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from siam_tui.app.error_net import ErrorNetApp
from siam_tui.app.home import ROOM_FOR_GAME, HomeScreen
from siam_tui.app.name import NameScreen
from siam_tui.app.typed_ahead import TypedAhead
from siam_tui.lobby.waiting_games import WaitingGame, tell_briefly, waiting_games
from siam_tui.model.start import DoorVisit, Start
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import OpenSeats
from texts import tell

if TYPE_CHECKING:  # what home does not need is loaded when home is left
    from siam_tui.lobby.session import EarlySession, Session
    from siam_tui.lobby.standby import Standby
    from siam_tui.model.game_library import GameLibrary


class PlayingApp(ErrorNetApp):
    """The app without its keys and menu.

    Attributes:
        home: the screen behind all others.
        session: the lobby the player is in, if any.
        early: the session of the game that may be dealt next, if any.
        standby: a server that is loaded before it is needed; None loads none.
        visit: the lobby that a visitor of this computer came for, if this is one.
    """

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
        self._painted = asyncio.Event()
        self.session: Session | None = None
        self.early: EarlySession | None = None
        self.standby: Standby | None = None

    @property
    def is_shown(self) -> bool:
        """Whether home has been drawn."""
        return self._painted.is_set()

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
        games = self.waiting_games()
        waiting = {each.key: tell_briefly(each, ROOM_FOR_GAME) for each in games}
        self.home.show(self.settings.name, waiting)

    def waiting_games(self) -> list[WaitingGame]:
        """Return the games that the player can go on with; a visitor finds theirs in the lobby."""
        if self.visit is not None:
            return []
        playing = self.session.kept_game if self.session is not None else None
        return waiting_games(self.profile.folder, playing)

    def library(self) -> GameLibrary:
        """Return the games that the player finds again."""
        from siam_tui.model.game_library import library_of

        return library_of(self.profile.folder, self.settings.games, self._begin.list_hosted)

    def show_error(self, sentence: str) -> None:
        """Notify the player of what did not work."""
        self.notify(sentence, title=tell("app/not-done"), severity="error", timeout=20)

    def tell_not_kept(self, sentence: str) -> None:
        """Notify the player that a game that has ended could not be kept."""
        self.notify(sentence, title=tell("app/your-game"), severity="error", timeout=60)

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
