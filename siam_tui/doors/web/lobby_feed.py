"""Follows a lobby's public topics, and shows them to those who watch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from client.links.connection import Connection, Events
from protocol.envelope import open_signed
from protocol.errors import ProtocolError
from protocol.keys import PublicKey, SecretKey, public_key
from protocol.links import Link
from protocol.states import PartState
from protocol.topics import Topics, part_of
from siam_tui.doors.web.frame_store import FRAMES_OF_TABLE, FrameStore
from siam_tui.doors.web.shown_topic import ShownTopic
from siam_tui.doors.web.spectator import NewestMessage
from transport.mqtt import Credentials


class LobbyFeed:
    """The lobby's public frames: the latest ones, and each new one as it comes.

    It opens only the frames of what is watched. In a cluster it keeps, of each part, the owner of
    the highest epoch: on some brokers anybody can repeat what the lobby said of an older one.

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
        self._owners: dict[int, PartState] = {}
        self.topics = Topics(link.lobby)
        self._frames = FrameStore()
        self._shown: dict[str, dict[bytes, ShownTopic]] = {}
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

    def owner(self, part: int) -> PartState | None:
        """Return who runs a part of a cluster, as far as it is known."""
        return self._owners.get(part)

    def lobby(self) -> ShownTopic:
        """Return the lobby as it is shown."""
        return self._find(self.topics.lobby_state(), b"", 0)

    def table(self, table: str, key: bytes) -> ShownTopic:
        """Return a table as it is shown to those who have a key.

        Args:
            table: the table's id.
            key: the key of a private table; empty to see public ones only.
        """
        topic = self.topics.table(table)
        public = self._find(topic, b"", part_of(table))
        return self._find(topic, key, part_of(table)) if key and public.is_refused else public

    def _find(self, topic: str, key: bytes, part: int) -> ShownTopic:
        found = self._shown.get(topic, {}).get(key)
        if found is None:
            found = ShownTopic(topic, key, lambda: self._signers(part), self._count_shown)
            found.take(self.latest(topic))
        return found

    def _signers(self, part: int) -> Iterator[PublicKey]:
        """Iterate over the keys that may sign for the tables of a part."""
        if (owner := self._owners.get(part)) is not None:
            yield public_key(owner.key)
        yield self._lobby

    def _count_shown(self) -> int:
        """Return how many topics are watched, each in how many languages."""
        return sum(len(shown.told) for topic in self._shown.values() for shown in topic.values())

    @contextmanager
    def watched(self, shown: ShownTopic, language: str, reader: NewestMessage) -> Iterator[None]:
        """Hand what is shown to a reader for as long as the context lasts; the latest comes first.

        What was opened, and the key of a private table, are forgotten with the last reader.
        """
        shown = self._shown.setdefault(shown.topic, {}).setdefault(shown.key, shown)
        told = shown.in_language(language)
        told.readers.add(reader)
        reader.offer(told.message)
        try:
            yield
        finally:
            told.readers.discard(reader)
            if not told.readers:
                shown.told.pop(language, None)
            if not shown.told:
                self._shown[shown.topic].pop(shown.key, None)
                if not self._shown[shown.topic]:
                    del self._shown[shown.topic]

    def receive(self, topic: str, frame: bytes) -> None:
        """Take a frame from the broker, and show it if it is new."""
        if self.topics.is_part(topic):
            if self._names_owner(topic, frame):  # frames that the owner signed may have come before
                for other in tuple(self._shown):
                    self._show(other, self.latest(other))
            return
        most = FRAMES_OF_TABLE if self.topics.is_table(topic) else 1
        if self._frames.keep(topic, frame, most):
            self._show(topic, (frame,))

    def _show(self, topic: str, frames: tuple[bytes, ...]) -> None:
        for shown in self._shown.get(topic, {}).values():
            shown.take(frames)

    def _names_owner(self, topic: str, frame: bytes) -> bool:
        """Return whether the lobby signed that frame, and it names a newer owner than known."""
        try:
            state = open_signed(frame, self._lobby, topic).message
            if not isinstance(state, PartState) or topic != self.topics.part(state.part):
                return False
            public_key(state.key)
        except ProtocolError:
            return False
        known = self._owners.get(state.part)
        if known is not None and state.epoch < known.epoch:
            return False
        self._owners[state.part] = state
        return known is None or state.key != known.key


def _ignore(*_: object) -> None:
    """Note nothing: the connection tries again by itself."""
