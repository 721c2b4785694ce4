"""Commit first, then speak: nobody is told of anything that is not on the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.messages import Refused
from server.batch import Batch
from server.bots.bot_keys import BotSeat
from server.lobby.lobby import Lobby
from server.messaging.inbox import Inbox
from server.messaging.outbox import HEAD_START, Outbox
from server.players.sessions import Sessions
from server.store import Store, StoreError

logger = logging.getLogger(__name__)

_STORE_FAILED = Refused(
    "store_failed",
    "The server cannot write to its disk, so nothing has changed: tell its host, and try again.",
)

KeepBots = Callable[[dict[tuple[str, int], BotSeat]], None]
"""Called with the seats that bots are to play for, whenever these change."""


@dataclass(slots=True)
class Commits:
    """Makes what a batch of commands has come to true, or undoes it.

    Attributes:
        lobby: the tables.
        sessions: the players.
        store: keeps what must outlive the server.
        voice: has been told what is to be said, and says it when it may.
        inbox: counts stores that fail.
        keep_bots: starts and ends bots.
        tell: tells the host in a sentence what is wrong.
    """

    lobby: Lobby
    sessions: Sessions
    store: Store
    voice: Outbox
    inbox: Inbox
    keep_bots: KeepBots
    tell: Callable[[str], None]
    _bots: dict[tuple[str, int], BotSeat] = field(default_factory=dict)

    def begin(self) -> Batch:
        """Return a batch for what changes from now on."""
        return Batch(self.lobby.checkpoint())

    async def commit(self, batch: Batch) -> None:
        """Commit and speak; when the store fails, undo it all and refuse the commands."""
        forgotten = tuple(each for each in self.sessions.take_forgotten() if each in self.store)
        changes = batch.changes(self.lobby.keys(), forgotten, self.lobby.bans)
        try:
            if changes:
                await self.store.commit(changes)
        except Exception as error:
            if not isinstance(error, StoreError):
                logger.exception("the store failed because of a bug")
            self._undo(batch, error)
        await self.speak()

    async def speak(self) -> None:
        """Send what waits to be said, and have those bots play that are wanted now."""
        answered = self.voice.speak()
        self.run_bots()
        if answered:
            await asyncio.sleep(HEAD_START)
        await self.voice.spread()

    def run_bots(self) -> None:
        """Have those bots play that are wanted now, and no others."""
        bots = self.lobby.bots()
        if bots != self._bots:
            self._bots = bots
            self.keep_bots(bots)

    def _undo(self, batch: Batch, error: Exception) -> None:
        self.tell(f"Nothing can be changed at the tables. {error}")
        self.inbox.count("store_failed")
        self.lobby.roll_back(batch.before)
        self.voice.take_back()
        for known, command in batch.asked:
            self.sessions.forget_answer(known, command)  # so that it can be given again
            self.voice.answer(known.public, command, _STORE_FAILED)
