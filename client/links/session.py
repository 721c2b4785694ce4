"""A player's sealed commands to one server, and the server's sealed answers."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from client.errors import MisplacedError, StaleError
from protocol.commands import Command, Hello
from protocol.envelope import Envelope, open_locked, open_sealed, open_signed, seal
from protocol.errors import ForgedError
from protocol.keys import PublicKey, SecretKey
from protocol.limits import SESSION_BYTES
from protocol.messages import Superseded, Welcome
from protocol.topics import Topics

NO_SESSION = bytes(SESSION_BYTES)
"""The session of a `Hello`, which has none yet."""
_REMEMBERED_BOOTS = 32


def new_id() -> bytes:
    """Return 16 random bytes: a command id, or a nonce."""
    return secrets.token_bytes(SESSION_BYTES)


@dataclass(frozen=True, slots=True)
class _Greeting:
    command: bytes
    hello: Hello


class Session:
    """A client's session with the server, without network and clock.

    A lost connection does not end the session: the client greets the server again, learns that it
    is still the same boot, and continues the session. So the older of two programs with one key
    cannot take the seat back by reconnecting.

    Attributes:
        boot: names the server's run that welcomed this client; empty before that.
        server: the key that the server answers with.
        inbox: the topic of the player's commands.
    """

    def __init__(
        self, key: SecretKey, server: PublicKey, *, lobby: PublicKey | None = None, part: int = 0
    ) -> None:
        """Begin without a session.

        Args:
            key: the player's.
            server: the server's key: the lobby's, or in a cluster the key of a part's owner.
            lobby: the lobby's key, if that is another.
            part: the number of the part; 0 for the whole lobby.
        """
        self.boot = b""
        self.server = server
        self._key = key
        self._lobby = lobby or server
        self._topics = Topics(self._lobby.fingerprint)
        me = key.public.fingerprint
        self.inbox = self._topics.inbox_of_part(part, me) if part else self._topics.inbox(me)
        self._outbox = self._topics.outbox(me)
        self._session = b""
        self._counter = 0
        self._last_read = -1
        self._greeting: _Greeting | None = None
        self._past_boots: list[bytes] = []

    @property
    def begun(self) -> bool:
        """Whether commands can be sealed."""
        return bool(self._session)

    def drop_session(self) -> None:
        """Drop the session: the server no longer knows it."""
        self._session = b""

    def seal_greeting(self, name: str, app: str) -> bytes:
        """Return the frame of a `Hello`, the same one until it is answered."""
        if self._greeting is None:
            self._greeting = _Greeting(new_id(), Hello(name, app, new_id()))
        return self._seal(NO_SESSION, 0, self._greeting.command, self._greeting.hello)

    def seal_command(self, command: Command, command_id: bytes) -> bytes:
        """Return the frame of a command, for the first time or again.

        Raises:
            OversizedError: the command is too large to be sent.
        """
        self._counter += 1
        return self._seal(self._session, self._counter, command_id, command)

    def open_answer(self, frame: bytes) -> Envelope:
        """Open a frame from this player's outbox.

        Raises:
            ProtocolError: naming why it is rejected.
        """
        envelope = open_sealed(frame, self._key, self._outbox)
        if envelope.sender != self.server:
            raise ForgedError("not sealed by the server")
        return envelope

    def open_public(self, frame: bytes, topic: str, table_key: bytes = b"") -> Envelope:
        """Open a frame that the server signed for everybody, or for those who have a table's key.

        Raises:
            ProtocolError: naming why it is rejected.
        """
        if table_key:
            return open_locked(frame, self.server, topic, table_key)
        signer = self._lobby if topic == self._topics.lobby_state() else self.server
        return open_signed(frame, signer, topic)

    def note_read(self, envelope: Envelope) -> None:
        """Note that a sealed envelope of the running boot was read.

        Raises:
            StaleError: this envelope or a later one was read before.
        """
        if envelope.counter <= self._last_read:
            raise StaleError("this envelope, or a later one, was read before")
        self._last_read = envelope.counter

    def accept_welcome(self, envelope: Envelope, welcome: Welcome) -> bool:
        """Begin a session with a `Welcome`; True if it comes from a new boot.

        Raises:
            StaleError: it does not answer the latest `Hello`.
            MisplacedError: it contradicts its own envelope.
        """
        greeting = self._greeting
        if greeting is None or (envelope.command, welcome.nonce) != (
            greeting.command,
            greeting.hello.nonce,
        ):
            raise StaleError("a welcome to another hello")
        if welcome.boot != envelope.session:
            raise MisplacedError("a welcome in the name of another boot")
        self._greeting = None
        new_boot = welcome.boot != self.boot
        if new_boot:
            self.note_past_boot(self.boot)
            self.boot, self._last_read = welcome.boot, -1
        if new_boot or not self._session:
            self._session, self._counter = welcome.session, 0
        self.note_read(envelope)
        return new_boot

    def is_greeting(self, command: bytes) -> bool:
        """Whether a command id is that of the latest `Hello`, not yet answered."""
        return self._greeting is not None and self._greeting.command == command

    def note_past_boot(self, boot: bytes) -> None:
        """Note that a boot is over, or never was the present one."""
        self._past_boots = [*self._past_boots, boot][-_REMEMBERED_BOOTS:]

    def is_past_boot(self, boot: bytes) -> bool:
        """Whether a boot is known to be over."""
        return boot in self._past_boots

    def is_superseded_by(self, envelope: Envelope) -> bool:
        """Whether an envelope says that this session has been superseded."""
        return isinstance(envelope.message, Superseded) and envelope.session == self._session

    def _seal(self, session: bytes, counter: int, command: bytes, message: Command) -> bytes:
        envelope = Envelope(self._key.public, self.inbox, session, counter, command, message)
        return seal(envelope, self._key, self.server)
