"""The server's connection to its broker, made again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import aiomqtt

from transport.mqtt import READ_QOS

logger = logging.getLogger(__name__)


class Arrival(Protocol):
    """A message that has arrived."""

    @property
    def topic(self) -> object:
        """Its topic; `str` makes it a text."""

    @property
    def payload(self) -> Any:  # noqa: ANN401 - bytes, or what paho has for none
        """Its content."""

    @property
    def retain(self) -> bool:
        """Whether the broker had kept it."""


class BrokerConnection(Protocol):
    """A connection; `MqttClient` and `LocalClient` are such."""

    @property
    def unacknowledged(self) -> int:
        """How many posted messages are on their way to the broker."""

    def post(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish without waiting for the broker; see `MqttClient.post`.

        Raises:
            aiomqtt.MqttError: the connection is lost.
        """

    async def delivered(self) -> None:
        """Wait until the broker has all posted messages, or the connection is lost."""

    async def subscribe(self, topic: Any, /, qos: int = 0) -> Any:  # noqa: ANN401 - aiomqtt's own
        """Subscribe to a filter."""

    async def unsubscribe(self, topic: str, /) -> Any:  # noqa: ANN401 - aiomqtt's own
        """End a subscription."""

    def arrivals(self) -> AsyncIterator[Arrival]:
        """Yield the messages that arrive.

        Raises:
            aiomqtt.MqttError: the connection has ended.
        """


Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[BrokerConnection]]
"""Connects to the broker for as long as the context lasts; may raise `aiomqtt.MqttError`."""


_BACKOFF_SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0)
_MAX_OUTGOING = 2000


@dataclass(slots=True)
class Wire:
    """Publishes and receives; messages sent while the broker is away are dropped.

    Attributes:
        connect: connects to the broker.
        explain: returns a sentence for a person: why there is no connection, and what to do.
        topics: the filters to subscribe to.
        received: called with topic, payload and whether the broker had retained it.
        connected: awaited after each connection and its subscriptions.
        trouble: called with a sentence when the connection cannot be made or is lost, and with an
            empty one once it is there again.
    """

    connect: Connect
    explain: Callable[[aiomqtt.MqttError], str]
    topics: tuple[str, ...]
    received: Callable[[str, bytes, bool], None]
    connected: Callable[[], Coroutine[object, object, None]]
    trouble: Callable[[str], None]
    _client: BrokerConnection | None = None
    _listening: asyncio.Task[None] | None = None
    _is_troubled: bool = False

    @property
    def up(self) -> bool:
        """Whether there is a connection now."""
        return self._client is not None

    def send(self, topic: str, payload: bytes, retain: bool) -> None:
        """Publish without waiting for the broker, in the order of the calls."""
        if self._client is None or self._client.unacknowledged >= _MAX_OUTGOING:
            return
        try:
            self._client.post(topic, payload, retain=retain)
        except aiomqtt.MqttError as error:  # the next connection publishes all states again
            logger.debug("not published on %s: %s", topic, error)

    async def sent(self) -> None:
        """Wait until the broker has acknowledged everything sent so far."""
        if self._client is not None:
            await self._client.delivered()

    async def subscribe(self, topic: str) -> None:
        """Subscribe to one more topic until the connection ends."""
        if (client := self._client) is not None:
            await self._unless_lost(client.subscribe(topic, READ_QOS))

    async def unsubscribe(self, topic: str) -> None:
        """Unsubscribe from a topic."""
        if (client := self._client) is not None:
            await self._unless_lost(client.unsubscribe(topic))

    async def _unless_lost(self, call: Coroutine[object, object, object]) -> None:
        """Await a call of the connection; if that is lost, the next one subscribes to `topics`."""
        calling = asyncio.ensure_future(call)
        assert self._listening is not None
        try:
            await asyncio.wait({calling, self._listening}, return_when=asyncio.FIRST_COMPLETED)
            if calling.done():
                calling.result()
        except aiomqtt.MqttError as error:
            logger.debug("the topics have not changed: %s", error)
        finally:
            calling.cancel()

    async def run(self) -> None:
        """Connect, and connect again whenever the connection is lost."""
        failures = 0
        while True:
            try:
                async with self.connect() as client:
                    await self._serve(client)
            except aiomqtt.MqttError as error:
                failures = 0 if self._client else failures
                self._client = None
                self._is_troubled = True
                self.trouble(self.explain(error))
            finally:
                self._client = None
            await asyncio.sleep(_BACKOFF_SECONDS[min(failures, len(_BACKOFF_SECONDS) - 1)])
            failures += 1

    async def _serve(self, client: BrokerConnection) -> None:
        subscribed: set[str] = set()
        while more := set(self.topics) - subscribed:  # it may change meanwhile
            for topic in more:
                await client.subscribe(topic, READ_QOS)
            subscribed |= more
        self._client = client
        self._listening = listening = asyncio.create_task(self._listen(client))
        greeting = asyncio.create_task(self.connected())
        try:
            await asyncio.wait({listening, greeting}, return_when=asyncio.FIRST_COMPLETED)
            if greeting.done():
                greeting.result()
                self._note_connected()
            await listening
        finally:
            listening.cancel()
            greeting.cancel()
            await asyncio.gather(listening, greeting, return_exceptions=True)

    def _note_connected(self) -> None:
        if self._is_troubled:
            self._is_troubled = False
            self.trouble("")

    async def _listen(self, client: BrokerConnection) -> None:
        async for message in client.arrivals():
            payload = message.payload if isinstance(message.payload, bytes) else b""
            self.received(str(message.topic), payload, message.retain)
