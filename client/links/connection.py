"""A connection to the broker that reconnects by itself."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

import aiomqtt

from protocol.links import BrokerAddress
from texts import tell
from transport.connection_error import AbusiveBrokerError, LastingFailure, find_lasting_failure
from transport.mqtt import READ_QOS, Credentials, connected
from transport.mqtt_client import MqttClient

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
"""Seconds between attempts to connect: each pause twice the one before, up to the longest."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Events:
    """Callbacks of a connection.

    Attributes:
        up: connected, and all topics subscribed.
        down: not connected; the sentence says why, and what lasts is named.
        message: something was published on a topic.
        unread: counts published messages that were too long or too many to be read, by reason.
    """

    up: Callable[[], None]
    down: Callable[[str, LastingFailure | None], None]
    message: Callable[[str, bytes], None]
    unread: Counter[str]


class Connection:
    """Keeps a connection to a broker and its set of topic filters alive.

    Attributes:
        address: the broker's.
    """

    def __init__(self, address: BrokerAddress, credentials: Credentials, events: Events) -> None:
        self.address = address
        self._credentials = credentials
        self._events = events
        self._filters: set[str] = set()
        self._mqtt: MqttClient | None = None
        self._reading: asyncio.Task[None] | None = None
        self._jitter = Random()  # noqa: S311 - spreads attempts over time, guards nothing

    async def run(self) -> None:
        """Connect, and again whenever the connection is lost, until cancelled."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with connected(self.address, self._credentials, self._events.unread) as mqtt:
                    pause = FIRST_PAUSE
                    await self._serve(mqtt)
            except aiomqtt.MqttError as error:
                sentence = self._credentials.explain(error, self.address)
                self._events.down(sentence, find_lasting_failure(error))
                if isinstance(error.__cause__, AbusiveBrokerError):
                    pause = LONGEST_PAUSE
            await asyncio.sleep(pause * self._jitter.uniform(0.7, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def subscribe(self, topic_filter: str) -> None:
        """Subscribe, now if connected, and after every reconnection."""
        self._filters.add(topic_filter)
        if self._mqtt is not None:
            with contextlib.suppress(aiomqtt.MqttError):  # lost meanwhile: done on reconnection
                await self._unless_lost(self._mqtt.subscribe(topic_filter, READ_QOS))

    async def unsubscribe(self, topic_filter: str) -> None:
        """Remove a subscription."""
        self._filters.discard(topic_filter)
        if self._mqtt is not None:
            with contextlib.suppress(aiomqtt.MqttError):  # lost meanwhile, and the filter with it
                await self._unless_lost(self._mqtt.unsubscribe(topic_filter))

    def send(self, topic: str, payload: bytes) -> None:
        """Send if connected, else not at all: requests that need an answer repeat."""
        if self._mqtt is not None:
            with contextlib.suppress(aiomqtt.MqttError):
                self._mqtt.post(topic, payload)

    async def _serve(self, mqtt: MqttClient) -> None:
        self._mqtt = mqtt
        self._reading = asyncio.create_task(self._pass_on_messages(mqtt))
        try:
            filters = [(each, READ_QOS) for each in self._filters]
            granted = await self._unless_lost(mqtt.subscribe(filters))
            if any(getattr(code, "value", code) >= 128 for code in granted):
                raise aiomqtt.MqttError(tell("client/no-topics"))
            self._events.up()
            await self._reading
        finally:
            self._mqtt = None
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _pass_on_messages(self, mqtt: MqttClient) -> None:
        async for message in mqtt.arrivals():
            if isinstance(message.payload, bytes | bytearray):
                self._events.message(str(message.topic), bytes(message.payload))

    async def _unless_lost(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Await a call of aiomqtt, which does not notice by itself that the connection is gone."""
        call = asyncio.ensure_future(coroutine)
        reading = self._reading
        assert reading is not None
        try:
            await asyncio.wait({call, reading}, return_when=asyncio.FIRST_COMPLETED)
            if call.done():
                return call.result()
            raise aiomqtt.MqttError("the connection was lost")
        finally:
            call.cancel()
