"""The service of one part of a cluster: what it hears of other parts, and asks the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from protocol.keys import SecretKey
from protocol.owner import Ban
from protocol.states import TableSummary
from server.commands.owner_commands import expel_banned
from server.commits import Asked, SetBots, refusal_for
from server.messaging.outbox import Send
from server.reminders.due_reminders import WaitingTurn, waiting_turns
from server.reminders.stored_desk import StoredDesk
from server.service import Service
from server.store.errors import StoreError
from server.store.parts.part_store import PartStore
from server.store.rows import Row
from server.store.saved import ListAsked

logger = logging.getLogger(__name__)

Listed: TypeAlias = tuple[TableSummary, bytes]
"""What is listed of a table, and its key if it is private."""


class PartService(Service):
    """Runs one part of a lobby; the arguments are those of `Service`."""

    def __init__(
        self,
        key: SecretKey,
        send: Send,
        set_bots: SetBots,
        store: PartStore,
        *,
        desk: StoredDesk | None = None,
        **options: Any,  # noqa: ANN401 - as `Service` takes them
    ) -> None:
        super().__init__(key, send, set_bots, store, reminders=desk, **options)
        self._desk = desk
        self._written_turns: frozenset[tuple[str, str]] | None = None
        self._part_store = store
        self._noted_uses: dict[str, float] = {}
        self._reading: set[asyncio.Task[None]] = set()
        self._runner.ask_store = self._ask_store

    async def list_tables(self, changed: Mapping[str, Listed | None]) -> None:
        """List tables of other parts, as these parts say; see `Listing.with_listed`."""
        async with self._turn:
            own = self.lobby.tables
            others = {table: each for table, each in changed.items() if table not in own}
            listing = self.lobby.listing.with_listed(others)
            self._commits.lobby = replace(self.lobby, listing=listing)
            self.outbox.queue_lobby(self.lobby.listing)
            await self._commits.send_outbox()

    async def set_bans(self, bans: Iterable[Ban]) -> None:
        """Ban the players whom the database has as banned, and nobody else.

        All of them are taken from their tables: one may have been banned while nobody owned this
        part, or between two looks at the database.
        """
        async with self._turn:
            found = {ban.player: ban for ban in bans}
            if self._rules.has_list:  # it alone bans: it knows the latest ones, but not all names
                found = {each: found.get(each, ban) for each, ban in self.lobby.bans.items()}
            self._commits.lobby = replace(self.lobby, bans=found)
            batch = self._commits.begin_batch()
            self._runner.run(batch, expel_banned(batch.lobby))
            await self._commits.commit(batch)

    async def note_uses(self) -> None:
        """Write since when tables are idle, where that has changed."""
        async with self._turn:
            now, idle_for = self._context.clock(), self._context.idle.idle_for
            used = {table.id: now - idle_for(table) for table in self.lobby.tables.values()}
            changed = {table: at for table, at in used.items() if self._noted_uses.get(table) != at}
            if changed and not self._ended:
                try:
                    await self._part_store.note_uses(
                        {each: now - at for each, at in changed.items()}
                    )
                except StoreError as error:  # the next time
                    logger.debug("uses of tables are not written: %s", error)
                else:
                    self._noted_uses = used

    # ------------------------------------------------------------ reminders

    async def write_turns(self, players: Container[str], *, has_some: bool) -> None:
        """Write which turns wait for some players, if that has changed.

        Args:
            players: their fingerprints.
            has_some: whether turns of this part are written, maybe by its owner before.
        """
        if self._written_turns is None and not has_some:
            self._written_turns = frozenset()
        async with self._turn:
            waiting = waiting_turns(self.lobby.tables.values(), self._context.clock())
            turns = [(player, turn) for player in waiting for turn in waiting[player]]
            turns = [each for each in turns if each[0] in players]
            found = frozenset((player, turn.moment) for player, turn in turns)
            if self._ended or found == self._written_turns:
                return
            try:
                await self._part_store.write_turns([_turn_row(*each) for each in turns])
            except StoreError as error:  # the next time
                logger.debug("turns are not written: %s", error)
            else:
                self._written_turns = found

    async def keep_results(self) -> None:
        """Commit what has become of messages that were sent."""
        async with self._turn:
            if not self._ended:
                await self._commits.commit(self._commits.begin_batch())

    async def end(self) -> None:
        """Keep what is left, also of messages that are just being sent."""
        if self._desk is not None:
            await self._desk.settle()
        await super().end()

    # ------------------------------------------------------------ the owner's lists

    def _ask_store(self, asked: Asked, question: ListAsked) -> None:
        reading = asyncio.create_task(self._answer_from_store(asked, question))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)

    async def _answer_from_store(self, asked: Asked, question: ListAsked) -> None:
        reply: Any
        try:
            reply = await self._part_store.report(question)
        except (StoreError, SQLAlchemyError) as error:
            logger.warning("a list was not read: %s", error)
            reply = refusal_for(error)
        async with self._turn:
            self.outbox.queue_answer(asked.known.public, asked.command, reply)
            await self._commits.send_outbox()


def _turn_row(player: str, turn: WaitingTurn) -> Row:
    return {
        "player": player,
        "moment": turn.moment,
        "shown": turn.table,
        "game": turn.game,
        "host": turn.host,
        "left": turn.left,
        "call": turn.call,
    }
