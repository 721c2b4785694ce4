"""A part of a lobby while this server owns it, and what is done for all parts together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from protocol.keys import SecretKey
from protocol.links import Link
from protocol.states import PartState
from protocol.topics import LIST_PART
from server.bots.bot_seats import BotSeat
from server.bots.bot_supervisor import BotSupervisor
from server.cluster.greeter import Greeter
from server.cluster.leaseholder import moment
from server.cluster.part_service import PartService
from server.config import Config
from server.idle import IdleLimits
from server.lobby.lobby_rules import LobbyRules
from server.messaging.outbox import Send
from server.rejection_stats import RejectionStats
from server.reminders.stored_desk import StoredDesk
from server.running import repeat
from server.store.parts.part_store import PartStore
from server.store.postgres.part_database import PartDatabase

logger = logging.getLogger(__name__)


class RunningPart:
    """A part: its tables, sessions and answers, its key, and the lease that all of it hangs on.

    Nothing is published once the lease has ended, not even an answer that was ready before.

    Attributes:
        part: its number.
        database: what it commits to.
        service: runs its tables.
        is_contested: whether something else than its own word was published about who runs it.
    """

    def __init__(  # noqa: PLR0913 - what it stands between
        self,
        config: Config,
        database: PartDatabase,
        store: PartStore,
        until: float,
        send: Send,
        *,
        desk: StoredDesk | None = None,
        set_bots: Callable[[int, Mapping[tuple[str, int], BotSeat]], None],
        warn_host: Callable[[str], None],
        tally: RejectionStats,
        greeter: Greeter,
    ) -> None:
        """Prepare a part that was just taken.

        Args:
            config: how to serve.
            database: owns the part.
            store: has what was found of it.
            until: when the lease ends, by `moment`.
            send: publishes a payload.
            desk: keeps the players' addresses, if the part has them.
            set_bots: called with the part and the bots that its seats need.
            warn_host: tells the host in a sentence what is wrong.
            tally: counts what is rejected.
            greeter: makes names distinct.
        """
        self.part = database.lease.part
        self.database = database
        self._until = until
        self._send = send
        self._key = SecretKey.generate()
        self._store = store
        rules = replace(LobbyRules(config.key, name=config.name), part=self.part)
        self.service = PartService(
            self._key,
            self._send_while_owned,
            lambda bots: set_bots(self.part, bots),
            store,
            warn_host=lambda sentence: None if database.loss else warn_host(sentence),
            tally=tally,
            rules=rules,
            idle_limits=config.idle_limits,
            keep_records=config.keep_records,
            greet=greeter.greet,
            desk=desk,
        )
        self._desk = desk
        self._running: asyncio.Task[None] | None = None
        self._claim = b""
        self.is_contested = False

    @property
    def is_owned(self) -> bool:
        """Whether this server may answer for the part; once it may not, it never may again."""
        if not self.database.loss and moment() >= self._until:
            self.database.end("Its lease has ended.")
        return not self.database.loss

    @property
    def epoch(self) -> int:
        """The epoch in which this server owns the part."""
        return self.database.lease.epoch

    def renew(self, until: float) -> None:
        """Note that the lease was renewed."""
        self._until = until

    async def start(self) -> None:
        """Go on with the part's tables where its owner before stopped."""
        await self.service.restore()
        await self._store.write_listing(self.service.lobby.tables.values())
        self._running = asyncio.create_task(self.service.run())
        self._running.add_done_callback(self._note_end)
        if self._desk is not None:
            self._desk.send_unsent()

    async def publish(self) -> None:
        """Publish who runs the part, and its tables."""
        self._publish_owner()
        await self.service.publish_all()

    def note_claim(self, frame: bytes) -> None:
        """Note what somebody published about who runs the part, perhaps this server itself."""
        self.is_contested = self.is_contested or frame != self._claim

    async def publish_owner(self) -> None:
        """Publish who runs the part."""
        self._publish_owner()
        await self.service.send_waiting()

    def _publish_owner(self) -> None:
        state = PartState(self.part, self.epoch, self._key.public.raw)
        self._claim = self.service.outbox.publisher.publish_part(state)
        self.is_contested = False

    async def hand_over(self) -> None:
        """End the part cleanly: after this, another server may go on with it."""
        await self.service.end()
        await self.stop("It was handed over.")

    async def say_farewell(self) -> None:
        """End the part for good: the lobby closes."""
        if self.service.lobby.context.rules.has_list:
            await self.service.say_farewell()
        else:
            await self.service.end()
            await self.service.clear_tables()
        await self.stop("The lobby closed.")

    async def stop(self, reason: str) -> None:
        """End the part at once; what was not committed is neither kept nor answered."""
        self.database.end(reason)
        if self._desk is not None:
            self._desk.close()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def _note_end(self, running: asyncio.Task[None]) -> None:
        """Give the part up if a bug ended its service: another owner may do better."""
        if not running.cancelled() and (error := running.exception()) is not None:
            logger.error("part %d failed because of a bug", self.part, exc_info=error)
            self.database.end("It failed because of a bug.")

    def _send_while_owned(self, topic: str, payload: bytes, retain: bool) -> None:
        if self.is_owned:
            self._send(topic, payload, retain)


