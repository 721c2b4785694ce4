"""The server between wire and lobby: takes frames, has commands carried out, publishes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TypeAlias

from protocol.commands import Hello
from protocol.envelope import Envelope
from protocol.keys import PublicKey, SecretKey
from protocol.limits import SESSION_BYTES
from server.command_processor import CommandProcessor
from server.commits import Batch, Commits, SetBots
from server.effect_runner import EffectRunner, send_attendance
from server.idle import IdleLimits
from server.limits import DrawTimeouts
from server.lobby import upkeep
from server.lobby.census import Census, take_census
from server.lobby.context import LobbyContext
from server.lobby.lobby import Lobby, new_lobby
from server.lobby.lobby_rules import LobbyRules
from server.messaging.inbox import Inbox
from server.messaging.outbox import Outbox, Send
from server.players.sessions import Sessions
from server.rejection_stats import RejectionStats
from server.reminders.due_reminders import WaitingTurns, waiting_turns
from server.reminders.reminder_desk import ReminderDesk
from server.store.errors import StoreError
from server.store.retention import KEEP_ALL, RecordLimit
from server.store.store import Store
from server.tables.table import Player
from transport.fair_queue import FairQueue

logger = logging.getLogger(__name__)

MAX_WAITING = 1000
"""Commands that may wait; in a flood, the sender with the most of them loses the rest."""
RECONNECT_SECONDS = 10.0
"""Seconds that a draw waits longer after the server starts, for clients to connect again."""
MAX_BATCH = 64
"""Commands committed together at most."""
BATCH_SECONDS = 0.005
"""Seconds after which a batch takes no more commands, so that no answer waits long for others."""
_LEAST_COST = 1e-6

Greet: TypeAlias = Callable[[Envelope, Callable[[Envelope], None]], None]
"""Takes a `Hello`, and later hands on one that wishes for a name nobody else has."""


class Service:
    """Runs one lobby from a start of the server to its end.

    Commands are carried out one after the other, and those that wait together are committed
    together. What is published waits in the outbox until the commit.

    Attributes:
        tally: counts what is rejected.
        inbox: opens frames, and counts those it refuses.
        outbox: publishes what the server says.
    """

    def __init__(  # noqa: PLR0913 - what it stands between, and what a test replaces
        self,
        key: SecretKey,
        send: Send,
        set_bots: SetBots,
        store: Store,
        *,
        warn_host: Callable[[str], None] = logger.warning,
        tally: RejectionStats | None = None,
        rules: LobbyRules | None = None,
        idle_limits: IdleLimits = IdleLimits(),  # noqa: B008 - it is immutable
        keep_records: RecordLimit = KEEP_ALL,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        origin: Callable[[str], str] = lambda _: "",
        greet: Greet | None = None,
        reminders: ReminderDesk | None = None,
    ) -> None:
        """Begin with an empty lobby; `restore` fills it.

        Args:
            key: the server's identity, or its part's.
            send: publishes a payload.
            set_bots: starts and ends bots.
            store: keeps what must outlive this start.
            warn_host: tells the host in a sentence what is wrong.
            tally: counts what is rejected.
            rules: what the lobby is run by, if not as usual.
            idle_limits: how long tables may be idle before they are closed.
            keep_records: which games the archive keeps.
            clock: measures that; never goes back, in seconds.
            now: what archived games are dated by.
            origin: returns the address a player connects from; empty where it is not known.
            greet: makes the names distinct that players wish for, if this server alone cannot.
            reminders: keeps the players' addresses, if anybody is reminded.
        """
        boot = secrets.token_bytes(SESSION_BYTES)
        self.tally = tally or RejectionStats()
        self.inbox = Inbox(key, self.tally.messages)
        self._rules = rules or LobbyRules(key)
        self._store = store
        self._warn_host = warn_host
        self._keep_records = keep_records
        self._now = now
        self._draws = DrawTimeouts(self._rules.patience, time.monotonic)
        self._waiting = FairQueue[Envelope](
            MAX_WAITING,
            whose=lambda envelope: envelope.sender.fingerprint,
            dropped=lambda _: self.inbox.count("flood"),
        )
        self._turn = asyncio.Lock()
        self._ended = False
        self._sessions = Sessions(
            boot=boot,
            app=self._rules.app,
            token=lambda: secrets.token_bytes(SESSION_BYTES),
            keep=self._players_at_tables,
            clock=clock,
            origin=origin,
            names_are_distinct=greet is not None,
        )
        self._greet = greet
        self._reminders = reminders
        self._context = LobbyContext(
            self._rules, clock, self._sessions, self.tally, idle_limits, reminders
        )
        count_bug = partial(self.inbox.count, "internal")
        self.outbox = Outbox(
            key,
            boot,
            send,
            self._key_of,
            count_bug,
            self._rules.key,
            has_list=self._rules.has_list,
        )
        self._context.published = lambda: self.outbox.shown
        self._context.is_recent = self.outbox.is_recent
        self._commits = Commits(
            new_lobby(self._context),
            self._sessions,
            store,
            self.outbox,
            self.inbox,
            set_bots,
            warn_host,
            reminders,
        )
        self._runner = EffectRunner(self._sessions, self.inbox, self.outbox, now)
        self._processor = CommandProcessor(self._sessions, self.inbox, self.outbox, self._runner)

    @property
    def lobby(self) -> Lobby:
        """The lobby after the last commit."""
        return self._commits.lobby

    def census(self) -> Census:
        """Return how much goes on in the lobby now."""
        return take_census(self.lobby)

    def set_limits(self, idle_limits: IdleLimits, keep_records: RecordLimit) -> None:
        """Close idle tables and drop old records by other limits from now on."""
        self._context.idle.limits = idle_limits
        self._keep_records = keep_records

    async def restore(self) -> None:
        """Go on where the start before this one stopped.

        Raises:
            StoreError: the store cannot be read.
        """
        saved = await self._store.load(self._rules.open_game)
        self._commits.lobby = upkeep.restored_lobby(
            self._context, saved.tables, saved.keys, saved.bans
        )
        batch = self._commits.begin_batch()
        for player in saved.players:
            name = self._sessions.restore(player.public, player.name, player.answers, player.played)
            if name != player.name:
                step = upkeep.rename_player(batch.lobby, Player(player.public, name))
                self._runner.save(batch, step)
        if changes := batch.changes(()):
            await self._store.commit(changes)
            self._commits.lobby = batch.lobby
        # Clients that were connected before need a moment to connect again.
        longer = min(RECONNECT_SECONDS, 3 * self._rules.patience)
        self._draws.watch_draws(self.lobby.tables.values(), longer=longer)

    async def run(self) -> None:
        """Carry out what `receive` takes, until cancelled."""
        while True:
            taken = await self._next_command()
            async with self._turn:
                if not self._ended:
                    await self._end_draw_waits()
                    await self._carry_out_batch(taken)
                    self._draws.watch_draws(self.lobby.tables.values())
            for _ in taken:
                self._waiting.task_done()

    async def _next_command(self) -> list[Envelope]:
        """Wait for a command; return none if a draw's wait ends before."""
        try:
            async with asyncio.timeout(self._draws.seconds_left()):
                return [await self._waiting.get()]
        except TimeoutError:
            return []

    async def _end_draw_waits(self) -> None:
        """Go on with the draws that have waited long enough for somebody."""
        if not (expired := self._draws.take_expired()):
            return
        batch = self._commits.begin_batch()
        for table, is_long in expired:
            self._runner.run(batch, upkeep.end_draw_wait(batch.lobby, table, give_up=is_long))
        await self._commits.commit(batch)

    def receive(self, topic: str, frame: bytes, retained: bool) -> None:
        """Take a frame from the broker; never raises, whatever it is."""
        try:
            if retained:  # clients never retain a command: this one is replayed
                self.inbox.count("retained")
            elif (envelope := self.inbox.open(topic, frame)) is not None:
                if self._greet is not None and isinstance(envelope.message, Hello):
                    self._greet(envelope, self._waiting.put_nowait)
                else:
                    self._waiting.put_nowait(envelope)
        except Exception:
            logger.exception("a frame was not understood because of a bug")
            self.inbox.count("internal")

    async def publish_all(self) -> None:
        """Publish every state, since the broker may have lost them all; and start the bots."""
        async with self._turn:
            self.outbox.shown = None
            self.outbox.queue_lobby(self.lobby.listing)
            for table in self.lobby.tables.values():
                self.outbox.queue_table(table)
            await self._commits.send_outbox()

    async def send_waiting(self) -> None:
        """Send what was published without a command."""
        async with self._turn:
            await self._commits.send_outbox()

    async def say_farewell(self) -> bytes:
        """Tell everybody that the server ends; return the frame that says so.

        Nothing is carried out after it. The tables leave the broker, but stay in the store.
        """
        await self.end()
        frame = self.outbox.publisher.publish_lobby(self.lobby.listing.farewell())
        await self.clear_tables()
        return frame

    async def clear_tables(self) -> None:
        """Take the tables off the broker; they stay in the store."""
        async with self._turn:
            for table in self.lobby.tables:
                self.outbox.publisher.clear_table(table)
            await self._commits.send_outbox()

    async def end(self) -> None:
        """Keep what is left on every clock; nothing is carried out after this."""
        async with self._turn:
            batch = self._commits.begin_batch()
            self._runner.save(batch, upkeep.stop_clocks(batch.lobby))
            await self._commits.commit(batch)
            self._ended = True

    async def close_idle(self) -> None:
        """Close and archive the tables that have been idle for too long."""
        async with self._turn:
            batch = self._commits.begin_batch()
            for table in self._context.idle.expired(self.lobby.tables.values()):
                logger.info("table %s is closed: it has been idle for too long", table)
                self._runner.run(batch, upkeep.close_table(batch.lobby, table))
            await self._commits.commit(batch)

    async def bound_archive(self) -> None:
        """Drop the games that the archive is not to keep, a few at a time."""
        more = self._keep_records != KEEP_ALL
        while more and not self._ended:
            async with self._turn:
                try:
                    more = await self._store.bound_archive(self._keep_records, self._now())
                except StoreError as error:
                    self._warn_host(f"Old records cannot be dropped. {error}")
                    return
            await asyncio.sleep(0)  # others' turn

    async def reconnect_store(self) -> None:
        """Go on if a store that was away answers again; publish what it turns out to have kept."""
        if not await self._store.reconnect():
            return
        async with self._turn:
            kept = self._commits.resume()
        if kept is not None:
            logger.warning("the store answers again")
        if kept:
            await self.publish_all()

    async def run_clocks(self) -> None:
        """Pass for the seats whose time has run out."""
        if not (self._rules.has_list or upkeep.has_expired_clocks(self.lobby)):
            return  # there is no list that waits to be sent, either
        async with self._turn:
            if not self._ended:
                batch = self._commits.begin_batch()
                self._runner.run(batch, upkeep.play_for_expired_clocks(batch.lobby))
                await self._commits.commit(batch)

    async def send_reminders(self, waiting: WaitingTurns | None = None) -> None:
        """Remind the players who are away and whose turn it is.

        Args:
            waiting: the turns that wait, if not at this server's tables only.
        """
        desk = self._reminders
        if desk is None:
            return
        async with self._turn:
            if not self._ended:
                batch = self._commits.begin_batch()
                if waiting is None:
                    waiting = waiting_turns(self.lobby.tables.values(), self._context.clock())
                desk.collect_due(waiting, self._sessions.heard, self._rules.date())
                await self._commits.commit(batch)

    async def send_attendances(self) -> None:
        """Tell those at each table who has come, gone or fallen silent there."""
        async with self._turn:
            presence, tables = self._context.presence, self.lobby.tables
            for table in () if self._ended else tables.values():
                send_attendance(self.outbox, presence, table)
            presence.forget_absent(tables)
            if not self._ended:
                self._commits.run_bots()
            await self.outbox.send_news()

    async def _carry_out_batch(self, taken: list[Envelope]) -> None:
        """Carry out a command, and others that wait; commit them together."""
        batch = self._commits.begin_batch()
        until = time.monotonic() + BATCH_SECONDS
        for envelope in taken:  # the loop adds to it
            self._carry_out(envelope, batch)
            has_room = len(taken) < MAX_BATCH and time.monotonic() < until
            if has_room and not self._waiting.empty():
                taken.append(self._waiting.get_nowait())
        await self._commits.commit(batch)

    def _carry_out(self, envelope: Envelope, batch: Batch) -> None:
        began = time.monotonic()
        try:
            self._processor.process(envelope, batch)
        except Exception:
            logger.exception("a command failed because of a bug")
            self.inbox.count("internal")
        now = time.monotonic()
        self._waiting.charge(envelope, max(now - began, _LEAST_COST), now)

    def _players_at_tables(self) -> frozenset[str]:
        return self.lobby.players()

    def _key_of(self, player: str) -> PublicKey | None:
        """Return the key of a player, but of none who does not know this key of a part yet."""
        known = self._sessions.get(player)
        if known is None or (self._greet is not None and known.heard is None):
            return None  # they greet it, and ask for what they may see
        return known.public
