"""The server between wire and lobby: frames in, commands carried out, answers and states out."""

from __future__ import annotations

import logging
import secrets
import string
from collections.abc import Callable

from protocol.envelope import Envelope
from protocol.keys import SecretKey
from protocol.messages import (
    SESSION_BYTES,
    AskHistory,
    Command,
    Hello,
    LobbyState,
    Look,
    Refused,
    Reply,
    Superseded,
)
from server.config import BOT_LEVELS, release
from server.inbox import Inbox
from server.lobby import BotSeat, Lobby, Rules
from server.publisher import Publisher, Send
from server.refusals import RefusedError
from server.sessions import Known, Sessions, Standing
from server.table import Player, Table

logger = logging.getLogger(__name__)

_TABLE_LETTERS = string.ascii_lowercase + string.digits
_TABLE_LENGTH = 8

KeepBots = Callable[[dict[tuple[str, int], BotSeat]], None]
"""Called with the seats that bots are to play for, whenever these change."""


class Service:
    """One start of a server.

    Attributes:
        lobby: the tables.
        inbox: opens frames, and counts those it refuses.
        publisher: what the server says goes through it.
    """

    def __init__(
        self, key: SecretKey, send: Send, keep_bots: KeepBots, *, rules: Rules | None = None
    ) -> None:
        """Begin with an empty lobby.

        Args:
            key: the server's identity.
            send: publishes a payload.
            keep_bots: starts and ends bots.
            rules: what the lobby is run by, if not as usual.
        """
        boot = secrets.token_bytes(SESSION_BYTES)
        self.lobby = Lobby(rules or usual_rules())
        self.inbox = Inbox(key)
        self.publisher = Publisher(key, boot, send)
        self._keep_bots = keep_bots
        self._bots: dict[tuple[str, int], BotSeat] = {}
        self._shown: LobbyState | None = None
        self._sessions = Sessions(
            boot=boot,
            app=self.lobby.rules.app,
            token=lambda: secrets.token_bytes(SESSION_BYTES),
            keep=self.lobby.players,
        )

    def receive(self, topic: str, frame: bytes, retained: bool) -> None:
        """Take a frame from the broker; never raises, whatever it is."""
        try:
            if retained:  # no command is ever retained: somebody plays an old one again
                self.inbox.count("retained")
            elif (envelope := self.inbox.open(topic, frame)) is not None:
                self._take(envelope)
        except Exception:
            logger.exception("a frame was not understood because of a bug")
            self.inbox.count("internal")

    def publish_all(self) -> None:
        """Publish every state, as the broker may have lost them all."""
        self._shown = self.lobby.state()
        self.publisher.lobby(self._shown)
        for table in self.lobby.tables.values():
            self._publish_safely(table)

    def say_farewell(self) -> bytes:
        """Tell everybody that the server ends; return the frame that says so."""
        frame = self.publisher.lobby(self.lobby.farewell())
        for table in self.lobby.tables:
            self.publisher.clear_table(table)
        return frame

    def _take(self, envelope: Envelope) -> None:
        message = envelope.message
        sender = envelope.sender
        if isinstance(message, Hello):
            welcome = self._sessions.hello(sender, envelope.command, message)
            self.publisher.answer(sender, envelope.command, welcome)
            return
        admission = self._sessions.admit(envelope)
        known = self._sessions.get(sender.fingerprint)
        if admission.superseded:
            self.publisher.end_session(sender, admission.superseded, Superseded())
        match admission.standing:
            case Standing.REPLAYED:
                self.inbox.count("replayed")
            case Standing.SUPERSEDED:
                self.inbox.count("superseded")
                self.publisher.end_session(sender, envelope.session, Superseded())
            case Standing.REPEATED if known is not None:
                self.publisher.answer(sender, envelope.command, known.answers[envelope.command])
            case Standing.NEXT if known is not None:
                self._carry_out(known, envelope)
            case _:
                self.inbox.count("no_session")
                refusal = Refused("no_session", "This session is unknown here: say Hello first.")
                self.publisher.answer(sender, envelope.command, refusal)

    def _carry_out(self, known: Known, envelope: Envelope) -> None:
        player = Player(envelope.sender.fingerprint, known.name)
        command: Command = envelope.message  # type: ignore[assignment]  # the inbox has seen to it
        reply = self._reply(player, command)
        if not isinstance(command, Look | AskHistory):
            known.remember(envelope.command, reply)
        self._publish_changes()
        self.publisher.answer(known.public, envelope.command, reply)

    def _reply(self, player: Player, command: Command) -> Reply:
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

    def _publish_changes(self) -> None:
        for table in self.lobby.take_changed():
            self._publish_safely(table)
        state = self.lobby.state()
        if state != self._shown:
            self._shown = state
            self.publisher.lobby(state)
        bots = self.lobby.bots()
        if bots != self._bots:
            self._bots = bots
            self._keep_bots(bots)

    def _publish_safely(self, table: Table) -> None:
        try:
            self._publish(table)
        except Exception:  # the mover is answered all the same
            logger.exception("table %s was not published because of a bug", table.id)
            self.inbox.count("internal")

    def _publish(self, table: Table) -> None:
        seats = {
            number: [
                known.public
                for key in sorted({seat.player, seat.actor})
                if (known := self._sessions.get(key)) is not None
            ]
            for number, seat in enumerate(table.seats)
        }
        self.publisher.table(table, seats)


def usual_rules() -> Rules:
    """Return what a lobby is run by when nothing else is asked for."""
    return Rules(
        app=release(),
        levels=BOT_LEVELS,
        seed=lambda: secrets.randbits(256),
        table_id=lambda: "".join(secrets.choice(_TABLE_LETTERS) for _ in range(_TABLE_LENGTH)),
    )
