"""A connection to an MQTT broker, fast to send and cleanly closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiomqtt
from aiomqtt.types import PahoSocket
from paho.mqtt import client as paho

from protocol.codec import MAX_BYTES
from protocol.errors import OversizedError
from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from transport.connection_error import BrokerClosedError, explain_error, is_refusal
from transport.fair_queue import FairQueue
from transport.login import Login, key_login, new_client_id
from transport.packet_frame import publish_packet

KEEP_ALIVE = 20
"""Seconds of silence after which a connection is tested."""
MAX_QUEUED = 8 * 1024 * 1024
"""Bytes that may wait to be read; in a flood the longest topics lose the rest (`FairQueue`)."""
CA_VARIABLE = "SIAM_CA"
"""Environment variable that names a PEM file of additional trusted certificates. Child processes
inherit it."""
MESSAGE_SHARE = 2048
"""Bytes counted for a message besides its payload."""
READ_QOS = 0
"""The QoS of subscriptions. Commands are repeated until they are answered, and clients ask for what
they may have missed. With QoS 1 each message would cost one more packet, and NATS would keep a
queue on disk for each subscription."""
_CONNECT_TIMEOUT = 10.0
_POSTED = 0
"""The kind of a packet that paho only writes: it is made of whole packets, of any number."""
_READS = 2
"""Turns of the event loop for the socket between two messages: a flood waits here, in its own
lines, and not at the broker in one line with everything else."""

_log = logging.getLogger("transport.mqtt")
_log.addHandler(logging.NullHandler())  # without it logging writes to the screen
_log.addFilter(lambda record: "failed to receive" not in record.msg)  # an exception reports it too


class _Incoming(FairQueue[aiomqtt.Message]):
    """Received messages that wait to be read."""

    def __init__(self, maxsize: int) -> None:
        super().__init__(
            maxsize,
            whose=lambda message: message.topic.value,
            size=lambda message: MESSAGE_SHARE + len(message.payload),
        )


class MqttClient(aiomqtt.Client):
    """One connection to a broker; reconnecting takes a new object.

    `post` and `arrivals` replace aiomqtt's `publish` and `messages`. They take fewer turns of the
    loop: aiomqtt creates a task for each message, and waits for the socket before it writes. And
    what is posted in one turn of the loop is written at once: paho takes as much time for each
    message as to make and seal it.
    """

    unread: Counter[str]
    """Messages that were not read, by reason."""

    def __init__(self, *args: Any, **settings: Any) -> None:  # noqa: ANN401 - aiomqtt's own
        """Prepare a connection; the arguments are those of `aiomqtt.Client`."""
        self._posted: set[int] = set()
        self._unwritten: list[bytes] = []
        self._in_writing = 0
        self._writes_now = False
        self._arrived = asyncio.Event()
        self._settled = asyncio.Event()
        super().__init__(*args, **settings)
        self._disconnected.add_done_callback(self._wake)
        self._client.disable_logger()  # paho would format each packet for nobody

    def count_into(self, unread: Counter[str]) -> None:
        """Count messages that are too long or too many to be read."""
        self.unread = unread
        assert isinstance(self._queue, _Incoming)
        self._queue.dropped = lambda _: unread.update(("flood",))

    @property
    def unacknowledged(self) -> int:
        """How many posted messages are not written, or not acknowledged if they are retained."""
        return len(self._posted) + len(self._unwritten) + self._in_writing

    def post(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish without waiting for the broker.

        Messages that the broker is to retain have QoS 1, others QoS 0, as `READ_QOS` explains.
        Those of one kind arrive in the order of the calls.

        Raises:
            aiomqtt.MqttError: the connection is lost.
        """
        if not retain:
            if self._disconnected.done() or not self._client.is_connected():
                raise aiomqtt.MqttCodeError(paho.MQTT_ERR_NO_CONN, "it is not connected")
            if not self._unwritten:
                self._loop.call_soon(self.write_posted)
            self._unwritten.append(publish_packet(topic, payload))
            return
        info = self._client.publish(topic, payload, int(retain), retain)
        if info.rc != paho.MQTT_ERR_SUCCESS:
            raise aiomqtt.MqttCodeError(info.rc, "it is not connected")
        self._posted.add(info.mid)

    def write_posted(self) -> None:
        """Write everything that was posted in this turn of the loop, as one packet for paho."""
        posted, self._unwritten = self._unwritten, []
        sock = self._client.socket()
        if not posted or sock is None:
            return
        self._in_writing += len(posted)
        self._writes_now = True
        self._client._packet_queue(_POSTED, b"".join(posted), 0, 0)  # noqa: SLF001
        self._writes_now = False
        self._write_until_full(sock, sock.fileno())

    async def delivered(self) -> None:
        """Wait until no posted message is `unacknowledged`, or the connection is lost."""
        while self.unacknowledged and not self._disconnected.done():
            self._settled.clear()
            await self._settled.wait()

    async def arrivals(self) -> AsyncIterator[aiomqtt.Message]:
        """Yield the received messages; for a single reader.

        Raises:
            aiomqtt.MqttError: the connection has ended.
        """
        while not self._disconnected.done():
            if self._queue.empty():
                self._arrived.clear()
                await self._arrived.wait()
                continue
            yield self._queue.get_nowait()
            for _ in range(0 if self._queue.empty() else _READS):
                await asyncio.sleep(0)
        raise aiomqtt.MqttError("it was lost") from self._disconnected.exception()

    def _wake(self, _: asyncio.Future[None]) -> None:
        self._arrived.set()
        self._settled.set()

    def _on_message(self, client: paho.Client, userdata: object, message: paho.MQTTMessage) -> None:
        if len(message.payload) > MAX_BYTES:
            self.unread[OversizedError.__name__] += 1
        else:
            super()._on_message(client, userdata, message)
            self._arrived.set()

    def _on_publish(self, client: paho.Client, userdata: object, mid: int, *rest: Any) -> None:  # noqa: ANN401 - paho's own
        super()._on_publish(client, userdata, mid, *rest)
        self._posted.discard(mid)
        self._settle()

    def _settle(self) -> None:
        if not self.unacknowledged:
            self._settled.set()

    def _on_socket_register_write(self, _: paho.Client, __: object, sock: PahoSocket) -> None:
        # aiomqtt waits until the socket is writable, which it nearly always is. It also adds the
        # writer in a later turn of the loop, when the socket may be closed and its number reused:
        # a traceback at best.
        if not _runs_here(self._loop):
            self._loop.call_soon_threadsafe(self._write_until_full, sock, sock.fileno())
        elif not self._writes_now:
            self._loop.call_soon(self._write_until_full, sock, sock.fileno())

    def _write_until_full(self, sock: PahoSocket, number: int) -> None:
        """Write what paho has for a socket; the rest as soon as the socket takes more."""
        if self._has_open(sock, number):
            self._write()
            if self._has_open(sock, number) and self._client.want_write():
                self._loop.add_writer(number, self._write)

    def _has_open(self, sock: PahoSocket, number: int) -> bool:
        return sock.fileno() == number != -1 and self._client.socket() is sock

    def _write(self) -> None:
        try:
            self._client.loop_write()
        except Exception as error:  # noqa: BLE001 - any error breaks the connection
            if not self._disconnected.done():
                self._disconnected.set_exception(error)
        if not self._client.want_write():
            self._in_writing = 0
            self._settle()

    def _on_socket_close(self, client: paho.Client, userdata: object, sock: PahoSocket) -> None:
        # aiomqtt would wait for a CONNACK that can no longer come, until its timeout.
        super()._on_socket_close(client, userdata, sock)
        self._loop.call_soon_threadsafe(self._fail_connecting)

    def _fail_connecting(self) -> None:
        if not self._connected.done():
            self._connected.set_exception(BrokerClosedError())

    def no_delay(self) -> None:
        """Set TCP_NODELAY for a WebSocket, which aiomqtt does not do."""
        wrapped = self._client.socket()
        if wrapped is None or isinstance(wrapped, socket.socket):
            return
        with socket.fromfd(wrapped.fileno(), socket.AF_INET, socket.SOCK_STREAM) as raw:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def abandon(self) -> None:
        """Close the socket that a failed attempt to connect left open."""
        if self._client.socket() is not None:
            self._client.disconnect()
            self._client.loop_write()
        if self._disconnected.done() and not self._disconnected.cancelled():
            self._disconnected.exception()  # retrieve it, or asyncio would log it


