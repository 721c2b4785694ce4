"""The reminders of a cluster: each part writes whose turn it is, and one part reminds of all."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import psycopg

from protocol.links import Link
from protocol.topics import LIST_PART
from server.cluster.leaseholder import moment
from server.cluster.part import RunningPart
from server.config import Config
from server.reminders.due_reminders import WaitingTurn, WaitingTurns, is_about_to_end
from server.reminders.reminder_desk import Postbox
from server.reminders.reminder_settings import reminder_check
from server.reminders.reminder_texts import message_frame
from server.reminders.stored_desk import StoredDesk
from server.running import repeat
from server.store.parts.reading import read_subscribers, read_turns
from server.store.postgres.part_database import PartDatabase
from server.store.postgres.pool import PooledConnection
from server.store.saved import SavedBook


class Reminding:
    """Looks from time to time who is to be reminded, and commits what became of messages.

    Attributes:
        noted: set when the result of a message is there.
    """

    def __init__(
        self,
        connection: PooledConnection,
        parts: Mapping[int, RunningPart],
        config: Config,
        link: Link,
        postbox: Postbox,
    ) -> None:
        """Prepare.

        Args:
            connection: to the database.
            parts: the parts of this server.
            config: how to serve.
            link: the invitation to the lobby.
            postbox: takes the reminders.
        """
        self._connection = connection
        self._parts = parts
        self._config = config
        self._link = link
        self._postbox = postbox
        self.noted = asyncio.Event()

    def desk_of(self, database: PartDatabase, saved: SavedBook) -> StoredDesk | None:
        """Return what keeps the addresses, for the part that has them.

        Raises:
            StoreError: the file with those of a server alone cannot be read.
        """
        settings, lease = self._config.reminders, database.lease
        if settings is None or lease.part != LIST_PART:
            return None
        frame = message_frame(self._config.name, self._link, settings)
        noted = self.noted.set
        return StoredDesk(
            settings, frame, self._postbox, moment, saved, epoch=lease.epoch, noted=noted
        )

    async def run(self) -> None:
        """Look and commit until cancelled."""
        seconds = reminder_check(self._config.reminders)
        async with asyncio.TaskGroup() as group:
            group.create_task(repeat(self._look, seconds))
            group.create_task(self._commit_results())

    async def _commit_results(self) -> None:
        while True:
            await self.noted.wait()
            self.noted.clear()
            if (part := self._parts.get(LIST_PART)) is not None:
                await part.service.keep_results()

    async def _look(self) -> None:
        with suppress(psycopg.Error):  # the next time
            players, written = await self._connection.run(read_subscribers)
            for part in tuple(self._parts.values()):
                if part.is_owned:
                    await part.service.write_turns(players, has_some=part.part in written)
            with_book = self._parts.get(LIST_PART)
            if with_book is not None and with_book.is_owned:
                turns = await self._connection.run(read_turns)
                await with_book.service.send_reminders(_by_player(turns))


def _by_player(rows: list[Any]) -> WaitingTurns:
    found: dict[str, tuple[WaitingTurn, ...]] = defaultdict(tuple)
    for player, turn, shown, game, host, left, call in rows:
        soon = is_about_to_end(left, call)
        found[player] += (WaitingTurn(turn, shown, game, host, left, soon, call),)
    return found
