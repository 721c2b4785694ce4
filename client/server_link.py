"""The connection to the lobby's server across a broker that is not trusted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from client.changes import Status
from client.connection import Connection, Events
from client.errors import ConnectionEndedError, LoginRefusedError, MisplacedError, StaleError
from client.release import release
from client.requests import PATIENCE, REPEAT, Pending, Requests
from client.session import Session
from protocol import PROTOCOL_VERSION
from protocol.envelope import Envelope, signed_version
from protocol.errors import ProtocolError, VersionError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import (
    Attendance,
    Command,
    Done,
    Refused,
    Reply,
    SentAway,
    Superseded,
    TableState,
    Talk,
    Welcome,
)
from protocol.topics import Topics
from transport.connection_error import LastingFailure
from transport.mqtt import Credentials

_SILENT = "The broker can be reached, but the lobby's server does not answer. Still trying."
_SUPERSEDED = "You have connected from somewhere else, so this connection has ended."
_THEIRS_NEWER = (
    "This lobby speaks protocol {}, your siam {}: update siam-tui here as you installed it "
    "(in a clone: git pull, then its setup command again)."
)
_OURS_NEWER = "This lobby speaks protocol {}, your siam {}: ask its host to update siam-tui."

_LASTING = {
    LastingFailure.LOGIN: Status.LOGIN_REFUSED,
    LastingFailure.CERTIFICATE: Status.UNTRUSTED,
}
"""How a link ends that was never connected, by what does not mend by itself."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Callbacks of a link; they receive only genuine messages.

    Attributes:
        status_changed: the link's status or trouble changed.
        welcomed: the server takes commands; True if this is a new boot.
        public: the server signed a message for everybody.
        private: the server sealed a message about a table for this player; True for an answer.
        doubtful: the server signed a message in a boot that may not be the present one.
        keys: the keys that open the frames of private tables, by topic.
    """

    status_changed: Callable[[], None]
    welcomed: Callable[[bool], None]
    public: Callable[[Envelope], None]
    private: Callable[[TableState | Attendance | Talk | SentAway, bool], None]
    doubtful: Callable[[Envelope], None]
    keys: Mapping[str, bytes]


class ServerLink:
    """Connects one player with one server: greets, seals, repeats, and checks what arrives.

    Attributes:
        name: the player's name, as the server made it distinct.
        status: state of the connection.
        trouble: a sentence for the person that says what is wrong; empty when online.
        welcome: the server's last greeting; None before the first.
        refused: rejected messages, counted by the name of the error.
    """

    def __init__(
        self, link: Link, key: SecretKey, name: str, password: str | None, receiver: Receiver
    ) -> None:
        self.name = name
        self.status = Status.CONNECTING
        self.trouble = ""
        self.welcome: Welcome | None = None
        self.refused: Counter[str] = Counter()
        self._server = link.server
        self._topics = Topics(link.lobby)
        self._inbox = self._topics.inbox(key.public.fingerprint)
        self._outbox = self._topics.outbox(key.public.fingerprint)
        self._receiver = receiver
        self._wanted_name = name
        self._session = Session(key, link.server)
        self._requests = Requests(self._send, self._note_silence)
        events = Events(self._note_connected, self._note_lost, self._receive_frame, self.refused)
        self._connection = Connection(link.broker, Credentials(key, link.lobby, password), events)
        self._connected = False
        self._to_greet = asyncio.Event()
        self._welcomed = asyncio.Event()
        self._doubtful_boots: set[bytes] = set()
        self._other_version: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def boot(self) -> bytes:
        """The server's run that last welcomed this client; empty before that."""
        return self._session.boot

    # ------------------------------------------------------------ start and end

    async def open(self) -> None:
        """Start connecting; `status` shows the progress."""
        await self._connection.subscribe(self._outbox)
        lobby = self._topics.lobby_state()
        await self._connection.subscribe(self._topics.any_version(lobby))
        self.start(self._connection.run())
        self.start(self._repeat_greeting())

    async def close(self) -> None:
        """Disconnect, and cancel everything that runs."""
        self._requests.fail_all(ConnectionEndedError("the connection has been closed"))
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine until it ends or the link is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self._requests.fail_all(error)  # a bug of ours: fail the callers that wait
            raise error

    def _end_link(self, status: Status, trouble: str) -> None:
        self._set_status(status, trouble)
        self._requests.fail_all(self.end_error())
        for task in self._tasks:
            task.cancel()

    def end_error(self) -> ConnectionEndedError:
        """Return the error that says why the link has ended."""
        kind = LoginRefusedError if self.status is Status.LOGIN_REFUSED else ConnectionEndedError
        return kind(self.trouble or "the connection has been closed")

    def _set_status(self, status: Status, trouble: str = "") -> None:
        if (status, trouble) != (self.status, self.trouble) and not self.status.ended:
            self.status, self.trouble = status, trouble
            self._receiver.status_changed()

    # ------------------------------------------------------------ commands

    async def request(self, command: Command) -> Reply:
        """Send a command, again and again until it is answered, and return the server's reply.

        Raises:
            RefusedError: the server refused.
            ConnectionEndedError: the link has ended.
            OversizedError: the command is too large to be sent.
        """
        if self.status.ended:
            raise self.end_error()
        return await self._requests.send_until_answered(command)

    async def subscribe(self, topic: str) -> None:
        """Receive what the server publishes on a topic."""
        await self._connection.subscribe(topic)

    async def unsubscribe(self, topic: str) -> None:
        """Stop receiving a topic."""
        await self._connection.unsubscribe(topic)

    def greet(self) -> None:
        """Ask the server whether it runs, and for its present boot."""
        if not self._to_greet.is_set():
            self._to_greet.set()
            self._welcomed.clear()
            self._say_hello()

    def note_farewell(self, sentence: str) -> None:
        """Wait for the server to come back: it said that it stops."""
        self._set_status(Status.CLOSED, sentence)
        self.greet()

    def _send(self, pending: Pending) -> bool:
        if not (self._connected and self._session.begun and self._welcomed.is_set()):
            return False
        frame = self._session.seal_command(pending.command, pending.id)
        self._connection.send(self._inbox, frame)
        return True

    def _note_silence(self) -> None:
        if self._welcomed.is_set() and self._connected:
            self._set_status(Status.LOST, _SILENT)
            self.greet()

    # ------------------------------------------------------------ greeting

    def _say_hello(self) -> None:
        self._connection.send(
            self._inbox, self._session.seal_greeting(self._wanted_name, release())
        )

    async def _repeat_greeting(self) -> None:
        unanswered = 0
        while True:
            await self._to_greet.wait()
            try:
                async with asyncio.timeout(REPEAT):
                    await self._welcomed.wait()
            except TimeoutError:
                unanswered += self._connected
                self._note_unanswered_greeting(unanswered)
            else:
                unanswered = 0

    def _note_unanswered_greeting(self, times: int) -> None:
        if not self._connected:
            return
        if self._other_version is not None:
            newer = self._other_version > PROTOCOL_VERSION
            sentence = _THEIRS_NEWER if newer else _OURS_NEWER
            self._end_link(
                Status.WRONG_VERSION, sentence.format(self._other_version, PROTOCOL_VERSION)
            )
            return
        if self.status is Status.CONNECTING:
            self._set_status(Status.CONNECTING, _SILENT)
        elif self.status is not Status.CLOSED and times >= PATIENCE:
            self._set_status(Status.LOST, _SILENT)
        self._say_hello()

    def _welcome(self, envelope: Envelope, welcome: Welcome) -> None:
        new_boot = self._session.accept_welcome(envelope, welcome)
        for boot in self._doubtful_boots - {welcome.boot}:
            self._session.note_past_boot(boot)
        self._doubtful_boots.clear()
        self.name = welcome.name
        self.welcome = welcome
        self._to_greet.clear()
        self._welcomed.set()
        self._set_status(Status.ONLINE)
        self._receiver.welcomed(new_boot)
        self._requests.repeat_all()

    # ------------------------------------------------------------ events of the connection

    def _note_connected(self) -> None:
        self._connected = True
        self._to_greet.set()
        self._welcomed.clear()
        self._say_hello()

    def _note_lost(self, sentence: str, lasting: LastingFailure | None) -> None:
        self._connected = False
        if self.status is Status.CONNECTING and lasting is not None:
            self._end_link(_LASTING[lasting], sentence)
        elif self.status is Status.CONNECTING:
            self._set_status(Status.CONNECTING, sentence)
        elif self.status is not Status.CLOSED:
            self._set_status(Status.LOST, sentence)

    def _receive_frame(self, topic: str, frame: bytes) -> None:
        if not frame:  # a retained message was cleared
            return
        try:
            if topic == self._outbox:
                self._receive_answer(frame)
            elif topic.startswith(f"siam/v{PROTOCOL_VERSION}/"):
                self._receive_public(topic, frame)
            else:
                self._note_version(frame)
        except ProtocolError as error:
            self.refused[type(error).__name__] += 1

    def _note_version(self, frame: bytes) -> None:
        version = signed_version(frame, self._server)
        if version != PROTOCOL_VERSION:
            self._other_version = version

    def _receive_public(self, topic: str, frame: bytes) -> None:
        try:
            envelope = self._session.open_public(frame, topic, self._receiver.keys.get(topic, b""))
        except VersionError:
            self._note_version(frame)
            raise
        if envelope.session == self._session.boot:
            self._receiver.public(envelope)
            return
        if self._session.is_past_boot(envelope.session):
            raise StaleError("of a boot that is over")
        self._doubtful_boots.add(envelope.session)
        self._receiver.doubtful(envelope)
        if self._connected:
            self.greet()

    def _receive_answer(self, frame: bytes) -> None:
        envelope = self._session.open_answer(frame)
        message = envelope.message
        match message:
            case Welcome():
                self._welcome(envelope, message)
            case Superseded():
                if not self._session.is_superseded_by(envelope):
                    raise StaleError("about another session than this one")
                self._end_link(Status.SUPERSEDED, _SUPERSEDED)
            case Refused(sentence=sentence) if self._session.is_greeting(envelope.command):
                self._end_link(Status.REFUSED, sentence)
            case _ if envelope.session == self._session.boot:
                self._session.note_read(envelope)
                self._dispatch_answer(envelope)
            case _ if self._requests.find(envelope.command) is not None:
                self._lose_session()  # answered by a restarted server
            case _:
                raise StaleError("of another boot than the present one")

    def _dispatch_answer(self, envelope: Envelope) -> None:
        message = envelope.message
        match message:
            case Refused(code="no_session"):
                self._lose_session()
            case Refused(code="banned_from_lobby"):
                self._end_link(Status.REFUSED, message.sentence)
            case Attendance() | SentAway():
                self._receiver.private(message, False)
            case TableState() | Talk():
                self._receiver.private(message, bool(envelope.command))
                self._requests.resolve(envelope.command, message)
            case Done(state=TableState() as state):
                self._requests.resolve(envelope.command, message)
                self._receiver.private(state, True)
            case _ if isinstance(message, Reply):
                self._requests.resolve(envelope.command, message)
            case _:
                raise MisplacedError("no answer to anything")

    def _lose_session(self) -> None:
        self._session.drop_session()
        self.greet()
