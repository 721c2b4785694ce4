"""The connections of a cluster's server to its broker, and what it receives for its parts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable

import aiomqtt

from protocol.topics import Topics
from server.messaging.wire import Connect, Wire


class PartWires:
    """Two connections: one for answers, and one for everything that is retained.

    A broker of several nodes takes nothing more from a connection until it has kept what is to be
    retained, which may take seconds. Answers must not wait for that.
    """

    def __init__(  # noqa: PLR0913 - the callbacks of both
        self,
        connect: Connect,
        explain: Callable[[aiomqtt.MqttError], str],
        topics: Topics,
        *,
        received: Callable[[str, bytes, bool], None],
        connected: Callable[[], Coroutine[object, object, None]],
        restore: Callable[[], Coroutine[object, object, None]],
        trouble: Callable[[str], None],
    ) -> None:
        """Prepare.

        Args:
            connect: connects to the broker.
            explain: returns a sentence for a person: why there is no connection, and what to do.
            topics: of the lobby.
            received: called with topic, payload and whether the broker had retained it.
            connected: awaited after each connection for answers, and its subscriptions.
            restore: awaited after each connection for what is retained: the broker may have lost
                that.
            trouble: called with a sentence when there is no connection.
        """
        self._topics = topics
        self._answers = Wire(connect, explain, (), received, connected, trouble)
        self._retained = Wire(connect, explain, (), lambda *_: None, restore, lambda _: None)
        self._unsubscribing: set[asyncio.Task[None]] = set()

    @property
    def can_answer(self) -> bool:
        """Whether there is a connection for answers now."""
        return self._answers.up

    @property
    def are_up(self) -> bool:
        """Whether there are both connections now."""
        return self._answers.up and self._retained.up

    async def run(self) -> None:
        """Connect, and connect again whenever a connection is lost."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._answers.run())
            group.create_task(self._retained.run())

    def send(self, topic: str, payload: bytes, retain: bool) -> None:
        """Publish without waiting for the broker."""
        wire = self._retained if retain else self._answers
        wire.send(topic, payload, retain)

    async def sent(self) -> None:
        """Wait until the broker has acknowledged everything sent so far."""
        await asyncio.gather(self._answers.sent(), self._retained.sent())

    async def add_part(self, part: int, parts: Iterable[int]) -> None:
        """Receive the commands to one more part.

        Args:
            part: its number.
            parts: all parts whose commands are received now.
        """
        self._keep_filters(parts)
        for topic in self._topics_of(part):
            await self._answers.subscribe(topic)

    def remove_part(self, part: int, parts: Iterable[int]) -> None:
        """Unsubscribe without waiting for the broker, which may be slow just now.

        Args:
            part: its number.
            parts: all parts whose commands are received now.
        """
        self._keep_filters(parts)
        for topic in self._topics_of(part):
            task = asyncio.create_task(self._answers.unsubscribe(topic))
            self._unsubscribing.add(task)
            task.add_done_callback(self._unsubscribing.discard)

    def _keep_filters(self, parts: Iterable[int]) -> None:
        """Subscribe to what these parts receive after each new connection."""
        self._answers.topics = tuple(topic for part in parts for topic in self._topics_of(part))

    def _topics_of(self, part: int) -> tuple[str, str]:
        """Return the filters of what a part receives: commands, and who is said to run it."""
        return self._topics.every_inbox_of_part(part), self._topics.part(part)
