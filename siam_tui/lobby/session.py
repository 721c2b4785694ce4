"""A session in a lobby: the connection, and the private server if there is one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from client.bots.memory import Memory
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from protocol.commands import AskHistory, AskRecord, Command, Look, Say
from protocol.keys import SecretKey
from protocol.limits import MAX_NAME
from protocol.links import Link
from protocol.messages import Reply
from protocol.states import TableState, TableSummary
from siam_tui.lobby.private_server import PrivateServer, Serving
from siam_tui.lobby.standby import Standby
from siam_tui.lobby.waiting_games import KeptGame, drop_game, mark_game
from siam_tui.model.game_keeper import FollowedLobby, GameKeeper
from siam_tui.model.own_tables import is_to_move
from siam_tui.model.played_game import game_id
from siam_tui.model.seat_facts import WATCHING
from siam_tui.model.start import DoorVisit
from siam_tui.profile.remembered_games import LeftGame
from siam_tui.profile.table_secrets import PledgeFolder
from siam_tui.profile.user_error import UserError
from siam_tui.reminders.reminder_requests import ReminderRequests
from texts import tell

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 15.0
"""How long a program or a script waits for a lobby to answer; a person may wait longer."""


def tell_patience(seconds: float) -> str:
    """Return what a program or a script is told meanwhile, behind what is wrong."""
    return tell("lobby/tries-on", seconds=f"{seconds:g}")


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays in a lobby.

    Attributes:
        key: the player's identity.
        name: how the player wants to be called.
        profile: the folder that keeps the player's pledges; None keeps none.
        games: keeps the games that the player finishes; None keeps none.
    """

    key: SecretKey
    name: str
    profile: Path | None = None
    games: GameKeeper | None = field(default=None, compare=False)


class WatchingClient(Client):
    """A spectator's connection: it may ask and talk, but not act."""

    async def request(self, command: Command) -> Reply:
        """Send a command that changes nothing, or talk.

        Raises:
            RefusedError: ``watching``, if the command would act; else as `Client`.
        """
        if not isinstance(command, Look | AskHistory | AskRecord | Say):
            raise RefusedError("watching", tell("lobby/watching"))
        return await super().request(command)


@dataclass(slots=True)
class Session:
    """A player's session in one lobby.

    Attributes:
        client: the connection.
        link: the lobby's invitation.
        watching: whether the player only watches.
        server: the private server, which ends with the session.
        name: the name the player asked for; empty for a spectator.
        table: the one table this session is about (a game against bots), or empty.
        memory: the moves seen at that table, kept while its screen is closed.
        password: the broker's password, if it needs one.
        kept: the folder that keeps the session's game for the next time; None keeps nothing.
        visit: how the player came, if this program runs on the host's computer.
        has_reminders: whether the lobby is known to remind players of their turns.
        followed: keeps the games that the player finishes; None keeps none.
        first_table: the table to go to first, where the link leads to none.
        awaited: what to say while the lobby of a game that waits does not answer; empty if the
            player has no game there.
    """

    client: Client
    link: Link
    watching: bool = False
    server: PrivateServer | None = None
    name: str = ""
    table: str = ""
    memory: Memory = field(default_factory=lambda: Memory(0))
    password: str | None = field(default=None, repr=False)
    kept: Path | None = None
    visit: DoorVisit | None = None
    has_reminders: bool = False
    followed: FollowedLobby | None = None
    first_table: str = ""
    awaited: str = ""
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    def invitation(self, table: str = "") -> str:
        """Return what invites others: a link, or the command that brought this visitor here.

        Args:
            table: the id of the table to invite to; empty for the lobby.
        """
        key = self.client.keys.key_of(table) if table else b""
        if self.visit is not None:
            return self.visit.invitation(table, key)
        if table:
            return str(self.link.to_table(table, key))
        return str(self.link.to_lobby())  # a private table's link is shown at that table only

    @property
    def can_be_reminded(self) -> bool:
        """Whether the player can return to this lobby, and others play there."""
        is_guest = self.visit is not None and self.visit.is_guest
        return self.has_reminders and not (self.watching or is_guest or self.table)

    async def find_reminders(self, found: Callable[[], object]) -> None:
        """Ask the lobby, once it answers, whether it can remind players of their turns.

        Args:
            found: called if it can.
        """
        if self.watching:
            return
        with suppress(UserError, ConnectionEndedError):
            await self.client.ready()
            await ReminderRequests(self.client).ask()
            self.has_reminders = True
            found()

    @property
    def hosting(self) -> bool:
        """Whether others find this lobby only as long as this program runs."""
        return self.server is not None and not self.table

    async def close(self) -> None:
        """Leave the lobby; a private server ends.

        A game that goes on is kept, if any is, and so is one whose record could not be written.
        """
        kept = self.kept_game
        await self._stack.aclose()
        has_record = self.followed is None or not self.followed.unkept
        if kept is not None:
            await asyncio.to_thread(mark_game, kept.folder, kept.table, kept.left, kept.record)
        elif self.kept is not None and has_record:
            await asyncio.to_thread(drop_game, self.kept)

    @property
    def kept_game(self) -> KeptGame | None:
        """The game against bots that goes on here and is kept when the player leaves, as it is."""
        if self.kept is None or not self.plays_on:
            return None
        state = self.client.table(self.table)
        assert state is not None, "a game goes on"
        left, record = left_game(state, self.client.me), self.record_of_game(state)
        return KeptGame(self.kept, self.table, left, record=record)

    def record_of_game(self, state: TableState) -> str:
        """Return what the record of a table's game is called once it is over, as `game_id`."""
        return game_id(self.link.lobby, state.table, state.game_number)

    @property
    def keeps_game(self) -> bool:
        """Whether a game against bots goes on here that is kept when the player leaves."""
        return self.kept_game is not None

    @property
    def plays_on(self) -> bool:
        """Whether the game against bots is not over and the player has a seat in it."""
        state = self.client.table(self.table) if self.table else None
        return state is not None and plays_at(state, self.client.me)


