"""The embedded MQTT broker: amqtt in the server's own event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, ItemsView, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from amqtt.broker import Broker
from amqtt.contexts import BrokerConfig, ListenerConfig, ListenerType
from amqtt.session import Session

from protocol.links import BrokerAddress

logger = logging.getLogger(__name__)

_LISTENER = "default"
_STOP_SECONDS = 3
"""amqtt waits for clients that do not read; a server that ends does not."""
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked for by the host


@asynccontextmanager
async def embedded_broker(host: str, port: int) -> AsyncIterator[BrokerAddress]:
    """Run a broker; yield the address at which this machine reaches it.

    Args:
        host: the address to listen on.
        port: the port to listen on, or 0 for a free one.

    Raises:
        OSError: nothing can listen there; the text says why.
    """
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)  # a port scan is no news for the host
    broker = _Broker(
        BrokerConfig(
            listeners={_LISTENER: ListenerConfig(type=ListenerType.EXTERNAL)},
            plugins={"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        )
    )
    await broker.start()
    try:
        # our own listener: one that takes any address, and tells the port it found
        listener = await asyncio.start_server(partial(_serve, broker), host or None, port)
        try:
            found = listener.sockets[0].getsockname()[1]
            yield BrokerAddress("mqtt", _ANYWHERE.get(host, host), found)
        finally:
            listener.close()
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(broker.shutdown(), _STOP_SECONDS)


async def _serve(
    broker: Broker, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve one connection to its end, whatever comes through it."""
    try:
        await broker.stream_connected(reader, writer, listener_name=_LISTENER)
    except Exception as error:  # noqa: BLE001 - amqtt lets many through that a stranger can cause
        logger.debug("a connection failed: %r", error)
    finally:
        writer.close()


class _Broker(Broker):
    """amqtt's broker without two faults that every connection may run into.

    It hands a client that connects the retained messages of everybody's subscriptions, and while
    it does so a subscription by somebody else ends that connection's service.
    """

    def __init__(self, config: BrokerConfig) -> None:
        super().__init__(config)
        self._subscriptions: dict[str, list[tuple[Session, int]]] = _SteadyDict()

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        subscribers = self._subscriptions.get(subscription[0], [])
        if any(subscriber.client_id == session.client_id for subscriber, _ in subscribers):
            await super()._publish_retained_messages_for_subscription(subscription, session)


class _SteadyDict(dict[str, Any]):
    """A dict that may change while somebody iterates over it."""

    def __iter__(self) -> Iterator[str]:
        return iter(list(self.keys()))

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]  # dict_items has no public name
        """Return the items as they are now."""
        return dict(super().items()).items()
