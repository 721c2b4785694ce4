"""The server between wire and lobby: frames in, commands carried out, answers and states out."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from attrs import evolve

from protocol.envelope import Envelope
from protocol.keys import PublicKey, SecretKey
from protocol.messages import (
    MAX_REASONS,
    SESSION_BYTES,
    AskCounts,
    Command,
    Count,
    Counts,
    Done,
    Hello,
    Look,
    LookAway,
    Refused,
    Reply,
    SendAway,
    Superseded,
)
from server import dismissal
from server.archive import archived
from server.batch import Batch
from server.commands import QUESTIONS
from server.company import tell_presence, tell_talk
from server.config import KEPT_SECONDS
from server.inbox import Inbox
from server.life import Life
from server.lobby import BotSeat, Lobby
from server.publisher import Send
from server.refusals import RefusedError
from server.rules import Rules, usual_rules
from server.sessions import Known, Sessions, Standing
from server.store import Store, StoreError
from server.table import Player, Table
from server.tally import Tally
from server.views import table_state
from server.voice import HEAD_START, Voice
from server.waiting import Waiting
from transport.fair import FairQueue

logger = logging.getLogger(__name__)

MAX_WAITING = 1000
"""Commands that may wait for their turn; in a flood, whoever has most of them loses the rest."""
MAX_BATCH = 64
"""Commands committed together at most."""

_STORE_FAILED = Refused(
    "store_failed",
    "The server cannot write to its disk, so nothing has changed: tell its host, and try again.",
)

KeepBots = Callable[[dict[tuple[str, int], BotSeat]], None]
"""Called with the seats that bots are to play for, whenever these change."""


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
        tally: Tally | None = None,
        rules: Rules | None = None,
        kept_seconds: float = KEPT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
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
            kept_seconds: how long a table without life is kept.
            clock: measures that; never goes back, in seconds.
            now: what archived games are dated by.
        """
        boot = secrets.token_bytes(SESSION_BYTES)
        self.lobby = Lobby(rules or usual_rules(key), clock)
        self.tally = tally or Tally()
        self.inbox = Inbox(key, self.tally.messages)
        self._me = key.public.fingerprint
        self._keep_bots = keep_bots
        self._store = store
        self._tell = tell
        self._now = now
        self._life = Life(kept_seconds, clock)
        self._draws = Waiting(self.lobby.rules.patience, time.monotonic)
        self._waiting = FairQueue[Envelope](
            MAX_WAITING,
            whose=lambda envelope: envelope.sender,
            dropped=lambda _: self.inbox.count("flood"),
        )
        self._turn = asyncio.Lock()
        self._ended = False
        self._bots: dict[tuple[str, int], BotSeat] = {}
        self._sessions = Sessions(
            boot=boot,
            app=self.lobby.rules.app,
            token=lambda: secrets.token_bytes(SESSION_BYTES),
            keep=self.lobby.players,
        )
        self.voice = Voice(key, boot, send, self._key_of, self._failed)

    # ------------------------------------------------------------ beginning and end

    async def restore(self) -> None:
        """Go on where the start before this one stopped.

        Raises:
            StoreError: the store cannot be read.
        """
        saved = await self._store.load(self.lobby.rules.open_game)
        self.lobby.restore(saved.tables, saved.keys)
        for player in saved.players:
            self._sessions.restore(player.public, player.name, player.answers)
        self._draws.watch(self.lobby.tables.values())

    async def run(self) -> None:
        """Carry out what `receive` takes, for ever."""
        while True:
            envelopes = await self._next_commands()
            async with self._turn:
                if not self._ended:
                    await self._end_waits()
                    await self._carry_out_all(envelopes)
                    self._draws.watch(self.lobby.tables.values())
            for _ in envelopes:
                self._waiting.task_done()

    async def _next_commands(self) -> list[Envelope]:
        """Wait for commands, or until a draw waits no longer."""
        try:
            async with asyncio.timeout(self._draws.left()):
                envelopes = [await self._waiting.get()]
        except TimeoutError:
            return []
        while len(envelopes) < MAX_BATCH and not self._waiting.empty():
            envelopes.append(self._waiting.get_nowait())
        return envelopes

    async def _end_waits(self) -> None:
        """Go on with the draws that have waited long enough for somebody."""
        if not (over := self._draws.over()):
            return
        batch = Batch(self.lobby.checkpoint())
        for table in over:
            self.lobby.end_wait(table)
        batch.change(self._publish_changes(batch))
        await self._commit(batch)

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
            await self._speak()

    async def say_farewell(self) -> bytes:
        """Tell everybody that the server ends; return the frame that says so.

        Nothing is carried out after it. The tables are taken off the broker, not out of the store.
        """
        async with self._turn:
            batch = Batch(self.lobby.checkpoint())
            self.lobby.stop_clocks()
            batch.change(self.lobby.take_quiet())
            await self._commit(batch)
            self._ended = True
            frame = self.voice.publisher.lobby(self.lobby.farewell())
            for table in self.lobby.tables:
                self.voice.publisher.clear_table(table)
            await self._speak()
            return frame

    async def close_idle(self) -> None:
        """Close and archive the tables that have been without life for too long."""
        async with self._turn:
            batch = Batch(self.lobby.checkpoint())
            for table in self._life.ended(self.lobby.tables):
                logger.info("table %s has been without life for long: it is closed", table)
                self.lobby.close(table)
            batch.change(self._publish_changes(batch))
            await self._commit(batch)

    async def run_clocks(self) -> None:
        """Pass for those whose time has run out."""
        async with self._turn:
            if not self._ended:
                batch = Batch(self.lobby.checkpoint())
                self.lobby.run_clocks()
                batch.change(self._publish_changes(batch))
                await self._commit(batch)

    async def tell_presence(self) -> None:
        """Tell those at each table who has come there, and who has gone or fallen silent."""
        async with self._turn:
            for table in self.lobby.tables.values():
                self._tell_presence(table)
            self.lobby.presence.forget(self.lobby.tables)
            await self.voice.spread()

    # ------------------------------------------------------------ commit first, then speak

    async def _speak(self) -> None:
        """Send what waits to be said, and have those bots play that are wanted now."""
        answered = self.voice.speak()
        bots = self.lobby.bots()
        if bots != self._bots:
            self._bots = bots
            self._keep_bots(bots)
        if answered:
            await asyncio.sleep(HEAD_START)
        await self.voice.spread()

    async def _carry_out_all(self, envelopes: list[Envelope]) -> None:
        batch = Batch(self.lobby.checkpoint())
        for envelope in envelopes:
            try:
                self._take(envelope, batch)
            except Exception:
                logger.exception("a command failed because of a bug")
                self.inbox.count("internal")
        if not await self._commit(batch):
            for known, command in batch.asked:
                self.voice.answer(known.public, command, _STORE_FAILED)
            await self._speak()

    async def _commit(self, batch: Batch) -> bool:
        """Commit and speak; False when the store failed, and with it everything in the batch."""
        forgotten = tuple(each for each in self._sessions.take_forgotten() if each in self._store)
        changes = batch.changes(self.lobby.keys(), forgotten)
        try:
            if changes:
                await self._store.commit(changes)
        except Exception as error:
            if not isinstance(error, StoreError):
                logger.exception("the store failed because of a bug")
            self._undo(batch, error)
            return False
        await self._speak()
        return True

    def _undo(self, batch: Batch, error: Exception) -> None:
        self._tell(f"Nothing can be changed at the tables. {error}")
        self.inbox.count("store_failed")
        self.lobby.roll_back(batch.before)
        batch.undo()
        self.voice.take_back()

    # ------------------------------------------------------------ one command

    def _take(self, envelope: Envelope, batch: Batch) -> None:
        message = envelope.message
        sender = envelope.sender
        publisher = self.voice.publisher
        if isinstance(message, Hello):
            welcome = self._sessions.hello(sender, envelope.command, message)
            publisher.answer(sender, envelope.command, welcome)
            return
        admission = self._sessions.admit(envelope)
        known = self._sessions.get(sender.fingerprint)
        if admission.superseded:
            publisher.end_session(sender, admission.superseded, Superseded())
        match admission.standing:
            case Standing.REPLAYED:
                self.inbox.count("replayed")
            case Standing.SUPERSEDED:
                self.inbox.count("superseded")
                publisher.end_session(sender, envelope.session, Superseded())
            case Standing.REPEATED if known is not None:
                publisher.answer(sender, envelope.command, known.answers[envelope.command])
            case Standing.NEXT if known is not None:
                self._carry_out(known, envelope, batch)
            case _:
                self.inbox.count("no_session")
                refusal = Refused("no_session", "This session is unknown here: say Hello first.")
                publisher.answer(sender, envelope.command, refusal)

    def _carry_out(self, known: Known, envelope: Envelope, batch: Batch) -> None:
        player = Player(envelope.sender, known.name)
        command: Command = envelope.message  # type: ignore[assignment]  # the inbox has seen to it
        reply = self._reply(player, command)
        if not isinstance(command, QUESTIONS):
            known.remember(envelope.command, reply)
            batch.ask(known, envelope.command)
        self._note_life(player, command)
        at_once = not batch.has_changed(getattr(reply, "table", ""))
        changed = self._publish_changes(batch, player.id)
        batch.note(known, envelope.command, reply, changed)
        answer = self._with_state(player, reply, changed)
        self.voice.answer(known.public, envelope.command, answer, at_once=at_once)
        if isinstance(command, SendAway) and isinstance(reply, Done):
            table = self.lobby.tables[command.table]
            self.voice.tell([command.player], dismissal.farewell(table, command))
            self._tell_presence(table)
        if isinstance(command, Look | LookAway):
            self._tell_presence(self.lobby.tables.get(command.table), player.id)

    def _with_state(self, player: Player, reply: Reply, changed: tuple[Table, ...]) -> Reply:
        """Show whoever has a seat there what has become of the table."""
        if isinstance(reply, Done):
            for table in changed:
                seat = table.viewer(player.id)
                if table.id == reply.table and seat is not None:
                    return evolve(reply, state=table_state(table, seat))
        return reply

    def _reply(self, player: Player, command: Command) -> Reply:
        if isinstance(command, AskCounts):
            return self._counts(player)
        try:
            if not self.lobby.is_bot(player.id):
                self.lobby.rename(player)
            return self.lobby.carry_out(player, command)
        except RefusedError as error:
            self.inbox.count(error.code)
            return Refused(error.code, error.sentence)
        except Exception:
            logger.exception("%s failed because of a bug", type(command).__name__)
            self.inbox.count("internal")
            return Refused("internal", "The server failed at that; nothing has changed. Try again.")

    def _counts(self, player: Player) -> Reply:
        if player.id != self._me:
            self.inbox.count("not_host")
            return Refused("not_host", "Only the lobby's host may see what its server rejects.")
        reasons = self.tally.by_reason()[:MAX_REASONS]
        return Counts(tuple(Count(reason[:60], times) for reason, times in reasons))

    def _note_life(self, player: Player, command: Command) -> None:
        """A person who plays there, or only looks, is life at a table; a bot that waits is none."""
        table = self.lobby.tables.get(getattr(command, "table", ""))
        if table is None or self.lobby.is_bot(player.id):
            return
        if table.seat_of(player.id) is not None or table.host == player.id:
            self._life.touch(table.id)

    def _publish_changes(self, batch: Batch, mover: str = "") -> tuple[Table, ...]:
        """Have everybody told what has changed, but for the mover, whose answer shows it."""
        for table in self.lobby.take_ended():
            self._archive_safely(table, batch)
        changed = self.lobby.take_changed()
        for table in changed:
            self._life.touch(table.id)
            self.voice.table(table, but=mover)
        self.voice.lobby(self.lobby.state())
        for table in self.lobby.take_spoken():
            tell_talk(self.voice, self.lobby.presence, table)
        return changed + self.lobby.take_quiet()

    def _tell_presence(self, table: Table | None, looking: str = "") -> None:
        if table is not None and not self._ended:
            tell_presence(self.voice, self.lobby.presence, table, looking)

    def _archive_safely(self, table: Table, batch: Batch) -> None:
        try:
            record = archived(table, self._now(), self.lobby.rules.key)
            batch.archive(record)
            self.lobby.file_record(table.id, record.text)
        except Exception:  # the game goes on all the same
            logger.exception("a game at table %s was not archived because of a bug", table.id)
            self.inbox.count("internal")

    def _failed(self) -> None:
        self.inbox.count("internal")

    def _key_of(self, player: str) -> PublicKey | None:
        known = self._sessions.get(player)
        return known.public if known else None