def left_game(table: TableState | TableSummary, me: str) -> LeftGame:
    """Return a game as it is told when the player, by fingerprint, has left it.

    Whose turn it is, the lobby's list does not tell.
    """
    my_turn = is_to_move(table, me) if isinstance(table, TableState) else None
    others = tuple(seat.name for seat in table.seats if seat.player != me and seat.name)
    return LeftGame(table.game, others, my_turn)


def plays_at(table: TableState | TableSummary, me: str) -> bool:
    """Return whether a game runs at a table in which a player, by fingerprint, has a seat."""
    seats = table.seats if table.status == "running" else ()
    return any(seat.player == me and seat.holder == "person" for seat in seats)


async def join(
    link: Link, player: Player, *, password: str | None = None, watching: bool = False
) -> Session:
    """Begin to connect to a lobby; does not wait until that has succeeded."""
    async with AsyncExitStack() as stack:
        return await _connect(stack, link, player, password, watching)


async def host(
    serving: Serving, player: Player, standby: Standby | None = None, *, watching: bool = False
) -> Session:
    """Start a private server and wait until it is connected; no pledges to it are kept.

    Args:
        serving: how it serves.
        player: who connects to it.
        standby: where a server may be loaded already.
        watching: whether the player only watches.

    Raises:
        UserError: the server could not start, with the reason.
        ConnectionEndedError: the server has ended meanwhile.
    """
    async with AsyncExitStack() as stack:
        alone = replace(serving, owner=player.key.public.fingerprint)
        server = await stack.enter_async_context(PrivateServer(alone, standby))
        mine = replace(player, profile=None)
        session = await _connect(stack, server.link, mine, serving.password or None, watching)
        session.server, session.kept = server, serving.kept
    try:
        await session.client.ready()
    except BaseException:  # the player may have cancelled
        await session.close()
        raise
    return session


async def _connect(
    stack: AsyncExitStack, link: Link, player: Player, password: str | None, watching: bool
) -> Session:
    """Begin to connect; the session takes over what was entered on the stack."""
    kind = WatchingClient if watching else Client
    profile = player.profile
    pledges = None if profile is None else PledgeFolder.in_profile(profile, link.lobby)
    client = await stack.enter_async_context(
        kind(link, player.key, player.name, password=password, pledges=pledges)
    )
    followed = None
    if player.games is not None and not watching:
        followed = await stack.enter_async_context(player.games.following(client, link.lobby))
    name = "" if watching else player.name
    return Session(
        client,
        link,
        watching,
        name=name,
        password=password,
        followed=followed,
        _stack=stack.pop_all(),
    )


def spectator(name: str = "", key: SecretKey | None = None) -> Player:
    """Return a player who has no seat anywhere.

    Args:
        name: what the person is called; others see with it that they watch.
        key: the person's key for watching; a new one if none is given.
    """
    called = f"{name[: MAX_NAME - len(WATCHING)].rstrip()}{WATCHING}" if name else "Spectator"  # type: ignore[characters]
    return Player(key or SecretKey.generate(), called)


OpenSession = Callable[[Player], Awaitable[Session]]
"""Opens a session; raises `UserError` or `ConnectionEndedError`."""


class EarlySession:
    """Use as ``async with EarlySession(open_session, find_player) as early``, then `start` it.

    At the end of the context, the session is closed unless it was released.
    """

    def __init__(self, open_session: OpenSession, find_player: Callable[[], Player]) -> None:
        """Prepare.

        Args:
            open_session: opens the session.
            find_player: returns who plays; raises `UserError` if their key cannot be read.
        """
        self._open_session, self._find_player = open_session, find_player
        self._player: Player | None = None
        self._opening: asyncio.Future[Session] | None = None
        self._closing: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Begin to open the session; `opened` raises what goes wrong."""
        if self._opening is None:
            with suppress(UserError):
                self._open(self._find_player())

    async def opened(self) -> Session:
        """Return the session once it is open.

        If this fails or is cancelled, it can be called again.

        Raises:
            UserError: the session cannot be opened, or the player's key cannot be read.
            ConnectionEndedError: the lobby has ended meanwhile.
        """
        player = self._find_player()
        if player != self._player:  # such as under another name
            await self.close()
        opening = self._opening or self._open(player)
        try:
            return await asyncio.shield(opening)
        finally:
            if opening.done() and opening is self._opening and opening.exception() is not None:
                self._opening = None

    def release(self) -> None:
        """Leave the session to the caller, who closes it."""
        self._opening = None

    async def close(self) -> None:
        """Close what is open or about to be; cancelling this does not stop it."""
        opening, self._opening = self._opening, None
        if opening is not None:
            self._closing = asyncio.ensure_future(_close_session(opening, self._closing))
        if self._closing is not None:
            await asyncio.shield(self._closing)

    def _open(self, player: Player) -> asyncio.Future[Session]:
        self._player = player
        self._opening = asyncio.ensure_future(self._open_session(player))
        return self._opening


async def _close_session(
    opening: asyncio.Future[Session], before: asyncio.Future[None] | None
) -> None:
    """Close a session that is open or about to be, after another one."""
    if before is not None:
        await before
    opening.cancel()
    await asyncio.wait({opening})
    if not opening.cancelled() and opening.exception() is None:
        await opening.result().close()
