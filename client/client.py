"""The near end of the wire: one player at one lobby."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Self

from client.attendance import Companion, Company
from client.background_sync import Errands
from client.changes import (
    AttendanceChanged,
    Change,
    Changes,
    DrawWarning,
    LobbyChanged,
    SentAwayFrom,
    Status,
    StatusChanged,
    TableChanged,
    TalkChanged,
)
from client.delivery import HELD_BACK, LOBBY, Deliveries
from client.errors import ConnectionEndedError, MisplacedError, RefusedError, StaleError
from client.history import read_history
from client.pledges import PledgeBook
from client.record_audit import check_as_seen
from client.server_link import Receiver, ServerLink
from client.shares import Shares
from client.signing import MoveSigner
from client.states import LobbyWatch, TableWatch
from client.tablekeys import TableKeys
from client.talk import Talks
from client.verify import Verdict
from protocol.envelope import Envelope
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import (
    AskRecord,
    Attendance,
    Command,
    Done,
    Entry,
    LobbyState,
    Look,
    OpenTable,
    PlayMove,
    RecordText,
    Reply,
    SentAway,
    TableState,
    TakeSeat,
    Talk,
    Welcome,
)
from protocol.topics import Topics

GOODBYE = 0.5
"""Seconds a client that ends waits at most until those at its tables can know."""
_FAREWELL = "The lobby's server has stopped. You are back as soon as it runs again."
_HELD_BACK = "The broker holds back messages: you see them up to {:.0f} s late."


class Client:
    """One player (or spectator, or bot) of one lobby.

    Use as ``async with Client(link, key, name) as client``. Connecting, reconnecting, repeating and
    checking go on behind; what is shown is always the newest genuine state, and `changes` tells of
    every one, in order.

    Attributes:
        me: the player's own fingerprint.
        keys: the keys of private tables the player has.
        talks: what is said at the followed tables, and whom one does not want to hear.
    """

    def __init__(
        self,
        link: Link,
        key: SecretKey,
        name: str,
        *,
        password: str | None = None,
        pledges: PledgeBook | None = None,
    ) -> None:
        """Prepare; nothing is connected before the context is entered.

        Args:
            link: the lobby.
            key: who the player is.
            name: how the player wants to be called.
            password: the broker's, if it asks for one; the user stands in the link.
            pledges: keeps what the player is bound to in the draws of setups, beyond this run.
        """
        self.me = key.public.fingerprint
        self._topics = Topics(link.lobby)
        self.keys = TableKeys(self._topics)
        self._line = ServerLink(
            link,
            key,
            name,
            password,
            Receiver(
                self._status_changed,
                self._welcomed,
                self._public,
                self._private,
                self._aside,
                self.keys.by_topic,
            ),
        )
        self._changes = Changes()
        self._lobby = LobbyWatch()
        self._company = Company()
        self.talks = Talks()
        self._tables: dict[str, TableWatch] = {}
        self._signer = MoveSigner(key, link.lobby)
        self._sat: set[str] = set()
        self._shares = Shares(
            link.server,
            key.public,
            pledges,
            lambda *warning: self._changes.tell(DrawWarning(*warning)),
        )
        self._told_status: StatusChanged | None = None
        self._deliveries = Deliveries(self._tell_status)
        self._errands = Errands(
            self._line,
            self._complete,
            self._tables,
            self._changes,
            self._confirm_lobby,
        )
        if link.table_key:
            self.keys.hold(link.table, link.table_key)

    async def __aenter__(self) -> Self:
        await self._line.open()
        self._line.start(self._keep_current())
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await asyncio.gather(*(self._errands.look_away(table) for table in self._tables))
        self._deliveries.close()
        await self._line.close()
        self._changes.close()

    # ------------------------------------------------------------ how things stand

    @property
    def name(self) -> str:
        """The name the player goes by; the server may have made it distinct."""
        return self._line.name

    @property
    def status(self) -> Status:
        """How things stand with the server."""
        return self._line.status

    @property
    def trouble(self) -> str:
        """A sentence for the person when the client is not online; else empty."""
        return self._line.trouble

    @property
    def warning(self) -> str:
        """A sentence for the person who is online while the broker withholds; else empty."""
        held_back = self.status is Status.ONLINE and self._deliveries.held_back
        return _HELD_BACK.format(HELD_BACK) if held_back else ""

    @property
    def welcome(self) -> Welcome | None:
        """How the server greeted this client last, or None before it did."""
        return self._line.welcome

    @property
    def refused(self) -> Counter[str]:
        """What arrived and was not believed, counted by the name of the reason."""
        return self._line.refused

    @property
    def lobby(self) -> LobbyState | None:
        """The lobby as it is, with the private tables one has keys to; None while not known."""
        return self.keys.opened(self._lobby.shown)

    def table(self, table: str) -> TableState | None:
        """Return the latest state of a followed table that this player may see, if any."""
        watch = self._tables.get(table)
        return None if watch is None else watch.shown

    def company(self, table: str) -> tuple[Companion, ...]:
        """Return who is at a followed table, or has a seat there and is away; no bots."""
        return self._company.at(table)

    def changes(self) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        """Listen to every change from now on: ``async with client.changes() as changes``.

        The iteration ends when the client is closed.
        """
        return self._changes.listen()

    async def ready(self) -> None:
        """Return once the client is online and knows the lobby.

        Raises:
            ConnectionEndedError: that will not happen.
        """
        async with self.changes() as changes:
            while not (self.status is Status.ONLINE and self.lobby is not None):
                if self.status.ended or await anext(changes, None) is None:
                    raise ConnectionEndedError(self.trouble or "the connection has been closed")

    # ------------------------------------------------------------ what a player does

    async def request(self, command: Command) -> Reply:
        """Send a command and return its answer, however often it must be sent for that.

        Raises:
            RefusedError: the server refused; nothing changed.
            ConnectionEndedError: the client has ended.
            OversizedError: the command is too large to be sent.
        """
        if isinstance(command, PlayMove) and not command.signature:
            state = self.table(command.table)
            if state is not None and (why := self._shares.refusal(state)):
                raise RefusedError("unfair_setup", f"{why} Your siam signs no move of this game.")
            command = self._signer.signed(command, state)
        reply = await self._line.ask(self._complete(command))
        if isinstance(reply, Done):
            if isinstance(command, OpenTable | TakeSeat):
                self._sat.add(reply.table)
            note = self._deliveries.skip if reply.state is not None else self._deliveries.answer
            note(reply.table, reply.revision)
        return reply

    def _complete(self, command: Command) -> Command:
        """Add a private table's key, and the commitment the player is bound to there."""
        return self._shares.shown_with(self.keys.shown_with(command))

    def hold_key(self, table: str, key: bytes) -> None:
        """See and enter a private table from now on.

        Args:
            table: its id.
            key: its key, from its link or from opening it.
        """
        self.keys.hold(table, key)
        if self._lobby.shown is not None:
            self._tell_lobby()

    async def check_game(self, table: str) -> Verdict:
        """Check the game that is over at a table: its record, and that it is what was seen.

        Raises:
            RefusedError: the server does not know the table, or the game is not over.
            ConnectionEndedError: the client has ended.
        """
        state = self.table(table) or await self._look_once(table)
        reply = await self._line.ask(AskRecord(table, state.game_number))
        assert isinstance(reply, RecordText)
        number = state.game_number
        given, troubles = self._shares.given(table, number), self._shares.troubles(table, number)
        return check_as_seen(reply.text, state, given, troubles)

    async def follow(self, table: str) -> TableState:
        """Keep a table's state current from now on, and return it.

        Raises:
            RefusedError: the server does not know the table.
            ConnectionEndedError: the client has ended.
        """
        watch = self._tables.get(table)
        if watch is None:
            watch = self._tables[table] = TableWatch(table, self.me)
            self._deliveries.follow(table)
            await self._line.subscribe(self._topics.table(table))
        if watch.shown is None:
            try:
                await self._line.ask(self._complete(Look(table)))
            except BaseException:
                await self.unfollow(table)
                raise
        if watch.shown is None:
            raise ConnectionEndedError("the server showed another table than the one asked for")
        self._line.start(self._errands.ask_talk(table))
        return watch.shown

    async def unfollow(self, table: str) -> None:
        """Let go of a table; those who are there see at once that one has gone."""
        if self._tables.pop(table, None) is not None:
            self._deliveries.forget(table)
            self._company.forget(table)
            self.talks.forget(table)
            self._line.start(self._errands.look_away(table))
            await self._line.unsubscribe(self._topics.table(table))

    async def history(self, table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return a table's log as far as it is open now.

        Returns:
            The view of the position before the first entry, that entry's number, and the entries.

        Raises:
            RefusedError: the server does not know the table, or another game has begun meanwhile.
            ConnectionEndedError: the client has ended.
        """
        state = self.table(table) or await self._look_once(table)
        return await read_history(self._line.ask, table, state.game_number)

    async def _look_once(self, table: str) -> TableState:
        reply = await self._line.ask(self._complete(Look(table)))
        assert isinstance(reply, TableState)
        return reply

    # ------------------------------------------------------------ what the line tells

    def _status_changed(self) -> None:
        if self.status is not Status.ONLINE:
            self._deliveries.restart()
            self._lobby.doubt()
            for watch in self._tables.values():
                watch.doubt()
        self._tell_status()

    def _tell_status(self) -> None:
        change = StatusChanged(self.status, self.trouble, self.warning)
        if change != self._told_status:
            self._told_status = change
            self._changes.tell(change)

    def _welcomed(self, new_boot: bool) -> None:
        if new_boot:
            self._deliveries.restart()
            for watch in self._tables.values():
                watch.new_boot()
            self._lobby.begin(self._line.boot)
        self._ask_for_news()
        self._errands.ask_all_talk()

    async def _keep_current(self) -> None:
        """Ask the server from time to time what is new, whatever the broker delivers."""
        while True:
            await self._deliveries.pause()
            if self.status is Status.ONLINE:
                self._ask_for_news()
                if self._deliveries.held_back:
                    self._errands.ask_all_talk()

    def _ask_for_news(self) -> None:
        self._line.start(self._errands.ask_lobby(self._lobby.known))
        self._errands.look_everywhere()

    def _confirm_lobby(self, state: LobbyState) -> None:
        self._deliveries.answer(LOBBY, state.revision)
        if self._lobby.confirm(state):
            self._tell_lobby()

    def _public(self, envelope: Envelope) -> None:
        message = envelope.message
        if isinstance(message, LobbyState) and envelope.topic == self._topics.lobby_state():
            self._deliveries.deliver(LOBBY, message.revision)
            if self._lobby.offer(message):
                self._tell_lobby()
        elif isinstance(message, TableState) and envelope.topic == self._topics.table(
            message.table
        ):
            self._deliveries.deliver(message.table, message.revision)
            self._public_table(message)
        else:
            raise MisplacedError("a message that does not belong on this topic")

    def _public_table(self, state: TableState) -> None:
        watch = self._tables.get(state.table)
        if watch is not None and watch.offer_public(state):
            self._changes.tell(TableChanged(state))
        elif watch is not None and watch.behind:
            self._line.start(self._errands.look_if_behind(watch))

    def _private(self, message: TableState | Attendance | Talk | SentAway, asked: bool) -> None:
        if isinstance(message, TableState):
            note = self._deliveries.answer if asked else self._deliveries.deliver
            note(message.table, message.revision)
            self._answer_draw(message)
            self._offer(message)
        elif message.table in self._tables:
            self._hear(message)

    def _answer_draw(self, state: TableState) -> None:
        """Take part in a draw; only where the player went, or a server could ask without end."""
        table = state.table
        went = table in self._tables or table in self._sat
        mine = state.draw is not None and (went or self._shares.latest(table) is not None)
        if mine and (answer := self._shares.answer(state)) is not None:
            self._line.start(self._errands.give(answer))

    def _offer(self, state: TableState) -> None:
        watch = self._tables.get(state.table)
        if watch is None:
            return
        if watch.offer_private(state):
            self._changes.tell(TableChanged(state))
            if state.status == "over":  # what was kept back during a team game
                self._line.start(self._errands.ask_talk(state.table))
        if (early := watch.take_early()) is not None:
            try:
                self._public_table(early)
            except StaleError as error:  # older than the answer: the broker had kept it
                self.refused[type(error).__name__] += 1

    def _hear(self, message: Attendance | Talk | SentAway) -> None:
        match message:
            case SentAway(table, sentence):
                self._changes.tell(SentAwayFrom(table, sentence))
            case Attendance(table):
                self._company.hear(message)
                self._changes.tell(AttendanceChanged(table))
            case Talk(table) if self.talks.hear(message):
                self._changes.tell(TalkChanged(table))

    def _aside(self, envelope: Envelope) -> None:
        message = envelope.message
        if isinstance(message, LobbyState) and envelope.topic == self._topics.lobby_state():
            self._lobby.set_aside(envelope.session, message)

    def _tell_lobby(self) -> None:
        state = self.lobby
        assert state is not None
        self._changes.tell(LobbyChanged(state))
        if not state.serving:
            self._line.farewell(_FAREWELL)
