"""Commits commands that wait together as one batch, and only then publishes its results."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from protocol.messages import Done, Refused, Reply
from server.bots.bot_seats import BotSeat
from server.lobby.lobby import Lobby
from server.messaging.inbox import Inbox
from server.messaging.outbox import HEAD_START, Outbox
from server.players.sessions import Known, Sessions
from server.refusals import RefusedError
from server.reminders.address_book import AddressBook
from server.reminders.reminder_desk import ReminderDesk
from server.store.errors import OutcomeUnknownError, StoreAwayError, StoreError
from server.store.saved import Archived, Changes, SavedPlayer
from server.store.store import Store
from server.tables.table import Table
from texts import say

logger = logging.getLogger(__name__)


class Asked(NamedTuple):
    """A command that waits for its answer.

    Attributes:
        known: the player who gave it.
        command: its id.
    """

    known: Known
    command: bytes

    @property
    def player(self) -> str:
        """The player's fingerprint."""
        return self.known.public.fingerprint


@dataclass(slots=True)
class Batch:
    """Collects what commands change, until one transaction commits all of it or nothing.

    Attributes:
        before: the lobby before the first command; it stays if the commit fails.
        lobby: the lobby after the latest command; everybody's as soon as the commit succeeds.
        asked: the commands that may have changed something. Questions are not among them: a
            client repeats a question that is not answered, but not one that is refused.
        book: the addresses of reminders before the first command; None if nobody is reminded.
    """

    before: Lobby
    lobby: Lobby
    asked: list[Asked] = field(default_factory=list)
    book: AddressBook | None = None
    _tables: dict[str, Table] = field(default_factory=dict)
    _players: dict[str, Known] = field(default_factory=dict)
    _answers: dict[str, dict[bytes, Reply]] = field(default_factory=dict)
    _records: list[Archived] = field(default_factory=list)

    def save_tables(self, tables: Iterable[Table]) -> None:
        """Save changed tables, as they are now."""
        self._tables |= {table.id: table for table in tables}

    def changed_tables(self) -> frozenset[str]:
        """Return the ids of the tables that the commands of this batch have changed so far."""
        return frozenset(self._tables)

    def save_answer(self, asked: Asked, reply: Reply) -> None:
        """Save the player of a command that changed a table, and its answer if it was done."""
        self.save_player(asked.known)
        if isinstance(reply, Done):
            self._answers[asked.player][asked.command] = reply

    def save_player(self, known: Known) -> None:
        """Save a player of whom something has changed."""
        name = known.public.fingerprint
        self._players[name] = known
        self._answers.setdefault(name, {})

    def save_record(self, record: Archived) -> None:
        """Save a game that has ended."""
        self._records.append(record)

    def changes(self, forgotten: tuple[str, ...]) -> Changes:
        """Return what is to be committed.

        Args:
            forgotten: the players who are no longer remembered.
        """
        before, bans = self.before.bans, self.lobby.bans
        players = (
            SavedPlayer(known.public, known.name, self._answers[name], known.played)
            for name, known in self._players.items()
        )
        return Changes(
            tuple(self._tables.values()),
            self.lobby.bot_keys,
            tuple(players),
            forgotten,
            tuple(self._records),
            tuple(ban for player, ban in bans.items() if before.get(player) != ban),
            tuple(player for player in before if player not in bans),
        )


SetBots = Callable[[dict[tuple[str, int], BotSeat]], None]
"""Starts and ends bots, so that they play for exactly these seats."""


@dataclass(slots=True)
class Commits:
    """Keeps the lobby as it is on the disk, and replaces it when a batch is committed.

    Attributes:
        lobby: the lobby after the last commit.
        sessions: the players.
        store: keeps what must outlive the server.
        outbox: holds what is to be published until the commit.
        inbox: counts commits that fail.
        set_bots: called with the seats of bots whenever these change.
        warn_host: tells the host in a sentence what is wrong.
        reminders: keeps the players' addresses, if anybody is reminded.
    """

    lobby: Lobby
    sessions: Sessions
    store: Store
    outbox: Outbox
    inbox: Inbox
    set_bots: SetBots
    warn_host: Callable[[str], None]
    reminders: ReminderDesk | None = None
    _bots: dict[tuple[str, int], BotSeat] = field(default_factory=dict)
    _in_doubt: Lobby | None = None

    def begin_batch(self) -> Batch:
        """Return a batch for the commands that come now."""
        desk = self.reminders
        return Batch(self.lobby, self.lobby, book=None if desk is None else desk.book)

    async def commit(self, batch: Batch) -> None:
        """Commit a batch and publish it; if the store fails, refuse its commands instead."""
        forgotten = tuple(each for each in self.sessions.take_forgotten() if each in self.store)
        changes = batch.changes(forgotten)
        try:
            if self.reminders is not None:
                changes = replace(changes, book=await self.reminders.save())
            if changes:
                await self.store.commit(changes)
        except Exception as error:
            if not isinstance(error, StoreError):
                logger.exception("the store failed because of a bug")
            if isinstance(error, OutcomeUnknownError):
                self._in_doubt = batch.lobby
            self._refuse_batch(batch, error)
        else:
            self.lobby = batch.lobby
            if self.reminders is not None:
                self.reminders.send()
        await self.send_outbox()

    def resume(self) -> bool | None:
        """Go on when the store answers again; what turns out to be kept counts after all.

        Returns:
            what `Store.resume` does.
        """
        kept = self.store.resume()
        if kept is not None:
            if kept and self._in_doubt is not None:
                self.lobby = self._in_doubt
            self._in_doubt = None
        return kept

    async def send_outbox(self) -> None:
        """Send what waits in the outbox, and start and end bots as the seats need them."""
        answered = self.outbox.send_answers()
        self.run_bots()
        if answered and self.outbox.has_news:
            await asyncio.sleep(HEAD_START)
        await self.outbox.send_news()

    def run_bots(self) -> None:
        """Start and end bots as the seats need them now."""
        bots = self.lobby.bots()
        if bots != self._bots:
            self._bots = bots
            self.set_bots(bots)

    def _refuse_batch(self, batch: Batch, error: Exception) -> None:
        """Refuse the commands of a batch that could not be committed; the old lobby stays."""
        self.warn_host(f"Nothing can be changed at the tables. {error}")
        self.inbox.count("store_failed")
        self.outbox.discard()
        if self.reminders is not None and batch.book is not None:
            self.reminders.discard(batch.book)
        for known, command in batch.asked:
            self.sessions.forget_answer(known, command)  # so that it can be given again
            self.outbox.queue_answer(known.public, command, refusal_for(error))


def refusal_for(error: Exception) -> Refused:
    """Return what a player is told when the store fails."""
    if isinstance(error, OutcomeUnknownError):
        why = say("server/outcome-unknown")
    elif isinstance(error, StoreAwayError):
        why = say("server/store-away")
    else:
        why = say("server/store-failed")
    return RefusedError("store_failed", why).answer