def _runs_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False


class _TlsContext(ssl.SSLContext):
    """Trusts the system's certificates; remembers its last socket, which paho may leave open."""

    last: ssl.SSLSocket | None = None

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:  # noqa: ANN401 - as given
        self.last = super().wrap_socket(*args, **kwargs)
        return self.last

    def close(self) -> None:
        """Close the socket that a failed handshake left open."""
        if self.last is not None:
            self.last.close()


def _tls_context() -> _TlsContext:
    context = _TlsContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_default_certs()
    if file := os.environ.get(CA_VARIABLE):
        try:
            context.load_verify_locations(cafile=file)
        except OSError as error:  # OpenSSL's errors are too
            raise aiomqtt.MqttError(
                f"the certificates in {file}, which {CA_VARIABLE} names, cannot be read"
            ) from error
    return context


@dataclass(frozen=True, slots=True)
class Credentials:
    """Credentials for the brokers of one lobby.

    Attributes:
        key: identifies the player to the embedded broker.
        lobby: the fingerprint of the lobby's server.
        password: the password for another broker: of the user in its address, or of a user named
            by the key's fingerprint if the address has none.
    """

    key: SecretKey
    lobby: str
    password: str | None = field(default=None, repr=False)

    def user_at(self, address: BrokerAddress) -> str:
        """Return the user whom the password is for, at another broker than the embedded one."""
        return address.user or self.key.public.fingerprint

    def explain(self, error: aiomqtt.MqttError, address: BrokerAddress) -> str:
        """Return a sentence for a person: why there is no connection, and what to do."""
        user, is_server = self.user_at(address), self.key.public.fingerprint == self.lobby
        is_player = not (address.user or is_server)
        return explain_error(
            error, address, user, has_password=bool(self.password), is_player=is_player
        )

    def logins(self, user: str) -> list[Login]:
        """Return the logins to try in turn; `user` is the one in the broker's address, or empty."""
        if user or self.password is not None:
            user = user or self.key.public.fingerprint
            return [Login(new_client_id(), user, self.password)]
        return [key_login(self.key, self.lobby), Login(new_client_id())]


