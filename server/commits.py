"""Commits each batch of commands to the disk, and only then publishes its results."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.messages import Refused
from server.batch import Batch
from server.bots.bot_seats import BotSeat
from server.lobby.lobby import Lobby
from server.messaging.inbox import Inbox
from server.messaging.outbox import HEAD_START, Outbox
from server.players.sessions import Sessions
from server.reminders.reminder_desk import ReminderDesk
from server.store.errors import OutcomeUnknownError, StoreAwayError, StoreError
from server.store.store import Store

logger = logging.getLogger(__name__)

_STORE_FAILED = Refused(
    "store_failed",
    "The server cannot write to its disk, so nothing has changed: tell its host, and try again.",
)

_STORE_AWAY = Refused(
    "store_failed",
    "The lobby's database does not answer, so nothing has changed: try again in a moment.",
)
_OUTCOME_UNKNOWN = Refused(
    "store_failed",
    "The lobby's database stopped answering while it saved this. When it answers again, look "
    "whether it was saved, before you try again.",
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
                await self.reminders.save()
            if changes:
                await self.store.commit(changes)
        except Exception as error:
            if not isinstance(error, StoreError):
                logger.exception("the store failed because of a bug")
            if isinstance(error, OutcomeUnknownError):
                self._in_doubt = batch.lobby
            self._refuse(batch, error)
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

    def _refuse(self, batch: Batch, error: Exception) -> None:
        """Refuse the commands of a batch that could not be committed; the old lobby stays."""
        self.warn_host(f"Nothing can be changed at the tables. {error}")
        self.inbox.count("store_failed")
        self.outbox.discard()
        if self.reminders is not None and batch.book is not None:
            self.reminders.discard(batch.book)
        for known, command in batch.asked:
            self.sessions.forget_answer(known, command)  # so that it can be given again
            self.outbox.queue_answer(known.public, command, _refusal_for(error))


def _refusal_for(error: Exception) -> Refused:
    if isinstance(error, OutcomeUnknownError):
        return _OUTCOME_UNKNOWN
    return _STORE_AWAY if isinstance(error, StoreAwayError) else _STORE_FAILED
