"""aiomqtt as this house uses it: no delay, no noise, nothing left behind."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiomqtt
from aiomqtt.types import PahoSocket
from paho.mqtt import client as paho

from protocol.links import BrokerAddress

KEEP_ALIVE = 20
"""Seconds after which a silent connection is tried, and after which a dead one is noticed."""
MAX_QUEUED = 2000
"""Messages that may wait to be read; in a flood the rest is dropped, and asked for again later."""
_CONNECT_TIMEOUT = 10.0
_NOT_AUTHORISED = (4, 5, 134, 135)  # by MQTT 3.1.1, and as paho words it since its version 2

_log = logging.getLogger("client.mqtt")
_log.addHandler(logging.NullHandler())  # else logging's last resort writes across the screen


class MqttClient(aiomqtt.Client):
    """One connection to a broker; for the next one there is a new object."""

    def _on_socket_register_write(
        self, client: paho.Client, userdata: object, sock: PahoSocket
    ) -> None:
        # aiomqtt adds the writer in a later turn of the loop, when the socket may be closed and its
        # number belong to another one: a traceback at best.
        number = sock.fileno()

        def add_writer() -> None:
            if sock.fileno() == number != -1 and client.socket() is sock:
                super(MqttClient, self)._on_socket_register_write(client, userdata, sock)

        self._loop.call_soon_threadsafe(add_writer)

    def _on_socket_close(self, client: paho.Client, userdata: object, sock: PahoSocket) -> None:
        # aiomqtt would wait out its time for a greeting that cannot come any more.
        super()._on_socket_close(client, userdata, sock)
        self._loop.call_soon_threadsafe(self._fail_greeting)

    def _fail_greeting(self) -> None:
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError("it closed the connection"))

    def no_delay(self) -> None:
        """Set TCP_NODELAY behind a WebSocket, where aiomqtt does not reach the socket."""
        wrapped = self._client.socket()
        if wrapped is None or isinstance(wrapped, socket.socket):
            return
        with socket.fromfd(wrapped.fileno(), socket.AF_INET, socket.SOCK_STREAM) as raw:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def abandon(self) -> None:
        """Close what an attempt to connect that failed half-way has left open."""
        if self._client.socket() is not None:
            self._client.disconnect()
            self._client.loop_write()
        if self._disconnected.done() and not self._disconnected.cancelled():
            self._disconnected.exception()  # known already; unread, asyncio would log it


class _TlsContext(ssl.SSLContext):
    """Trusts whom the system trusts; remembers its sockets, some of which paho leaves open."""

    last: ssl.SSLSocket | None = None

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:  # noqa: ANN401 - as given
        self.last = super().wrap_socket(*args, **kwargs)
        return self.last

    def close(self) -> None:
        """Close what a failed handshake has left open."""
        if self.last is not None:
            self.last.close()


def _tls_context() -> _TlsContext:
    context = _TlsContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_default_certs()
    return context


@asynccontextmanager
async def connected(address: BrokerAddress, password: str | None) -> AsyncIterator[MqttClient]:
    """Connect to a broker for as long as the context lasts.

    Raises:
        aiomqtt.MqttError: the broker cannot be reached, or refuses; see `explain`.
    """
    tls = _tls_context() if address.tls else None
    client = MqttClient(
        address.host,
        address.port,
        username=address.user or None,
        password=password,
        logger=_log,
        clean_session=True,
        transport="websockets" if address.websocket else "tcp",
        timeout=_CONNECT_TIMEOUT,
        keepalive=KEEP_ALIVE,
        max_queued_incoming_messages=MAX_QUEUED,
        tls_context=tls,
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
    )
    try:
        await _enter(client)
        client.no_delay()
        try:
            yield client
        finally:
            with contextlib.suppress(aiomqtt.MqttError):
                await client.__aexit__(None, None, None)
    finally:
        client.abandon()
        if tls is not None:
            tls.close()


async def _enter(client: MqttClient) -> None:
    """Connect; when cancelled meanwhile, see the attempt off, for a thread is at it."""
    entering = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(entering)
    except UnicodeError as error:  # of a host name that cannot be looked up
        raise aiomqtt.MqttError(str(error)) from error
    except asyncio.CancelledError:
        entering.add_done_callback(lambda done: _see_off(client, done))
        raise


def _see_off(client: MqttClient, done: asyncio.Future[Any]) -> None:
    if not done.cancelled():
        done.exception()
    client.abandon()


def explain(error: aiomqtt.MqttError, address: BrokerAddress) -> str:
    """Return a sentence for a person: what is wrong with the broker, and what to do."""
    where = f"{address.host}:{address.port}"
    if isinstance(error, aiomqtt.MqttCodeError):
        if getattr(error.rc, "value", error.rc) in _NOT_AUTHORISED:
            return f"The broker at {where} refuses this user name or password."
        return f"The broker at {where} ended the connection ({error})."
    if isinstance(error.__cause__, aiomqtt.MqttCodeError):
        return f"The connection to the broker at {where} was lost."
    return _explain_cause(error.__context__, address) or (
        f"The broker at {where} cannot be reached ({error})."
    )


def _explain_cause(cause: BaseException | None, address: BrokerAddress) -> str:
    where = f"{address.host}:{address.port}"
    if isinstance(cause, socket.gaierror | UnicodeError):
        return f"There is no host named {address.host}: check the link, or the network."
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"The certificate of {where} cannot be trusted ({cause.verify_message})."
    if isinstance(cause, ssl.SSLError):
        return f"No encrypted connection with {where}: does the broker speak TLS on that port?"
    if isinstance(cause, ConnectionRefusedError):
        return f"Nothing listens at {where}: is the server running?"
    return ""
