"""The headless client: one player at one lobby."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Self

from client.changes import Change, Status
from client.draws.pledges import PledgeBook
from client.errors import ConnectionEndedError, NoAnswerError, RefusedError
from client.lobby_mirror import Companion, LobbyMirror
from client.record_audit import check_as_seen
from client.signing import sign_move
from client.states import TableWatch
from client.verify import Verdict
from protocol.commands import AskHistory, AskRecord, Command, Look, OpenTable, PlayMove, TakeSeat
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done, History, RecordText, Reply, Welcome
from protocol.states import Entry, LobbyState, TableState
from texts import tell
from texts.sentences import join_sentences

GOODBYE = 0.5
"""Seconds a client that ends waits at most until those at its tables can know."""


class Client:
    """One player (or spectator, or bot) of one lobby.

    Use as ``async with Client(link, key, name) as client``. It connects, reconnects, repeats and
    checks in the background. It shows the newest genuine state, and `changes` yields every change
    in order.

    Attributes:
        me: the player's own fingerprint.
        keys: the keys of private tables the player has.
        talks: what was said at the followed tables, and who is muted.
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
        self._mirror = LobbyMirror(link, key, name, password, pledges)
        self._link = self._mirror.link
        self._sync = self._mirror.sync
        self.keys = self._mirror.keys
        self.talks = self._mirror.talks
        self._key = key
        self._lobby = link.lobby
        if link.table_key:
            self.keys.keep_key(link.table, link.table_key)

    async def __aenter__(self) -> Self:
        await self._link.open()
        self._link.start(self._mirror.keep_current())
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                tables = self._mirror.tables
                looked_at = [name for name, each in tables.items() if not each.in_background]
                await asyncio.gather(*(self._sync.report_departure(table) for table in looked_at))
        self._mirror.deliveries.close()
        await self._link.close()
        self._mirror.changes.close()

    # ------------------------------------------------------------ what is known

    @property
    def name(self) -> str:
        """The name the player goes by; the server may have made it distinct."""
        return self._link.name

    @property
    def status(self) -> Status:
        """How things stand with the server."""
        return self._link.status

    @property
    def trouble(self) -> str:
        """A sentence for the person when the client is not online; else empty."""
        return self._link.trouble

    @property
    def warning(self) -> str:
        """A sentence for the person who is online while the broker withholds; else empty."""
        return self._mirror.warning

    @property
    def welcome(self) -> Welcome | None:
        """How the server greeted this client last, or None before it did."""
        return self._link.welcome

    @property
    def refused(self) -> Counter[str]:
        """Rejected messages, counted by the name of the error."""
        return self._link.refused

    @property
    def lobby(self) -> LobbyState | None:
        """The lobby, with the private tables the player has keys to; None while it is not known."""
        return self._mirror.lobby

    def table(self, table: str) -> TableState | None:
        """Return the latest state of a followed table that this player may see, if any."""
        watch = self._mirror.tables.get(table)
        return None if watch is None else watch.shown

    def company(self, table: str) -> tuple[Companion, ...]:
        """Return who is at a followed table, or has a seat there and is away; no bots."""
        return self._mirror.attendance.people_at(table)

    def changes(self) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        """Listen to every change from now on: ``async with client.changes() as changes``.

        The iteration ends when the client is closed.
        """
        return self._mirror.changes.listen()

    async def ready(self, within: float | None = None) -> None:
        """Return once the client is online and knows the lobby.

        Args:
            within: seconds to wait; None waits for ever.

        Raises:
            NoAnswerError: that did not happen in time.
            ConnectionEndedError: that will not happen.
        """
        try:
            async with asyncio.timeout(within):
                await self._until_online()
        except TimeoutError as error:
            raise NoAnswerError(_no_answer(within or 0, self.trouble)) from error

    async def _until_online(self) -> None:
        async with self.changes() as changes:
            while not (self.status is Status.ONLINE and self.lobby is not None):
                if self.status.ended or await anext(changes, None) is None:
                    raise self._link.end_error()

    # ------------------------------------------------------------ commands

    async def request(self, command: Command) -> Reply:
        """Send a command, again and again until it is answered, and return the answer.

        Raises:
            RefusedError: the server refused; nothing changed.
            ConnectionEndedError: the client has ended.
            OversizedError: the command is too large to be sent.
        """
        if isinstance(command, PlayMove) and not command.signature:
            state = self.table(command.table)
            if state is not None and (why := self._mirror.refusal(state)):
                raise RefusedError("unfair_setup", tell("client/unfair", why=why))
            command = sign_move(self._key, self._lobby, command, state)
        reply = await self._link.request(self._mirror.complete(command))
        if isinstance(reply, Done):
            if isinstance(command, OpenTable | TakeSeat):
                self._mirror.joined.add(reply.table)
            deliveries = self._mirror.deliveries
            shown = reply.state is not None
            note = deliveries.note_shown_by_answer if shown else deliveries.note_answered
            note(reply.table, reply.revision)
        return reply

    def hold_key(self, table: str, key: bytes) -> None:
        """Keep the key of a private table, and show the table in the lobby.

        Args:
            table: its id.
            key: its key, from its link or from opening it.
        """
        self.keys.keep_key(table, key)
        if self._mirror.watch.shown is not None:
            self._mirror.publish_lobby()

    async def check_game(self, table: str) -> Verdict:
        """Verify the record of the game that is over at a table, and compare it with what was seen.

        Raises:
            RefusedError: the server does not know the table, or the game is not over.
            ConnectionEndedError: the client has ended.
        """
        state = self.table(table) or await self._request_table_once(table)
        reply = await self._link.request(AskRecord(table, state.game_number))
        assert isinstance(reply, RecordText)
        shares, number = self._mirror.shares, state.game_number
        share, troubles = shares.share_of_game(table, number), shares.troubles(table, number)
        watch = self._mirror.tables.get(table)
        take_backs = watch.take_backs if watch is not None else None
        return check_as_seen(reply.text, state, share, troubles, take_backs)

    async def follow(self, table: str, *, in_background: bool = False) -> TableState:
        """Keep a table's state current from now on, and return it.

        Args:
            table: the table's id.
            in_background: whether the player does not look at it, and so counts as away there. A
                table that is followed already stays looked at.

        Raises:
            RefusedError: the server does not know the table.
            ConnectionEndedError: the client has ended.
        """
        watch = self._mirror.tables.get(table)
        is_new = watch is None
        if watch is None:
            watch = self._mirror.tables[table] = TableWatch(table, self.me)
            self._mirror.deliveries.follow(table)
            watch.in_background = in_background
            await self._link.subscribe(self._mirror.topics.table(table))
        if watch.in_background and not in_background:
            watch.in_background = False
            if watch.shown is not None:
                self._link.start(self._sync.request_table(table))
        if is_new or watch.shown is None:  # a state that came meanwhile says nobody who is there
            try:
                await self._link.request(self._mirror.complete(Look(table)))
                await self._sync.report_background(table)
            except BaseException:
                await self.unfollow(table)
                raise
        if watch.shown is None:
            raise ConnectionEndedError(tell("client/other-table"))
        self._link.start(self._sync.request_talk(table))
        return watch.shown

    def look_away(self, table: str) -> None:
        """Go on following a table in the background; those who are there see that one is away."""
        watch = self._mirror.tables.get(table)
        if watch is not None and not watch.in_background:
            watch.in_background = True
            self._link.start(self._sync.report_departure(table))

    async def unfollow(self, table: str) -> None:
        """Stop following a table; those who are there see at once that this player left."""
        if self._mirror.tables.pop(table, None) is not None:
            self._mirror.deliveries.forget(table)
            self._mirror.attendance.forget(table)
            self.talks.forget(table)
            self._link.start(self._sync.report_departure(table))
            await self._link.unsubscribe(self._mirror.topics.table(table))

    async def history(self, table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return a table's log as far as it is open now.

        Returns:
            The view of the position before the first entry, that entry's number, and the entries.

        Raises:
            RefusedError: the server does not know the table, or another game has begun meanwhile.
            ConnectionEndedError: the client has ended.
        """
        state = self.table(table) or await self._request_table_once(table)
        return await read_history(self._link.request, table, state.game_number)

    async def _request_table_once(self, table: str) -> TableState:
        reply = await self._link.request(self._mirror.complete(Look(table)))
        assert isinstance(reply, TableState)
        return reply


def _no_answer(seconds: float, trouble: str) -> str:
    return join_sentences(tell("client/no-answer", n=round(seconds)), trouble)


async def read_history(
    request: Callable[[Command], Awaitable[Reply]], table: str, game_number: int
) -> tuple[str, int, tuple[Entry, ...]]:
    """Return a table's log as far as it is open now, as `Client.history` does."""

    async def page_from(first: int) -> History:
        reply = await request(AskHistory(table, game_number, first))
        assert isinstance(reply, History)
        return reply

    page = await page_from(0)
    start, first, entries = page.start, page.first, page.entries
    while page.entries and first + len(entries) < page.total:
        page = await page_from(first + len(entries))
        if page.first != first + len(entries):  # a chapter was closed between two pages
            start, first, entries = page.start, page.first, ()
        entries += page.entries
    return start, first, entries
