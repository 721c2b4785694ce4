"""One connection to a lobby, whose tables one server has, or several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine
from dataclasses import replace
from random import Random
from typing import Any

from client.changes import Status
from client.errors import ConnectionEndedError, MisplacedError
from client.links.connection import Connection, Events
from client.links.requests import Pending, Requests
from client.links.server_link import Receiver, ServerLink
from protocol import PROTOCOL_VERSION
from protocol.commands import Command, OpenTable
from protocol.envelope import Envelope, open_signed, sealed_by
from protocol.errors import ForgedError, ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Reply, Welcome
from protocol.states import LobbyState, PartState
from protocol.topics import LIST_PART, Topics, part_of
from texts import tell
from transport.connection_error import LastingFailure
from transport.mqtt import Credentials

LIST_SECONDS = 2.0
"""Seconds over which the clients of a lobby greet the next server of its list."""


class LobbyLinks:
    """Connects one player with a lobby, and each command with the server that answers it.

    If one server runs the lobby, there is one link. In a cluster there is a link to the server of
    the lobby's list and one to the server of each part whose tables the player uses.

    Attributes:
        main: talks with the server that has the lobby's list.
        refused: rejected messages, counted by the name of the error.
    """

    def __init__(
        self, link: Link, key: SecretKey, name: str, password: str | None, receiver: Receiver
    ) -> None:
        self.refused: Counter[str] = Counter()
        self._lobby = link.server
        self._topics = Topics(link.lobby)
        self._key = key
        self._name = name
        self._outbox = self._topics.outbox(key.public.fingerprint)
        self._requests = Requests(self._send, self._note_silence)
        events = Events(self._note_connected, self._note_lost, self._receive_frame, self.refused)
        self._connection = Connection(link.broker, Credentials(key, link.lobby, password), events)
        self._listener = receiver
        self._receiver = replace(
            receiver,
            status_changed=self._note_status,
            unanswered=self._note_unanswered,
            welcomed=self._note_welcome,
            doubtful=self._note_doubtful,
        )
        self._connected = False
        self._parts = 0
        self._parts_told: int | None = None
        self._has_moved = False
        self._others: dict[int, ServerLink] = {}
        self._has_tables_at_main = False
        self._jitter = Random()  # noqa: S311 - spreads greetings over time, guards nothing
        self.main = self._new_link(0)

    # ------------------------------------------------------------ what is known

    @property
    def status(self) -> Status:
        """State of the conversation with the lobby, and with the servers of the tables in use."""
        return self._foremost().status

    @property
    def trouble(self) -> str:
        """A sentence for the person that says what is wrong; empty when online."""
        return self._foremost().trouble

    @property
    def name(self) -> str:
        """The player's name, as the server made it distinct."""
        return self.main.name

    @property
    def welcome(self) -> Welcome | None:
        """The last greeting of the server that has the list; None before the first."""
        return self.main.welcome

    def end_error(self) -> ConnectionEndedError:
        """Return the error that says why the links have ended."""
        return self._foremost().end_error()

    def _foremost(self) -> ServerLink:
        """Return the link whose status counts most: one that ended, then the main one."""
        if self._others and not self.main.is_troubled:
            for link in self._others.values():
                if link.is_troubled:
                    return link
        return self.main

    # ------------------------------------------------------------ start and end

    async def open(self) -> None:
        """Start connecting; `status` shows the progress."""
        await self._connection.subscribe(self._outbox)
        lobby = self._topics.lobby_state()
        await self._connection.subscribe(self._topics.any_version(lobby))
        self.start(self._connection.run())
        self.main.open()

    async def close(self) -> None:
        """Disconnect, and cancel everything that runs."""
        self._requests.fail_all(ConnectionEndedError(tell("client/connection-closed")))
        for link in (*self._others.values(), self.main):
            await link.close()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine until it ends or the links are closed."""
        self.main.start(work)

    # ------------------------------------------------------------ commands

    async def request(self, command: Command) -> Reply:
        """Send a command, again and again until it is answered, and return the server's reply.

        Raises:
            RefusedError: the server refused.
            ConnectionEndedError: the links have ended.
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

    def note_farewell(self, sentence: str) -> None:
        """Wait for the lobby to come back: its server said that it stops."""
        self.main.note_farewell(sentence)

    def link_for(self, table: str) -> ServerLink:
        """Return the link to the server of a table, named by its id, or of a player's part."""
        if not self._parts:
            return self.main
        return self._link_to(part_of(table, self._parts))

    def _link_of(self, command: Command) -> ServerLink:
        if isinstance(command, OpenTable):
            return self.link_for(self._key.public.fingerprint)
        table = getattr(command, "table", "")
        return self.link_for(table) if table else self.main

    def _send(self, pending: Pending) -> bool:
        return self._link_of(pending.command).send(pending)

    def _note_silence(self, pending: Pending) -> None:
        self._link_of(pending.command).note_silence()

    # ------------------------------------------------------------ parts

    def _new_link(self, part: int) -> ServerLink:
        return ServerLink(
            self._lobby,
            self._key,
            self._name,
            self._connection,
            self._requests,
            self._receiver,
            part=part,
            is_connected=self._connected,
        )

    def _link_to(self, part: int) -> ServerLink:
        if part == self.main.part:
            self._has_tables_at_main = True
            return self.main
        if (link := self._others.get(part)) is None:
            link = self._others[part] = self._new_link(part)
            link.open()
            self.start(self._connection.subscribe(self._topics.part(part)))
        return link

    def _note_doubtful(self, envelope: Envelope) -> None:
        """Note how many parts the lobby says it has; it may be an old state."""
        if isinstance(state := envelope.message, LobbyState) and state.parts != self._parts:
            self._parts_told = state.parts
            # An old state could be repeated for ever, so the next move waits until nobody answers.
            if self.main.status is not Status.ONLINE and not self._has_moved:
                self._has_moved = True
                self._use_parts(state.parts)
        self._listener.doubtful(envelope)

    def _use_parts(self, parts: int) -> None:
        """Talk with as many parts as the lobby has now."""
        if parts == self._parts:
            return
        others, self._others = self._others, {}
        for part, link in others.items():
            self.start(link.close())
            self.start(self._connection.unsubscribe(self._topics.part(part)))
        self._parts = parts
        self.main.move_to(LIST_PART if parts else 0)
        if parts:
            self.start(self._connection.subscribe(self._topics.part(LIST_PART)))

    def _note_unanswered(self, link: ServerLink) -> None:
        """Try what the lobby said it has, if its server does not answer where it was."""
        if link.part:  # a message about its new owner may be lost: the broker sends it once more
            self.start(self._connection.subscribe(self._topics.part(link.part)))
        if link is self.main and self._parts_told is not None:
            told, self._parts_told = self._parts_told, self._parts
            self._use_parts(told)

    # ------------------------------------------------------------ events

    def _note_connected(self) -> None:
        self._connected = True
        for link in (self.main, *self._others.values()):
            link.note_connected()

    def _note_lost(self, sentence: str, lasting: LastingFailure | None) -> None:
        self._connected = False
        for link in (self.main, *self._others.values()):
            link.note_lost(sentence, lasting)

    def _note_status(self, link: ServerLink) -> None:
        self._listener.status_changed(link)
        if link.status.ended and link is not self.main:  # the same player, so for all of them
            self.main.stop()

    def _note_welcome(self, link: ServerLink, new_boot: bool) -> None:
        self._has_moved = self._has_moved and link is not self.main
        self._listener.welcomed(link, new_boot)
        self._requests.repeat(lambda command: self._link_of(command) is link)

    def _receive_frame(self, topic: str, frame: bytes) -> None:
        if not frame:  # a retained message was cleared
            return
        try:
            if topic == self._outbox:
                self._find_sealer(frame).receive_answer(frame)
            elif topic.startswith(f"siam/v{PROTOCOL_VERSION}/"):
                self._receive_public(topic, frame)
            else:
                self.main.note_version(frame)
        except ProtocolError as error:
            self.refused[type(error).__name__] += 1

    def _find_sealer(self, frame: bytes) -> ServerLink:
        if not self._parts:
            return self.main
        sender = sealed_by(frame)
        for link in (self.main, *self._others.values()):
            if link.has_sealed(sender):
                return link
        raise ForgedError("not sealed by a server of the lobby")

    def _receive_public(self, topic: str, frame: bytes) -> None:
        *_, kind, name = topic.split("/")
        if topic == self._topics.lobby_state():
            self.main.receive_public(topic, frame)
        elif kind == "part":
            self._receive_part(topic, frame)
        else:
            self.link_for(name).receive_public(topic, frame)

    def _receive_part(self, topic: str, frame: bytes) -> None:
        state = open_signed(frame, self._lobby, topic).message
        if not isinstance(state, PartState) or topic != self._topics.part(state.part):
            raise MisplacedError("a message that does not belong on this topic")
        for link in (self.main, *self._others.values()):
            if link.part == state.part:
                link.note_owner(state, self._patience_of(link))

    def _patience_of(self, link: ServerLink) -> float:
        """Return how many seconds the next owner of a part need not be greeted.

        All players know the list. If they asked its next owner at once, those at its tables would
        wait for everybody else.
        """
        is_for_list = link is self.main and not self._has_tables_at_main
        if not is_for_list or link.status is not Status.ONLINE:
            return 0.0
        is_asked = any(self._link_of(pending.command) is link for pending in self._requests)
        return 0.0 if is_asked else self._jitter.uniform(0.0, LIST_SECONDS)
