"""One part of a lobby while this server owns it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from protocol.keys import PublicKey, SecretKey
from protocol.owner import Ban
from protocol.states import PartState
from server.bots.bot_seats import BotSeat
from server.cluster.greeter import Greeter
from server.cluster.leaseholder import moment
from server.config import Config
from server.lobby.lobby_rules import LobbyRules
from server.messaging.publisher import Send
from server.rejection_stats import RejectionStats
from server.service import Listed, Service
from server.store.parts.database import PartDatabase
from server.store.parts.part_store import PartStore

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
        self.service = Service(
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
        )
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

    @property
    def key(self) -> PublicKey:
        """The key that the part answers with in this epoch."""
        return self._key.public

    def renew(self, until: float) -> None:
        """Note that the lease was renewed."""
        self._until = until

    async def start(self) -> None:
        """Go on with the part's tables where its owner before stopped."""
        await self.service.restore()
        await self._store.write_listing(self.service.lobby.tables.values())
        self._running = asyncio.create_task(self.service.run())
        self._running.add_done_callback(self._note_end)

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
        state = PartState(self.part, self.epoch, self.key.raw)
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
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def list_tables(self, changed: Mapping[str, Listed | None]) -> None:
        """List tables of other parts; None for closed ones."""
        await self.service.list_tables(changed)

    async def set_bans(self, bans: Iterable[Ban]) -> None:
        """Ban whom the lobby's owner has banned."""
        await self.service.set_bans(bans)

    def _note_end(self, running: asyncio.Task[None]) -> None:
        """Give the part up if a bug ended its service: another owner may do better."""
        if not running.cancelled() and (error := running.exception()) is not None:
            logger.error("part %d failed because of a bug", self.part, exc_info=error)
            self.database.end("It failed because of a bug.")

    def _send_while_owned(self, topic: str, payload: bytes, retain: bool) -> None:
        if self.is_owned:
            self._send(topic, payload, retain)