@asynccontextmanager
async def connected(
    address: BrokerAddress, credentials: Credentials, unread: Counter[str] | None = None
) -> AsyncIterator[MqttClient]:
    """Connect to a broker for as long as the context lasts.

    If a broker with its own users refuses the key's login, connect without a login.

    Args:
        address: where the broker is.
        credentials: the logins to try.
        unread: counts messages too long or too many to be read, by reason.

    Raises:
        aiomqtt.MqttError: the broker cannot be reached, or refuses (`transport.connection_error`).
    """
    *others, last = credentials.logins(address.user)
    async with AsyncExitStack() as stack:
        for login in others:
            try:
                client = await stack.enter_async_context(connected_as(address, login, unread))
            except aiomqtt.MqttError as error:
                if not is_refusal(error):
                    raise
            else:
                yield client
                return
        yield await stack.enter_async_context(connected_as(address, last, unread))


@asynccontextmanager
async def connected_as(
    address: BrokerAddress, login: Login, unread: Counter[str] | None = None
) -> AsyncIterator[MqttClient]:
    """Connect to a broker with one login, for as long as the context lasts; see `connected`.

    Raises:
        aiomqtt.MqttError: the broker cannot be reached, or refuses (`transport.connection_error`).
    """
    tls = _tls_context() if address.tls else None
    client = MqttClient(
        address.host,
        address.port,
        identifier=login.client_id,
        username=login.user or None,
        password=login.password,
        logger=_log,
        clean_session=True,
        transport="websockets" if address.websocket else "tcp",
        timeout=_CONNECT_TIMEOUT,
        keepalive=KEEP_ALIVE,
        queue_type=_Incoming,
        max_queued_incoming_messages=MAX_QUEUED,
        tls_context=tls,
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
    )
    client.count_into(Counter() if unread is None else unread)
    try:
        await _connect(client)
        client.no_delay()
        try:
            yield client
        finally:
            client.write_posted()
            with contextlib.suppress(aiomqtt.MqttError):
                await client.__aexit__(None, None, None)
    finally:
        client.abandon()
        if tls is not None:
            tls.close()


async def _connect(client: MqttClient) -> None:
    """Connect; when cancelled meanwhile, let the thread finish, then close its connection."""
    entering = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(entering)
    except UnicodeError as error:  # from a host name that cannot be looked up
        raise aiomqtt.MqttError(str(error)) from error
    except asyncio.CancelledError:
        entering.add_done_callback(lambda done: _close_late_connection(client, done))
        raise


def _close_late_connection(client: MqttClient, done: asyncio.Future[Any]) -> None:
    if not done.cancelled():
        done.exception()
    client.abandon()
