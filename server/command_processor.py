"""Admits commands to their players' sessions, and has them carried out one after the other."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from protocol.commands import Command, Hello
from protocol.envelope import Envelope
from protocol.messages import Message, Refused, Reply, Superseded
from server.commands.command_table import carry_out, is_question, prepare
from server.commits import Asked, Batch
from server.effect_runner import EffectRunner, answer_of
from server.lobby.effects import Answered, Effects
from server.lobby.lobby import Lobby, Step
from server.messaging.inbox import Inbox
from server.messaging.outbox import Outbox
from server.players.sessions import Sessions, Standing
from server.refusals import RefusedError
from server.tables.table import Player
from texts import say

logger = logging.getLogger(__name__)

_ASKED_BY_ALL = "no_reminders"
"""A refusal that is no sign of trouble: the app asks every lobby whether it has reminders."""


@dataclass(slots=True)
class CommandProcessor:
    """Carries out commands in the order in which they arrive.

    Attributes:
        sessions: the players.
        inbox: counts what is refused.
        outbox: takes the answers.
        runner: carries out the commands' effects.
    """

    sessions: Sessions
    inbox: Inbox
    outbox: Outbox
    runner: EffectRunner

    def process(self, envelope: Envelope, batch: Batch) -> None:
        """Carry out a command if its session is the player's present one, and answer it."""
        message = envelope.message
        sender = envelope.sender
        publisher = self.outbox.publisher
        if isinstance(message, Hello):
            publisher.publish_answer(sender, envelope.command, self._greet(envelope, message))
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
                publisher.publish_answer(sender, envelope.command, known.answers[envelope.command])
            case Standing.NEXT if known is not None:
                self._carry_out(Asked(known, envelope.command), message, batch)
            case _:
                self.inbox.count("no_session")
                refusal = RefusedError("no_session", say("server/no-session"))
                publisher.publish_answer(sender, envelope.command, refusal.answer)

    def _greet(self, envelope: Envelope, hello: Hello) -> Reply:
        try:
            return self.sessions.hello(envelope.sender, envelope.command, hello)
        except RefusedError as error:
            return self._refused(error)

    def _carry_out(self, asked: Asked, message: Message, batch: Batch) -> None:
        command: Command = message  # type: ignore[assignment]  # the inbox takes nothing else
        player = Player(asked.known.public, asked.known.name)
        if batch.lobby.is_bot(player.id):  # also known as one when its table is gone
            asked.known.is_bot = True
        step = self._next_step(batch.lobby, player, command)
        if not is_question(command):
            self.sessions.remember_answer(asked.known, asked.command, answer_of(step[1]))
            batch.asked.append(asked)
        _note_use(step[0], player, command)
        self.runner.run(batch, step, asked)

    def _next_step(self, lobby: Lobby, player: Player, command: Command) -> Step:
        """Return the next lobby and the effects of a command; a refusal is an answer as well."""
        effects: Effects = ()
        try:
            lobby, effects = prepare(lobby, player, command)
            lobby, after = carry_out(lobby, player, command)
        except RefusedError as error:
            after = (Answered(self._refused(error)),)
        except Exception:
            logger.exception("%s failed because of a bug", type(command).__name__)
            self.inbox.count("internal")
            after = (Answered(RefusedError("internal", say("server/internal")).answer),)
        return lobby, effects + after

    def _refused(self, error: RefusedError) -> Refused:
        if error.code != _ASKED_BY_ALL:
            self.inbox.count(error.code)
        return error.answer


def _note_use(lobby: Lobby, player: Player, command: Command) -> None:
    """Note that its host or a seated person uses a table; a bot does not count."""
    table = lobby.tables.get(getattr(command, "table", ""))
    if table is None or lobby.is_bot(player.id):
        return
    if table.seat_of(player.id) is not None or table.host == player.id:
        lobby.context.idle.touch(table.id)
