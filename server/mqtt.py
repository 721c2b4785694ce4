"""aiomqtt as the server uses it: no delay, no noise, nothing left behind."""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from aiomqtt.types import PahoSocket
from paho.mqtt import client as paho

from protocol.links import BrokerAddress

_logger = logging.getLogger(__name__)
_logger.setLevel(logging.CRITICAL)  # what paho reports, the server says once, in words

_MAX_INCOMING = 1000
"""Messages that may wait to be read; in a flood the rest is dropped, and repeated by clients."""
_KEEP_ALIVE = 30
_NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@asynccontextmanager
async def connected(address: BrokerAddress, password: str | None) -> AsyncIterator[aiomqtt.Client]:
    """Connect to a broker for as long as the context lasts.

    Raises:
        aiomqtt.MqttError: the broker cannot be reached, refuses us, or has gone.
    """
    client = _Client(
        address.host,
        address.port,
        username=address.user or None,
        password=password,
        logger=_logger,
        transport="websockets" if address.websocket else "tcp",
        tls_context=ssl.create_default_context() if address.tls else None,
        keepalive=_KEEP_ALIVE,
        max_queued_incoming_messages=_MAX_INCOMING,
        socket_options=[_NODELAY],
    )
    try:
        async with client:
            client.set_nodelay()
            yield client
    except UnicodeError as error:  # of a host name that cannot be looked up
        raise aiomqtt.MqttError(str(error)) from error
    finally:
        client.abandon()


def explain(error: aiomqtt.MqttError, address: BrokerAddress) -> str:
    """Return a sentence for the host: what is wrong with the broker, and what to do."""
    where = f"The broker at {address.host}, port {address.port},"
    if isinstance(error, MqttConnectError):
        return f"{where} refuses this server ({error}): check its user name and password."
    return f"{where} cannot be reached ({error}): does it run, and is that its address?"


class _Client(aiomqtt.Client):
    """One connection."""

    def _on_socket_register_write(
        self, client: paho.Client, userdata: object, sock: PahoSocket
    ) -> None:
        # aiomqtt adds the writer in a later turn of the loop, when the socket may be closed and its
        # number belong to another one: a traceback at best.
        number = sock.fileno()

        def add_writer() -> None:
            if sock.fileno() == number != -1 and client.socket() is sock:
                super(_Client, self)._on_socket_register_write(client, userdata, sock)

        self._loop.call_soon_threadsafe(add_writer)

    def set_nodelay(self) -> None:
        """Send small packets at once, behind a WebSocket too, where aiomqtt does not see to it."""
        wrapped = self._client.socket()
        raw = getattr(wrapped, "_socket", None)
        if isinstance(raw, socket.socket):
            raw.setsockopt(*_NODELAY)

    def abandon(self) -> None:
        """Close what an attempt to connect that failed half-way has left open."""
        if self._client.socket() is not None:
            self._client.disconnect()
            with contextlib.suppress(OSError):
                self._client.loop_write()
        if self._disconnected.done() and not self._disconnected.cancelled():
            self._disconnected.exception()  # known already; unread, asyncio would log it
