"""The embedded MQTT broker: amqtt in the server's own event loop, behind a gate."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from amqtt.adapters import ReaderAdapter, WriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import Action, BrokerConfig, ListenerConfig, ListenerType
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.session import Session

from protocol.links import BrokerAddress
from server.broker.access import ANYBODY, Access, Visitor
from server.broker.gate import Gate, Pass
from server.broker.limits import Limits

logger = logging.getLogger(__name__)

_LISTENER = "default"
_STOP_SECONDS = 1.5
_REFUSED = 0x80
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked for by the host


@dataclass(frozen=True, slots=True)
class EmbeddedBroker:
    """A broker of our own that runs.

    Attributes:
        address: where this machine reaches it.
        refused: connections it refused or cut off, by reason.
    """

    address: BrokerAddress
    refused: Counter[str]


@asynccontextmanager
async def embedded_broker(  # noqa: PLR0913 - where it listens, and whom it tells what
    host: str,
    port: int,
    access: Access,
    limits: Limits | None = None,
    *,
    refused: Counter[str] | None = None,
    entered: Callable[[str, str], None] = lambda _key, _address: None,
) -> AsyncIterator[EmbeddedBroker]:
    """Run a broker.

    Args:
        host: the address to listen on.
        port: the port to listen on, or 0 for a free one.
        access: who may do what.
        limits: how much of it; the usual ones if None.
        refused: where connections that are refused or cut off are counted by reason.
        entered: told the key and the address of each connection that is let in with a key.

    Raises:
        OSError: nothing can listen there; the text says why.
    """
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)  # a port scan is no news for the host
    router = _Router(access, limits := limits or Limits())
    gate = Gate(access, limits, router.serve, Counter() if refused is None else refused, entered)
    await router.start()
    try:
        # our own listener: one that takes any address, and tells the port it found
        listener = await asyncio.start_server(gate.serve, host or None, port)
        try:
            found = listener.sockets[0].getsockname()[1]
            yield EmbeddedBroker(
                BrokerAddress("mqtt", _ANYWHERE.get(host, host), found), gate.refused
            )
        finally:
            listener.close()
            await gate.close()
    finally:
        with suppress(TimeoutError):  # amqtt waits for clients that do not read; we do not
            await asyncio.wait_for(router.shutdown(), _STOP_SECONDS)


class _Router(Broker):
    """amqtt's broker for connections that a gate has let in, without faults of its own.

    Left to itself it hands a client that connects the retained messages of everybody's
    subscriptions, and remembers every filter somebody was ever subscribed to.
    """

    def __init__(self, access: Access, limits: Limits) -> None:
        external = ListenerConfig(type=ListenerType.EXTERNAL)
        super().__init__(BrokerConfig(listeners={_LISTENER: external}, plugins={}))
        self._access = access
        self._limits = limits
        self._visitors: dict[str | None, Visitor] = {}
        self._filters: dict[str | None, set[str]] = {}

    async def serve(self, admitted: Pass) -> None:
        """Serve an admitted connection to its end."""
        self._visitors[admitted.client_id] = admitted.visitor
        self._filters[admitted.client_id] = set()
        try:
            await self.external_connected(_Reader(admitted), _Writer(admitted), _LISTENER)
        finally:
            await self._cleanup_session(admitted.client_id)
            del self._visitors[admitted.client_id], self._filters[admitted.client_id]

    async def _authenticate(self, session: Session, _: ListenerConfig) -> bool:
        return session.client_id in self._visitors

    async def _topic_filtering(self, session: Session, topic: str, action: Action) -> bool:
        if action is Action.RECEIVE:
            return self._may_read(session, topic)
        return True  # the gate has seen to what is published, and filters alone give nothing

    def _may_read(self, session: Session, topic: str) -> bool:
        return self._access.may_read(self._visitors.get(session.client_id, ANYBODY), topic)

    async def add_subscription(self, subscription: tuple[str, int], session: Session) -> int:
        topic_filter, qos = subscription
        filters = self._filters.get(session.client_id)
        if (
            not topic_filter
            or filters is None
            or len(filters | {topic_filter}) > self._limits.filters
        ):
            return _REFUSED
        granted = await super().add_subscription((topic_filter, min(qos, 1)), session)
        if granted != _REFUSED:
            filters.add(topic_filter)
        return granted

    async def _handle_unsubscription(
        self,
        client_session: Session,
        handler: BrokerProtocolHandler,
        unsubscribe_waiter: asyncio.Future[object],
    ) -> None:
        topics = list(unsubscribe_waiter.result().topics)  # type: ignore[attr-defined]  # amqtt's Any
        await super()._handle_unsubscription(client_session, handler, unsubscribe_waiter)
        for topic_filter in topics:
            self._filters.get(client_session.client_id, set()).discard(topic_filter)
            if not self._subscriptions.get(topic_filter, True):
                del self._subscriptions[topic_filter]

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        topic_filter, qos = subscription
        handler = self._get_handler(session)
        if handler is None or topic_filter not in self._filters.get(session.client_id, ()):
            return
        sending = [
            asyncio.create_task(
                handler.mqtt_publish(topic, retained.data, min(qos, 1), retain=True)
            )
            for topic, retained in self._retained_messages.items()
            if self._matches(topic, topic_filter) and self._may_read(session, topic)
        ]
        await asyncio.gather(*sending, return_exceptions=True)


class _Reader(ReaderAdapter):
    """The packets that come through the gate, as the stream amqtt reads."""

    def __init__(self, admitted: Pass) -> None:
        self._pass = admitted
        self._packet = admitted.line.take_first()
        self._at = 0

    async def read(self, n: int = -1) -> bytes:
        if n and self._at == len(self._packet):
            self._packet, self._at = await self._pass.next_packet(), 0
        data = self._packet[self._at :] if n < 0 else self._packet[self._at : self._at + n]
        self._at += len(data)
        return data

    def feed_eof(self) -> None:
        """Do nothing: the end comes from the other end."""


class _Writer(WriterAdapter):
    """The way back through the gate, on which nobody waits for a client that does not read."""

    def __init__(self, admitted: Pass) -> None:
        self._line = admitted.line

    def write(self, data: bytes) -> None:
        self._line.write(data)

    async def drain(self) -> None:
        """Do nothing: the line holds no more than it may."""

    def get_peer_info(self) -> tuple[str, int]:
        return self._line.peer

    def get_ssl_info(self) -> ssl.SSLObject | None:
        return None

    async def close(self) -> None:
        self._line.hang_up()
