"""Starts and stops the embedded MQTT broker, and connects the server within the process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from protocol.codec import MAX_BYTES
from protocol.errors import OversizedError
from protocol.links import BrokerAddress
from server.broker.access import Access, Visitor
from server.broker.gate import Gate
from server.broker.limits import Limits
from server.broker.packet_writer import SUBSCRIPTION_REFUSED, OutgoingMessage
from server.broker.packets import Message
from server.broker.router import Router, Subscriptions
from transport.fair_queue import FairQueue
from transport.mqtt_client import MAX_QUEUED, MESSAGE_SHARE
from transport.one_port import listen_on_one_port

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


_ANYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked for by the host


@dataclass(frozen=True, slots=True)
class EmbeddedBroker:
    """A running embedded broker.

    Attributes:
        address: where this machine reaches it.
        refused: connections it refused or cut off, by reason.
        access: who may do what.
    """

    address: BrokerAddress
    refused: Counter[str]
    access: Access
    _router: Router

    def connect_server(
        self, lobby: str, unread: Counter[str]
    ) -> AbstractAsyncContextManager[LocalClient]:
        """Connect the server of a lobby, which is in the same process, without a socket.

        Args:
            lobby: the fingerprint of the server's key.
            unread: counts messages too long or too many to be read, by reason.
        """
        return local_client(self._router, self.access.readable(Visitor(lobby, lobby)), unread)


@asynccontextmanager
async def embedded_broker(  # noqa: PLR0913 - its address, rules and callbacks
    host: str,
    port: int,
    access: Access,
    limits: Limits | None = None,
    *,
    refused: Counter[str] | None = None,
    kept: Callable[[], Collection[str]] = tuple,
    playing: Callable[[], Collection[str]] = tuple,
    entered: Callable[[str, str], None] = lambda _key, _address: None,
) -> AsyncIterator[EmbeddedBroker]:
    """Run a broker.

    Args:
        host: the address to listen on.
        port: the port to listen on, or 0 for a free one.
        access: who may do what.
        limits: how much they may do; the usual limits if None.
        refused: counts connections that are refused or cut off, by reason.
        kept: returns the fingerprints of keys that keep their places: bots and seated players.
        playing: returns those of the players of running games, who never wait for others.
        entered: called with the key, and the address or account, of each admitted key.

    Raises:
        OSError: nothing can listen there; the text says why.
    """
    counts, router = Counter[str]() if refused is None else refused, Router()
    gate = Gate(
        access, limits or Limits(), router, counts, kept=kept, playing=playing, entered=entered
    )
    try:
        loop = asyncio.get_running_loop()
        listen = partial(loop.create_server, gate.new_stream, host or None)
        listener = await listen_on_one_port(listen, host, port)
        try:
            found = listener.sockets[0].getsockname()[1]
            address = BrokerAddress("mqtt", _ANYWHERE.get(host, host), found)
            yield EmbeddedBroker(address, gate.refused, access, router)
        finally:
            listener.close()
    finally:
        await gate.close()
