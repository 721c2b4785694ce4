"""Puts messages into envelopes with a rising counter, signed or sealed."""

from __future__ import annotations

from collections.abc import Callable

from protocol.envelope import Envelope, lock, seal, sign
from protocol.keys import PublicKey, SecretKey
from protocol.messages import Message
from protocol.states import LobbyState, PartState, TableState
from protocol.topics import Topics
from server.tables.table import Table
from server.tables.views import table_state

Send = Callable[[str, bytes, bool], None]
"""Publishes a payload on a topic, retained or not."""


class Publisher:
    """Publishes the messages of one start of the server.

    Attributes:
        boot: the session of its envelopes, 16 random bytes.
    """

    def __init__(
        self, secret: SecretKey, boot: bytes, send: Send, lobby: SecretKey | None = None
    ) -> None:
        """Begin to count.

        Args:
            secret: signs and seals.
            boot: the session of the envelopes.
            send: publishes a payload.
            lobby: signs the list of tables, if another key does.
        """
        self.boot = boot
        self._secret = secret
        self._lobby = lobby or secret
        self._send = send
        self._topics = Topics(self._lobby.public.fingerprint)
        self._counter = 0

    def publish_answer(self, player: PublicKey, command: bytes, message: Message) -> None:
        """Publish the answer to a command, sealed for its player."""
        self._seal(player, self.boot, command, message)

    def publish_private(self, player: PublicKey, message: Message) -> None:
        """Publish a message that answers no command, sealed for a player."""
        self._seal(player, self.boot, b"", message)

    def end_session(self, player: PublicKey, session: bytes, message: Message) -> None:
        """Publish a message to the one connection of a player that has this session."""
        self._seal(player, session, b"", message)

    def publish_lobby(self, state: LobbyState) -> bytes:
        """Publish the lobby, retained for clients that come later; return the frame."""
        return self._sign(self._topics.lobby_state(), state, self._lobby, retain=True)

    def publish_part(self, state: PartState) -> bytes:
        """Publish who runs a part: at once, and retained for clients that come later.

        Returns:
            The frame.

        A broker of several nodes may pass a message on only after all of them have kept it.
        """
        topic = self._topics.part(state.part)
        frame = self._sign(topic, state, self._lobby, retain=False)
        self._send(topic, frame, True)
        return frame

    def publish_table(self, table: Table, actors: dict[int, list[PublicKey]]) -> None:
        """Publish a table: each seat's view to those who may see it, and the public view.

        Args:
            table: the table.
            actors: for each seat, the keys of the person and the bot that may see its view.
        """
        for seat, keys in actors.items():
            if keys:
                state = table_state(table, seat)
                for key in keys:
                    self.publish_private(key, state)
        public = table_state(table, None)
        closed = table.status == "closed"
        topic = self._topics.table(table.id)
        self._sign(topic, public, self._secret, retain=not closed, key=table.key)
        if closed:
            self.clear_table(table.id)

    def clear_table(self, table: str) -> None:
        """Take a table's retained state off the broker."""
        self._send(self._topics.table(table), b"", True)

    def _sign(
        self,
        topic: str,
        message: LobbyState | PartState | TableState,
        secret: SecretKey,
        *,
        retain: bool,
        key: bytes = b"",
    ) -> bytes:
        self._counter += 1
        envelope = Envelope(secret.public, topic, self.boot, self._counter, b"", message)
        frame = lock(envelope, secret, key) if key else sign(envelope, secret)
        self._send(topic, frame, retain)
        return frame

    def _seal(self, player: PublicKey, session: bytes, command: bytes, message: Message) -> None:
        topic = self._topics.outbox(player.fingerprint)
        self._counter += 1
        sender = self._secret.public
        envelope = Envelope(sender, topic, session, self._counter, command, message)
        self._send(topic, seal(envelope, self._secret, player), False)
