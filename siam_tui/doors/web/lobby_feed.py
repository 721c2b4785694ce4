"""Follows a lobby's public topics, and hands each frame to those who watch its topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from client.connection import Connection, Events
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.topics import Topics
from siam_tui.doors.web.frame_store import FRAMES_OF_TABLE, FrameStore
from transport.mqtt import Credentials


class FrameReader(Protocol):
    """Takes the frames of one topic."""

    def offer(self, frame: bytes) -> None:
        """Take the next frame; an empty one says that the topic was cleared."""


class LobbyFeed:
    """The lobby's public frames: the latest ones, and each new one as it comes.

    It checks nothing: those who watch do that with the lobby's key.

    Attributes:
        topics: the names of the topics.
    """

    def __init__(self, link: Link, password: str | None) -> None:
        """Prepare; nothing is connected before `run`."""
        self.topics = Topics(link.lobby)
        self._frames = FrameStore()
        self._readers: dict[str, set[FrameReader]] = {}
        credentials = Credentials(SecretKey.generate(), link.lobby, password)
        events = Events(_ignore, _ignore, self.receive, Counter())
        self._connection = Connection(link.broker, credentials, events)

    async def run(self) -> None:
        """Follow the topics until cancelled."""
        for topic in (self.topics.lobby_state(), self.topics.every_table()):
            await self._connection.subscribe(topic)
        await self._connection.run()

    def latest(self, topic: str) -> tuple[bytes, ...]:
        """Return the latest frames of a topic, the oldest first."""
        return self._frames.of(topic)

    @contextmanager
    def watched(self, topic: str, reader: FrameReader) -> Iterator[None]:
        """Hand the frames of a topic to a reader for as long as the context lasts.

        The first ones are the latest; an empty one says that there are none.
        """
        readers = self._readers.setdefault(topic, set())
        readers.add(reader)
        for frame in self.latest(topic) or (b"",):
            reader.offer(frame)
        try:
            yield
        finally:
            readers.discard(reader)
            if not readers and self._readers.get(topic) is readers:
                del self._readers[topic]

    def receive(self, topic: str, frame: bytes) -> None:
        """Take a frame from the broker, and hand it on if it is new."""
        most = 1 if topic == self.topics.lobby_state() else FRAMES_OF_TABLE
        if self._frames.keep(topic, frame, most):
            for reader in tuple(self._readers.get(topic, ())):
                reader.offer(frame)


def _ignore(*_: object) -> None:
    """Note nothing: the connection tries again by itself."""
