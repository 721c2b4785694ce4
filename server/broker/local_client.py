"""The server's own connection to its embedded broker, in the same process and without a socket."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from protocol.codec import MAX_BYTES
from protocol.errors import OversizedError
from server.broker.packet_writer import SUBSCRIPTION_REFUSED, OutgoingMessage
from server.broker.packets import Message
from server.broker.router import Router, Subscriptions
from transport.fair_queue import FairQueue
from transport.mqtt_client import MAX_QUEUED, MESSAGE_SHARE

_QOS = 1
_MOST_FILTERS = 16


class Arrival(NamedTuple):
    """A message that has arrived."""

    topic: str
    payload: bytes
    retain: bool


class LocalClient:
    """Publishes and subscribes like an `MqttClient`, but every message arrives at once."""

    unacknowledged = 0
    """Nothing waits for the broker."""

    def __init__(self, router: Router, readable: tuple[str, ...], unread: Counter[str]) -> None:
        """Connect.

        Args:
            router: the broker's.
            readable: filters of the topics that it may read.
            unread: counts messages too long or too many to be read, by reason.
        """
        self._router = router
        self._subscriptions = Subscriptions(router, self, readable, _MOST_FILTERS)
        self._unread = unread
        self._arrived = FairQueue[Arrival](
            MAX_QUEUED,
            whose=lambda arrival: arrival.topic,
            size=lambda arrival: MESSAGE_SHARE + len(arrival.payload),
            dropped=lambda _: unread.update(("flood",)),
        )

    def post(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish."""
        self._router.publish(Message(topic, payload, _QOS, retain=retain))

    async def delivered(self) -> None:
        """Return at once: whatever was posted is delivered."""

    async def subscribe(self, topic: str, /, qos: int = 0) -> None:
        """Subscribe to a filter; retained messages that it matches arrive first.

        Raises:
            ValueError: it matches nothing that may be read.
        """
        if self._subscriptions.add_filter(topic, qos) == SUBSCRIPTION_REFUSED:
            raise ValueError(topic)
        for part in self._subscriptions.parts(topic):
            for each in self._router.retained_topics(part):
                if (retained := self._router.retained(each)) is not None:
                    self.deliver(retained, qos)

    async def unsubscribe(self, topic: str, /) -> None:
        """End a subscription, if it exists."""
        self._subscriptions.remove(topic)

    async def arrivals(self) -> AsyncIterator[Arrival]:
        """Yield the messages that arrive; for a single reader."""
        while True:
            yield await self._arrived.get()
            if not self._arrived.empty():
                await asyncio.sleep(0)  # a flood lets others run

    def deliver(self, message: OutgoingMessage, qos: int) -> None:  # noqa: ARG002 - a subscriber's
        """Take a message."""
        topic, payload = message.message.topic, message.message.payload
        if len(payload) > MAX_BYTES:
            self._unread[OversizedError.__name__] += 1
        else:
            self._arrived.put_nowait(Arrival(topic, payload, message.retained))

    def close(self) -> None:
        """End all subscriptions."""
        self._subscriptions.clear()


@asynccontextmanager
async def local_client(
    router: Router, readable: tuple[str, ...], unread: Counter[str]
) -> AsyncIterator[LocalClient]:
    """Connect for as long as the context lasts; the arguments are those of `LocalClient`."""
    client = LocalClient(router, readable, unread)
    try:
        yield client
    finally:
        client.close()
