"""Where the person of text mode is: at home, in a lobby, or at a table of it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from client.errors import ConnectionEndedError, LoginRefusedError
from siam_tui.lobby.left_seat import cost_of_quitting_in_text, note_left_seats, noting_seats
from siam_tui.lobby.session import ANSWER_SECONDS, Player, Session, join, tell_patience
from siam_tui.lobby.session_forms import Invitation
from siam_tui.model.start import DoorVisit
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.lobby_dialogue import LobbyDialogue
from siam_tui.plain.own_name import ask_again
from siam_tui.plain.table_dialogue import TableDialogue
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastGame, OpenSeats
from siam_tui.profile.table_secrets import PrivateTables
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.wrapped_text import WholeLine
from siam_tui.ui.invitation import is_link
from texts import tell


@dataclass(frozen=True, slots=True)
class Destination:
    """Where to go by a link.

    Attributes:
        invitation: the link, and the broker's password.
        watching: whether the person only watches there.
        visit: how they came, if this program runs on the host's computer.
        awaited: what to tell while the lobby of a game that waits does not answer.
    """

    invitation: Invitation
    watching: bool
    visit: DoorVisit | None = None
    awaited: str = ""


@dataclass(slots=True)
class Whereabouts:
    """Takes the person to places; at home there is neither conversation, lobby nor table.

    Attributes:
        profile: who plays.
        io: where lines are read and written.
        last_game: the game that they chose last.
        conversation: the connection to the lobby.
        lobby: the lobby.
        table: the table, if they are at one.
    """

    profile: Profile
    io: LineIO
    last_game: LastGame
    conversation: LobbyConversation | None = None
    lobby: LobbyDialogue | None = None
    table: TableDialogue | None = None
    _leaving: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def enter_lobby(self, session: Session, *, to_lobby: bool = True) -> None:
        """Go to a lobby once it answers; a script waits only for a while.

        Raises:
            LoginRefusedError: its broker refuses the user or the password.
            UserError: it does not answer, or refuses.
        """
        within = None if self.io.interactive else ANSWER_SECONDS
        patience = tell("plain/tries-on") if within is None else tell_patience(within)
        conversation = LobbyConversation(session, self.io, patience)
        private = PrivateTables.in_profile(self.profile.folder)
        private.add_from_link(session.client, session.link)
        self._leaving.push_async_callback(session.close)
        seats = OpenSeats(self.profile.folder)
        self._leaving.callback(note_left_seats, seats, session)
        await self._leaving.enter_async_context(noting_seats(seats, session))
        await self._leaving.enter_async_context(conversation.listening())
        keeping = asyncio.create_task(private.keep_proven_key(session.client, session.link))
        self._leaving.callback(keeping.cancel)
        try:
            await session.client.ready(within)
        except ConnectionEndedError as error:
            await self.go_home()
            if isinstance(error, LoginRefusedError):
                raise
            raise UserError(str(error)) from error
        self.conversation = conversation
        self.lobby = LobbyDialogue(conversation, private, self.last_game)
        if to_lobby:
            conversation.reporter = self.lobby
            await self.lobby.arrive()
            if session.hosting:
                self.tell_link()

    async def join_lobby(self, destination: Destination, player: Player) -> None:
        """Go to the lobby or table of a link; ask a person for a password that is refused.

        Raises:
            UserError: it does not answer, or refuses.
        """
        link, password = destination.invitation.link, destination.invitation.password
        self.io.write_lines(tell("plain/connecting"))
        while True:
            session = await join(link, player, password=password, watching=destination.watching)
            session.visit, session.awaited = destination.visit, destination.awaited
            try:
                await self.enter_lobby(session, to_lobby=not link.table)
            except LoginRefusedError as error:
                if not self.io.interactive:
                    raise UserError(str(error)) from error
                self.io.write_lines(str(error))
                user = link.broker.user or player.key.public.fingerprint
                password = await ask_again(self.io, link.broker, user)
            else:
                break
        if link.table:
            await self.go_to_table(link.table)

    async def go_to_table(self, table_id: str) -> TableDialogue:
        """Go to a table of the lobby.

        Raises:
            UserError: the lobby does not show it.
        """
        assert self.conversation is not None
        table = TableDialogue(self.conversation, table_id)
        await table.arrive()
        self.table = self.conversation.reporter = table
        return table

    async def enter_lobby_list(self) -> None:
        """Leave the table, but not the lobby."""
        assert self.conversation is not None
        assert self.lobby is not None
        if self.table is not None:
            self.table.stop_clocks()
        self.table, self.conversation.reporter = None, self.lobby
        await self.lobby.arrive()

    async def go_home(self) -> None:
        """Leave the lobby."""
        if self.table is not None:
            self.table.stop_clocks()
        self.conversation = self.lobby = self.table = None
        await self._leaving.aclose()
        self._leaving = AsyncExitStack()

    def tell_link(self) -> None:
        """Tell how others are invited to where the person is."""
        assert self.conversation is not None
        session = self.conversation.session
        invitation = session.invitation(self.table.id if self.table is not None else "")
        self.io.write_lines(
            tell("ui/invite/heard", link=is_link(invitation)), WholeLine(invitation)
        )

    async def settle_games(self) -> None:
        """Wait until a game that has ended here just now is kept."""
        session = self.conversation.session if self.conversation else None
        if session is not None and session.followed is not None:
            await session.followed.settle()

    def cost_of_quitting(self) -> str:
        """Return what is lost if the person quits now; empty for nothing."""
        session = self.conversation.session if self.conversation else None
        return cost_of_quitting_in_text(session)

    @property
    def is_game_kept(self) -> bool:
        """Whether a game against bots goes on here that is kept when the person quits."""
        session = self.conversation.session if self.conversation else None
        return session is not None and session.keeps_game

    async def close(self) -> None:
        """Leave everything."""
        await self._leaving.aclose()
