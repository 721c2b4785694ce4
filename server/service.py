"""The server between wire and lobby: frames in, commands carried out, answers and states out."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from protocol.envelope import Envelope
from protocol.keys import PublicKey, SecretKey
from protocol.messages import SESSION_BYTES
from server.batch import Batch
from server.command_processor import CommandProcessor
from server.commands.administration import Administration
from server.commits import Commits, KeepBots
from server.idle import IdleLimits, IdleTracker
from server.limits.draw_timeouts import Waiting
from server.lobby.lobby import Lobby
from server.lobby.lobby_rules import Rules, usual_rules
from server.messaging.broadcast import tell_presence
from server.messaging.inbox import Inbox
from server.messaging.outbox import Outbox
from server.messaging.publisher import Send
from server.players.sessions import Sessions
from server.rejection_stats import RejectionStats
from server.store import KEEP_ALL, RecordLimit, Store, StoreError
from server.tables.table import Player
from transport.fair_queue import FairQueue

logger = logging.getLogger(__name__)

MAX_WAITING = 1000
"""Commands that may wait for their turn; in a flood, whoever has most of them loses the rest."""
COME_BACK = 10.0
"""Seconds a draw waits longer after a start of the server."""
MAX_BATCH = 64
"""Commands committed together at most."""
_LEAST_COST = 1e-6
BATCH_SECONDS = 0.005
"""Seconds after which a batch takes no more commands, so that no answer waits long for others."""


class Service:
    """One start of a server.

    Commands are carried out one after the other. Whatever one changes is committed before anybody
    is told of it: what the server says waits in its voice, and is sent, or thrown away with the
    changes when the store fails. Commands that wait together are committed together.

    Attributes:
        lobby: the tables.
        tally: counts what is rejected.
        inbox: opens frames, and counts those it refuses.
        voice: says what the server has to say.
    """

    def __init__(  # noqa: PLR0913 - what it stands between, and what a test replaces
        self,
        key: SecretKey,
        send: Send,
        keep_bots: KeepBots,
        store: Store,
        *,
        tell: Callable[[str], None] = logger.warning,
        tally: RejectionStats | None = None,
        rules: Rules | None = None,
        idle_limits: IdleLimits = IdleLimits(),  # noqa: B008 - it is immutable
        keep_records: RecordLimit = KEEP_ALL,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        origin: Callable[[str], str] = lambda _: "",
    ) -> None:
        """Begin with an empty lobby; `restore` fills it.

        Args:
            key: the server's identity.
            send: publishes a payload.
            keep_bots: starts and ends bots.
            store: keeps what must outlive this start.
            tell: tells the host in a sentence what is wrong.
            tally: counts what is rejected.
            rules: what the lobby is run by, if not as usual.
            idle_limits: how long tables may be idle before they are closed.
            keep_records: which games the archive keeps.
            clock: measures that; never goes back, in seconds.
            now: what archived games are dated by.
            origin: returns the address a player connects from; empty where it is not known.
        """
        boot = secrets.token_bytes(SESSION_BYTES)
        self.lobby = Lobby(rules or usual_rules(key), clock)
        self.tally = tally or RejectionStats()
        self.inbox = Inbox(key, self.tally.messages)
        self._store = store
        self._tell = tell
        self._keep_records = keep_records
        self._now = now
        self._draws = Waiting(self.lobby.rules.patience, time.monotonic)
        self._waiting = FairQueue[Envelope](
            MAX_WAITING,
            whose=lambda envelope: envelope.sender.fingerprint,
            dropped=lambda _: self.inbox.count("flood"),
        )
        self._turn = asyncio.Lock()
        self._ended = False
        self._sessions = Sessions(
            boot=boot,
            app=self.lobby.rules.app,
            token=lambda: secrets.token_bytes(SESSION_BYTES),
            keep=self.lobby.players,
            clock=clock,
            origin=origin,
        )
        self.lobby.know(self._sessions)
        self._idle = IdleTracker(idle_limits, clock, self._sessions.heard)
        self.voice = Outbox(key, boot, send, self._key_of, self._failed)
        self._hearing = CommandProcessor(
            self.lobby,
            self._sessions,
            self.inbox,
            self.tally,
            self.voice,
            self._idle,
            Administration(self.lobby, self._sessions, self._idle),
            now,
        )
        self._commits = Commits(
            self.lobby, self._sessions, store, self.voice, self.inbox, keep_bots, tell
        )

    # ------------------------------------------------------------ beginning and end

    async def restore(self) -> None:
        """Go on where the start before this one stopped.

        Raises:
            StoreError: the store cannot be read.
        """
        saved = await self._store.load(self.lobby.rules.open_game)
        self.lobby.restore(saved.tables, saved.keys, saved.bans)
        for player in saved.players:
            name = self._sessions.restore(player.public, player.name, player.answers, player.played)
            if name != player.name:
                self.lobby.rename(Player(player.public, name))
        # Clients that were connected before need a moment to come back.
        patience = self.lobby.rules.patience
        self._draws.watch(self.lobby.tables.values(), longer=min(COME_BACK, 3 * patience))

    async def run(self) -> None:
        """Carry out what `receive` takes, for ever."""
        while True:
            taken = await self._next_command()
            async with self._turn:
                if not self._ended:
                    await self._end_waits()
                    await self._carry_out_batch(taken)
                    self._draws.watch(self.lobby.tables.values())
            for _ in taken:
                self._waiting.task_done()

    async def _next_command(self) -> list[Envelope]:
        """Wait for a command, or until a draw waits no longer: then there is none."""
        try:
            async with asyncio.timeout(self._draws.left()):
                return [await self._waiting.get()]
        except TimeoutError:
            return []

    async def _end_waits(self) -> None:
        """Go on with the draws that have waited long enough for somebody."""
        if not (over := self._draws.over()):
            return
        batch = self._commits.begin()
        for table, long in over:
            self.lobby.end_wait(table, at_last=long)
        await self._commit_changes(batch)

    def receive(self, topic: str, frame: bytes, retained: bool) -> None:
        """Take a frame from the broker; never raises, whatever it is."""
        try:
            if retained:  # no command is ever retained: somebody plays an old one again
                self.inbox.count("retained")
            elif (envelope := self.inbox.open(topic, frame)) is not None:
                self._waiting.put_nowait(envelope)
        except Exception:
            logger.exception("a frame was not understood because of a bug")
            self.inbox.count("internal")

    async def publish_all(self) -> None:
        """Publish every state, as the broker may have lost them all; and start the bots."""
        async with self._turn:
            self.voice.shown = None
            self.voice.lobby(self.lobby.state())
            for table in self.lobby.tables.values():
                self.voice.table(table)
            await self._commits.speak()

    async def say_farewell(self) -> bytes:
        """Tell everybody that the server ends; return the frame that says so.

        Nothing is carried out after it. The tables are taken off the broker, not out of the store.
        """
        async with self._turn:
            batch = self._commits.begin()
            self.lobby.stop_clocks()
            batch.change(self.lobby.take_quiet())
            await self._commits.commit(batch)
            self._ended = True
            frame = self.voice.publisher.lobby(self.lobby.farewell())
            for table in self.lobby.tables:
                self.voice.publisher.clear_table(table)
            await self._commits.speak()
            return frame

    async def close_idle(self) -> None:
        """Close and archive the tables that have been idle for too long."""
        async with self._turn:
            batch = self._commits.begin()
            for table in self._idle.expired(self.lobby.tables.values()):
                logger.info("table %s has been idle for too long: it is closed", table)
                self.lobby.close(table)
            await self._commit_changes(batch)

    async def bound_archive(self) -> None:
        """Drop the games the archive is not to keep, a few at a time."""
        more = self._keep_records != KEEP_ALL
        while more and not self._ended:
            async with self._turn:
                try:
                    more = await self._store.bound_archive(self._keep_records, self._now())
                except StoreError as error:
                    self._tell(f"Old records cannot be dropped. {error}")
                    return
            await asyncio.sleep(0)  # others' turn

    async def run_clocks(self) -> None:
        """Pass for those whose time has run out."""
        async with self._turn:
            if not self._ended:
                batch = self._commits.begin()
                self.lobby.run_clocks()
                await self._commit_changes(batch)

    async def tell_presence(self) -> None:
        """Tell those at each table who has come there, and who has gone or fallen silent."""
        async with self._turn:
            for table in () if self._ended else self.lobby.tables.values():
                tell_presence(self.voice, self.lobby.presence, table)
            self.lobby.presence.forget(self.lobby.tables)
            if not self._ended:
                self._commits.run_bots()
            await self.voice.spread()

    async def _carry_out_batch(self, taken: list[Envelope]) -> None:
        """Carry out a command, and take more that wait; commit them together."""
        batch = self._commits.begin()
        until = time.monotonic() + BATCH_SECONDS
        for envelope in taken:  # it grows meanwhile
            self._carry_out(envelope, batch)
            room = len(taken) < MAX_BATCH and time.monotonic() < until
            if room and not self._waiting.empty():
                taken.append(self._waiting.get_nowait())
        await self._commits.commit(batch)

    def _carry_out(self, envelope: Envelope, batch: Batch) -> None:
        began = time.monotonic()
        try:
            self._hearing.take(envelope, batch)
        except Exception:
            logger.exception("a command failed because of a bug")
            self.inbox.count("internal")
        now = time.monotonic()
        self._waiting.charge(envelope, max(now - began, _LEAST_COST), now)

    async def _commit_changes(self, batch: Batch) -> None:
        """Commit what has changed without a command."""
        batch.change(self._hearing.tell_changes(batch))
        await self._commits.commit(batch)

    def _failed(self) -> None:
        self.inbox.count("internal")

    def _key_of(self, player: str) -> PublicKey | None:
        known = self._sessions.get(player)
        return known.public if known else None
