"""Follows a lobby's public topics, and hands each frame to those who watch its topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from client.links.connection import Connection, Events
from protocol.envelope import open_signed
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.states import PartState
from protocol.topics import Topics, part_of
from siam_tui.doors.web.frame_store import FRAMES_OF_TABLE, FrameStore
from transport.mqtt import Credentials


class FrameReader(Protocol):
    """Takes the frames of one topic."""

    def offer(self, frame: bytes) -> None:
        """Take the next frame; an empty one says that the topic was cleared."""


class LobbyFeed:
    """The lobby's public frames: the latest ones, and each new one as it comes.

    It checks nothing of tables: those who watch do that with the lobby's key. Whoever watches a
    table of a cluster also gets the frames that name the owner of its part. Of those it keeps the
    one of the highest epoch: on some brokers anybody can repeat an older one.

    Attributes:
        topics: the names of the topics.
    """

    def __init__(self, link: Link, password: str | None, *, in_cluster: bool = False) -> None:
        """Prepare; nothing is connected before `run`.

        Args:
            link: of the lobby.
            password: the broker's; None if it needs none.
            in_cluster: whether several servers run parts of the lobby.
        """
        self._in_cluster = in_cluster
        self._lobby = link.server
        self._epochs: dict[str, int] = {}
        self.topics = Topics(link.lobby)
        self._frames = FrameStore()
        self._readers: dict[str, set[FrameReader]] = {}
        credentials = Credentials(SecretKey.generate(), link.lobby, password)
        events = Events(_ignore, _ignore, self.receive, Counter())
        self._connection = Connection(link.broker, credentials, events)

    async def run(self) -> None:
        """Follow the topics until cancelled."""
        topics = [self.topics.lobby_state(), self.topics.every_table()]
        if self._in_cluster:
            topics.append(self.topics.every_part())
        for topic in topics:
            await self._connection.subscribe(topic)
        await self._connection.run()

    def latest(self, topic: str) -> tuple[bytes, ...]:
        """Return the latest frames of a topic, the oldest first."""
        return self._frames.of(topic)

    @contextmanager
    def watched_table(self, table: str, reader: FrameReader) -> Iterator[None]:
        """Hand a table's frames to a reader, after the latest one about the owner of its part.

        Args:
            table: the table's id.
            reader: takes them for as long as the context lasts.
        """
        with ExitStack() as stack:
            if self._in_cluster:
                owner = self.topics.part(part_of(table))
                stack.enter_context(self._reading(owner, reader))
            stack.enter_context(self.watched(self.topics.table(table), reader))
            yield

    @contextmanager
    def watched(self, topic: str, reader: FrameReader) -> Iterator[None]:
        """Hand the frames of a topic to a reader for as long as the context lasts.

        The first ones are the latest; an empty one says that there are none.
        """
        if not self.latest(topic):
            reader.offer(b"")
        with self._reading(topic, reader):
            yield

    @contextmanager
    def _reading(self, topic: str, reader: FrameReader) -> Iterator[None]:
        readers = self._readers.setdefault(topic, set())
        readers.add(reader)
        for frame in self.latest(topic):
            reader.offer(frame)
        try:
            yield
        finally:
            readers.discard(reader)
            if not readers and self._readers.get(topic) is readers:
                del self._readers[topic]

    def receive(self, topic: str, frame: bytes) -> None:
        """Take a frame from the broker, and hand it on if it is new."""
        if not self.topics.is_part(topic) or self._names_owner(topic, frame):
            self.hand_on(topic, frame)

    def _names_owner(self, topic: str, frame: bytes) -> bool:
        """Return whether the lobby signed that frame, and it is of no lower epoch than known."""
        try:
            state = open_signed(frame, self._lobby, topic).message
        except ProtocolError:
            return False
        if not isinstance(state, PartState) or topic != self.topics.part(state.part):
            return False
        is_newest = state.epoch >= self._epochs.get(topic, 0)
        if is_newest:
            self._epochs[topic] = state.epoch
        return is_newest

    def hand_on(self, topic: str, frame: bytes) -> None:
        """Hand a frame to those who watch its topic, if it is new."""
        most = FRAMES_OF_TABLE if self.topics.is_table(topic) else 1
        if self._frames.keep(topic, frame, most):
            for reader in tuple(self._readers.get(topic, ())):
                reader.offer(frame)


def _ignore(*_: object) -> None:
    """Note nothing: the connection tries again by itself."""