class PartBots:
    """Runs the bots of several parts in one worker process."""

    def __init__(self, config: Config, link: Link) -> None:
        """Prepare.

        Args:
            config: how to serve.
            link: the invitation to the lobby.
        """
        self._supervisor = BotSupervisor(
            config.own_link(link), config.password, config.bot_pace, config.bot_cores
        )
        self._bots: dict[int, Mapping[tuple[str, int], BotSeat]] = {}

    def set_pace(self, pace: float) -> None:
        """Have bots take at least so many seconds for a move."""
        self._supervisor.pace = pace

    def set_bots(self, part: int, bots: Mapping[tuple[str, int], BotSeat]) -> None:
        """Run the bots that the seats of a part need, and end its other ones."""
        self._bots[part] = bots
        if not bots:
            del self._bots[part]
        self._supervisor.set_bots(
            {seat: bot for each in self._bots.values() for seat, bot in each.items()}
        )

    async def stop(self) -> None:
        """End all bots and wait until they have ended."""
        await self._supervisor.stop_bots()


CLOCK_SECONDS = 0.5
PRESENCE_SECONDS = 5.0
IDLE_SECONDS = 60.0
USES_SECONDS = 20.0
"""A table in use must not be listed as idle, so it is less than `HERE_SECONDS`."""
ARCHIVE_SECONDS = 60.0
OWNER_SECONDS = 30.0
"""A broker of several nodes may lose a message when one of them fails."""
CONTESTED_SECONDS = 1.0
"""Where strangers may publish, one can repeat what the lobby once said of an earlier owner."""

Work: TypeAlias = Callable[[PartService], Coroutine[Any, Any, None]]


async def make_rounds(parts: Mapping[int, RunningPart], idle_limits: IdleLimits) -> None:
    """Do all that for ever, in one task for all parts: most parts have nothing to do."""

    async def for_each(work: Work) -> None:
        for part in tuple(parts.values()):
            if part.is_owned and (part.service.lobby.tables or part.part == LIST_PART):
                await work(part.service)

    async def bound_archive() -> None:
        if (part := parts.get(LIST_PART)) is not None and part.is_owned:
            await part.service.bound_archive()

    async def publish_owners(*, contested: bool = False) -> None:
        for part in tuple(parts.values()):
            if part.is_owned and (part.is_contested or not contested):
                await part.publish_owner()

    idle_check = min(IDLE_SECONDS, idle_limits.least / 10)
    async with asyncio.TaskGroup() as group:
        group.create_task(repeat(lambda: for_each(PartService.run_clocks), CLOCK_SECONDS))
        group.create_task(repeat(lambda: for_each(PartService.send_attendances), PRESENCE_SECONDS))
        group.create_task(repeat(lambda: for_each(PartService.close_idle), idle_check))
        group.create_task(repeat(lambda: for_each(PartService.note_uses), USES_SECONDS))
        group.create_task(repeat(bound_archive, ARCHIVE_SECONDS))
        group.create_task(repeat(publish_owners, OWNER_SECONDS))
        group.create_task(repeat(lambda: publish_owners(contested=True), CONTESTED_SECONDS))
