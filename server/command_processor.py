"""One command: who gives it, what comes of it, and who is to know."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from attrs import evolve

from protocol.envelope import Envelope
from protocol.messages import (
    MAX_REASONS,
    AskCounts,
    Command,
    Count,
    Counts,
    Done,
    Hello,
    Look,
    LookAway,
    OwnerCommand,
    Refused,
    Reply,
    SendAway,
    Superseded,
)
from server.archive import archived
from server.batch import Batch
from server.commands.administration import Administration
from server.commands.table_commands import QUESTIONS
from server.idle import IdleTracker
from server.lobby.lobby import Lobby
from server.messaging.broadcast import tell_presence, tell_talk
from server.messaging.inbox import Inbox
from server.messaging.outbox import Outbox
from server.players.sessions import Known, Sessions, Standing
from server.refusals import RefusedError
from server.rejection_stats import RejectionStats
from server.tables import dismissal
from server.tables.table import Player, Table
from server.tables.views import table_state

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class CommandProcessor:
    """Carries commands out, one after the other; what is said of them waits in the voice.

    Attributes:
        lobby: the tables.
        sessions: the players.
        inbox: counts what is refused.
        tally: all that was rejected, for the host.
        voice: is told what is to be said.
        idle: is told which tables are in use.
        owner: carries out what only the lobby's owner may ask.
        now: what archived games are dated by.
    """

    lobby: Lobby
    sessions: Sessions
    inbox: Inbox
    tally: RejectionStats
    voice: Outbox
    idle: IdleTracker
    owner: Administration
    now: Callable[[], datetime]

    def take(self, envelope: Envelope, batch: Batch) -> None:
        """Hear a command."""
        message = envelope.message
        sender = envelope.sender
        publisher = self.voice.publisher
        if isinstance(message, Hello):
            publisher.answer(sender, envelope.command, self._greet(envelope, message))
            return
        admission = self.sessions.admit(envelope)
        known = self.sessions.get(sender.fingerprint)
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

    def tell_changes(self, batch: Batch, mover: str = "") -> tuple[Table, ...]:
        """Have everybody told what has changed, but for the mover, whose answer shows it.

        Returns:
            The tables that are to be committed.
        """
        for table in self.lobby.take_ended():
            self._archive_safely(table, batch)
        changed = self.lobby.take_changed()
        for table in changed:
            self.idle.touch(table.id)
            self.voice.table(table, but=mover)
        self.voice.lobby(self.lobby.state())
        for players, notice in self.lobby.take_notices():
            self.voice.tell(players, notice)
        for table in self.lobby.take_spoken():
            tell_talk(self.voice, self.lobby.presence, table)
        return changed + self.lobby.take_quiet()

    def _greet(self, envelope: Envelope, hello: Hello) -> Reply:
        try:
            return self.sessions.hello(envelope.sender, envelope.command, hello)
        except RefusedError as error:
            self.inbox.count(error.code)
            return Refused(error.code, error.sentence)

    def _carry_out(self, known: Known, envelope: Envelope, batch: Batch) -> None:
        player = Player(envelope.sender, known.name)
        command: Command = envelope.message  # type: ignore[assignment]  # the inbox has seen to it
        reply = self._reply(player, command)
        if not isinstance(command, QUESTIONS):
            self.sessions.remember(known, envelope.command, reply)
            batch.ask(known, envelope.command)
        self._note_use(player, command)
        at_once = not batch.has_changed(getattr(reply, "table", ""))
        changed = self.tell_changes(batch, player.id)
        batch.note(known, envelope.command, reply, changed)
        answer = _with_state(player, reply, changed)
        self.voice.answer(known.public, envelope.command, answer, at_once=at_once)
        if isinstance(command, SendAway) and isinstance(reply, Done):
            table = self.lobby.tables[command.table]
            self.voice.tell([command.player], dismissal.farewell(table, command))
            tell_presence(self.voice, self.lobby.presence, table)
        elif isinstance(command, Look | LookAway) and command.table in self.lobby.tables:
            table = self.lobby.tables[command.table]
            tell_presence(self.voice, self.lobby.presence, table, player.id)

    def _reply(self, player: Player, command: Command) -> Reply:
        try:
            self.owner.refuse_if_banned(player)
            if not self.lobby.is_bot(player.id):
                self.lobby.rename(player)
            if isinstance(command, AskCounts):
                return self._counts(player)
            if isinstance(command, OwnerCommand):
                return self.owner.carry_out(player, command)
            return self.lobby.carry_out(player, command)
        except RefusedError as error:
            self.inbox.count(error.code)
            return Refused(error.code, error.sentence)
        except Exception:
            logger.exception("%s failed because of a bug", type(command).__name__)
            self.inbox.count("internal")
            return Refused("internal", "The server failed at that; nothing has changed. Try again.")

    def _counts(self, player: Player) -> Reply:
        self.owner.refuse_unless_owner(player)
        reasons = self.tally.by_reason()[:MAX_REASONS]
        return Counts(tuple(Count(reason[:60], times) for reason, times in reasons))

    def _note_use(self, player: Player, command: Command) -> None:
        """Note that its host or a seated person uses a table; a bot that waits does not."""
        table = self.lobby.tables.get(getattr(command, "table", ""))
        if table is None or self.lobby.is_bot(player.id):
            return
        if table.seat_of(player.id) is not None or table.host == player.id:
            self.idle.touch(table.id)

    def _archive_safely(self, table: Table, batch: Batch) -> None:
        try:
            record = archived(table, self.now(), self.lobby.rules.key)
            batch.archive(record)
            if record.result != "*":
                self._note_played(table, batch)
            self.lobby.file_record(table.id, record.text)
        except Exception:  # the game goes on all the same
            logger.exception("a game at table %s was not archived because of a bug", table.id)
            self.inbox.count("internal")

    def _note_played(self, table: Table, batch: Batch) -> None:
        """Note that people have played a game to its end."""
        for seat in table.people():
            known = self.sessions.get(table.seats[seat].player)
            if known is not None and not known.played:
                known.played = int(self.now().timestamp())
                batch.note_player(known)


def _with_state(player: Player, reply: Reply, changed: tuple[Table, ...]) -> Reply:
    """Show whoever has a seat there what has become of the table."""
    if isinstance(reply, Done):
        for table in changed:
            seat = table.viewer(player.id)
            if table.id == reply.table and seat is not None:
                return evolve(reply, state=table_state(table, seat))
    return reply
