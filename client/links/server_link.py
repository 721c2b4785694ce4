"""The conversation with one server of a lobby, across a broker that is not trusted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from client.changes import Status
from client.errors import (
    ConnectionEndedError,
    LoginRefusedError,
    MisplacedError,
    StaleError,
    tell_reason,
)
from client.links.connection import Connection
from client.links.greeting_loop import GreetingLoop, PartOwners
from client.links.requests import PATIENCE, Pending, Requests
from client.links.session import Session
from client.release import describe_other_version, release
from protocol import PROTOCOL_VERSION
from protocol.envelope import Envelope, signed_version
from protocol.errors import VersionError
from protocol.keys import PublicKey, SecretKey
from protocol.messages import Done, Refused, Reply, SentAway, Superseded, Talk, Welcome
from protocol.states import Attendance, PartState, TableState
from protocol.topics import Topics
from texts import tell
from transport.connection_error import LastingFailure

logger = logging.getLogger(__name__)

_LASTING = {
    LastingFailure.LOGIN: Status.LOGIN_REFUSED,
    LastingFailure.CERTIFICATE: Status.UNTRUSTED,
}
"""How a link ends that was never connected, by what does not mend by itself."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Callbacks of the links; they receive only genuine messages.

    Attributes:
        status_changed: a link's status or trouble changed.
        unanswered: a server did not answer a greeting in time.
        welcomed: a server takes commands; True if this is a new boot.
        public: a server signed a message for everybody.
        private: a server sealed a message about a table for this player; True for an answer.
        doubtful: a server signed a message in a boot that may not be the present one.
        keys: the keys that open the frames of private tables, by topic.
    """

    status_changed: Callable[[ServerLink], None]
    unanswered: Callable[[ServerLink], None]
    welcomed: Callable[[ServerLink, bool], None]
    public: Callable[[Envelope], None]
    private: Callable[[TableState | Attendance | Talk | SentAway, bool], None]
    doubtful: Callable[[Envelope], None]
    keys: Mapping[str, bytes]


class ServerLink:
    """Talks with one server: greets, seals, and checks what arrives.

    The server runs the whole lobby, or in a cluster one part of it.

    Attributes:
        part: the number of the part; 0 for the whole lobby.
        name: the player's name, as the server made it distinct.
        status: state of the conversation.
        trouble: a sentence for the person that says what is wrong; empty when online.
        welcome: the server's last greeting; None before the first.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what it stands between
        self,
        lobby: PublicKey,
        key: SecretKey,
        name: str,
        connection: Connection,
        requests: Requests,
        receiver: Receiver,
        *,
        part: int = 0,
        is_connected: bool = False,
    ) -> None:
        """Prepare.

        Args:
            lobby: the lobby's key.
            key: the player's.
            name: how the player wants to be called.
            connection: to the broker.
            requests: the commands that wait for an answer, from any server of the lobby.
            receiver: what is called.
            part: the number of the part; 0 for the whole lobby.
            is_connected: whether there is a connection already.
        """
        self.name = name
        self.part = part
        self.status = Status.CONNECTING
        self.trouble = ""
        self.welcome: Welcome | None = None
        self._lobby = lobby
        self._key = key
        self._topics = Topics(lobby.fingerprint)
        self._receiver = receiver
        self._wanted_name = name
        self._requests = requests
        self._connection = connection
        self._connected = is_connected
        self._owners, self._has_key = PartOwners(), not part
        self._session = Session(key, lobby, part=part)
        self._greeting = GreetingLoop(
            self._say_hello, lambda: self._connected, self._note_unanswered_greeting
        )
        self._doubtful_boots: set[bytes] = set()
        self._other_version: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def boot(self) -> bytes:
        """The server's run that last welcomed this client; empty before that."""
        return self._session.boot

    @property
    def is_troubled(self) -> bool:
        """Whether the person should know that this server does not answer."""
        return self.status is not Status.ONLINE and bool(self.trouble)

    @property
    def is_waiting(self) -> bool:
        """Whether the server is greeted later, since nothing is asked of it now."""
        return self._greeting.is_waiting

    def has_sealed(self, sender: bytes) -> bool:
        """Return whether a key that a frame names is this server's."""
        return self._has_key and self._session.server.raw == sender

    # ------------------------------------------------------------ start and end

    def open(self) -> None:
        """Greet whenever there is a connection; `status` shows the progress."""
        self.start(self._greeting.run())
        if self._connected:
            self.note_connected()

    def stop(self) -> None:
        """Cancel everything that runs, maybe also what calls this."""
        self._greeting.stop_waiting()
        for task in tuple(self._tasks):
            task.cancel()

    async def close(self) -> None:
        """Cancel everything that runs, and wait until it has ended."""
        tasks = tuple(self._tasks)
        self.stop()
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
        return kind(self.trouble or tell("client/connection-closed"))

    def _log(self, what: str) -> None:
        logger.debug("%s, part %d: %s", self._wanted_name, self.part, what)

    def _set_status(self, status: Status, trouble: str = "") -> None:
        if (status, trouble) != (self.status, self.trouble) and not self.status.ended:
            self.status, self.trouble = status, trouble
            self._receiver.status_changed(self)

    # ------------------------------------------------------------ where the server is

    def move_to(self, part: int) -> None:
        """Talk with the server of another part from now on, or of the whole lobby (0)."""
        self.part = part
        self._owners, self._has_key = PartOwners(), not part
        self._begin_session(self._lobby)

    def note_owner(self, state: PartState, wait: float = 0.0) -> None:
        """Talk with the server that runs the part now.

        Args:
            state: who runs it.
            wait: seconds after which that server is greeted; sooner if a command is sent.

        Raises:
            StaleError: a later server is known.
            KeyTextError: its key is none.
        """
        if not self._owners.note(state):
            raise StaleError("of a server that no longer runs this part")
        self._talk_with(state, wait)

    def _talk_with(self, state: PartState, wait: float = 0.0) -> None:
        server = PublicKey(state.key)
        if not self.has_sealed(server.raw):
            self._has_key = True
            self._begin_session(server, wait)

    def _begin_session(self, server: PublicKey, wait: float = 0.0) -> None:
        past = self._session.boot
        self._session = Session(self._key, server, lobby=self._lobby, part=self.part)
        self._session.note_past_boot(past)
        self._greeting.begin_anew(wait)

    # ------------------------------------------------------------ commands

    def greet(self) -> None:
        """Ask the server whether it runs, and for its present boot."""
        self._greeting.greet()

    def note_farewell(self, sentence: str) -> None:
        """Wait for the server to come back: it said that it stops."""
        self._set_status(Status.CLOSED, sentence)
        self.greet()

    def send(self, pending: Pending) -> bool:
        """Send a command if that is possible now; return whether it was."""
        if not (self._connected and self._session.begun and self._greeting.is_welcomed):
            if self.is_waiting:
                self.greet()
            return False
        self._log(f"sends {type(pending.command).__name__}")
        self._publish(self._session.seal_command(pending.command, pending.id))
        return True

    def note_silence(self) -> None:
        """Note that the server has not answered for a while."""
        if self._greeting.is_welcomed and self._connected:
            self._log("has no answer")
            self._set_status(Status.LOST, tell("client/silent"))
            self.greet()

    def _publish(self, frame: bytes) -> None:
        self._connection.send(self._session.inbox, frame)

    # ------------------------------------------------------------ greeting

    def _say_hello(self) -> None:
        if self._has_key:
            self._log("greets")
            self._publish(self._session.seal_greeting(self._wanted_name, release()))

    def _note_unanswered_greeting(self, times: int) -> None:
        if self._other_version is not None:
            self._end_link(Status.WRONG_VERSION, describe_other_version(self._other_version))
            return
        if self.status is Status.CONNECTING:
            self._set_status(Status.CONNECTING, tell("client/silent"))
        elif self.status is not Status.CLOSED and times >= PATIENCE:
            self._set_status(Status.LOST, tell("client/silent"))
        if (other := self._owners.next_to_try(times)) is not None:
            self._talk_with(other)
        else:
            self._say_hello()
        self._receiver.unanswered(self)

    def _welcome(self, envelope: Envelope, welcome: Welcome) -> None:
        new_boot = self._session.accept_welcome(envelope, welcome)
        for boot in self._doubtful_boots - {welcome.boot}:
            self._session.note_past_boot(boot)
        self._doubtful_boots.clear()
        self.name = welcome.name
        self.welcome = welcome
        self._greeting.note_welcome()
        self._owners.note_answer(self._session.server.raw)
        self._log("is welcome")
        self._set_status(Status.ONLINE)
        self._receiver.welcomed(self, new_boot)

    # ------------------------------------------------------------ events of the connection

    def note_connected(self) -> None:
        """Greet the server: there is a connection to the broker."""
        self._connected = True
        self._greeting.greet_anew()

    def note_lost(self, sentence: str, lasting: LastingFailure | None) -> None:
        """Note that there is no connection to the broker, why, and whether that can mend."""
        self._log("is not connected")
        self._connected = False
        if self.status is Status.CONNECTING and lasting is not None:
            self._end_link(_LASTING[lasting], sentence)
        elif self.status is Status.CONNECTING:
            self._set_status(Status.CONNECTING, sentence)
        elif self.status is not Status.CLOSED:
            self._set_status(Status.LOST, sentence)

    def note_version(self, frame: bytes) -> None:
        """Note the version of a frame of another one, if the lobby signed it.

        Raises:
            ProtocolError: it did not.
        """
        version = signed_version(frame, self._lobby)
        if version != PROTOCOL_VERSION:
            self._other_version = version

    def receive_public(self, topic: str, frame: bytes) -> None:
        """Take a frame that is signed for everybody.

        Raises:
            ProtocolError: naming why it is rejected.
        """
        if not self._has_key and topic != self._topics.lobby_state():
            return  # the server's first answer shows it again
        try:
            envelope = self._session.open_public(frame, topic, self._receiver.keys.get(topic, b""))
        except VersionError:
            self.note_version(frame)
            raise
        if envelope.session == self._session.boot:
            self._receiver.public(envelope)
            return
        if self._session.is_past_boot(envelope.session):
            raise StaleError("of a boot that is over")
        self._doubtful_boots.add(envelope.session)
        self._receiver.doubtful(envelope)
        if self._connected and not self.is_waiting:
            self.greet()

    def receive_answer(self, frame: bytes) -> None:
        """Take a frame that is sealed for the player.

        Raises:
            ProtocolError: naming why it is rejected.
        """
        envelope = self._session.open_answer(frame)
        message = envelope.message
        match message:
            case Welcome():
                self._welcome(envelope, message)
            case Superseded():
                if not self._session.is_superseded_by(envelope):
                    raise StaleError("about another session than this one")
                self._end_link(Status.SUPERSEDED, tell("client/superseded"))
            case Refused() if self._session.is_greeting(envelope.command):
                self._end_link(Status.REFUSED, tell_reason(message.sentence, message.message))
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
                self._end_link(Status.REFUSED, tell_reason(message.sentence, message.message))
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
