"""A client of an MQTT broker that sends at once, and reads what it has screened."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import Any

import aiomqtt
from aiomqtt.types import PahoSocket
from paho.mqtt import client as paho

from protocol.codec import MAX_BYTES
from protocol.errors import OversizedError
from texts import tell
from transport.connection_error import AbusiveBrokerError, BrokerClosedError
from transport.fair_queue import FairQueue
from transport.packets import MAX_SKIPPED, PacketScreen, ReadBudget, publish_packet


class OpeningSocket:
    """Makes the socket of an MQTT client, and ends it while a thread still waits for it.

    The thread reads the handshakes of TLS and WebSocket. A broker that sends a byte now and then
    could hold it for ever.

    Attributes:
        has_ended: whether `end` was called.
    """

    def __init__(self, client: paho.Client, opened: socket.socket | None) -> None:
        """Prepare.

        Args:
            client: it opens its sockets here from now on.
            opened: the connected socket that it is to use; None to make one.
        """
        self.has_ended = False
        self._opened = opened
        self._made: socket.socket | None = None
        self._twin: socket.socket | None = None
        self._connect = client._create_socket_connection  # noqa: SLF001
        client._create_socket_connection = self._open  # type: ignore[method-assign] # noqa: SLF001

    def _open(self) -> socket.socket:
        self._made = made = self._opened or self._connect()
        self._twin = made.dup()  # TLS takes the socket itself
        if self.has_ended:  # meanwhile
            self.end()
        return made

    def end(self) -> None:
        """End the connection; a thread that reads it is told so."""
        self.has_ended = True
        if self._twin is not None:
            with suppress(OSError):
                self._twin.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection, when no thread uses it any more."""
        if self._made is not None:
            self._made.close()
        self.release()

    def release(self) -> None:
        """Leave the connection to the client, which has made it."""
        self._made = None
        if self._twin is not None:
            self._twin.close()
            self._twin = None


MAX_QUEUED = 8 * 1024 * 1024
"""Bytes that may wait to be read; in a flood the longest topics lose the rest (`FairQueue`)."""
MESSAGE_SHARE = 2048
"""Bytes counted for a message besides its payload."""
_POSTED = 0
"""The kind of a packet that paho only writes: it is made of whole packets, of any number."""
_READS = 2
"""Turns of the event loop for the socket between two messages: a flood waits here, in its own
lines, and not at the broker in one line with everything else."""
_READ_AHEAD = 64 * 1024
"""Bytes that are read from the socket at a time."""
_PACKETS_AT_ONCE = 8
"""Packets that are read in one turn of the loop."""
_MAX_UNSENT = 10_000
"""Packets that may wait for a broker to read, which could ask us to acknowledge each message."""
_OPENING_SECONDS = 20.0
"""Seconds for everything until the broker has admitted the client. A broker that sends a byte now
and then could prolong the handshakes of TLS and WebSocket for ever, and each takes a thread."""


class Incoming(FairQueue[aiomqtt.Message]):
    """Received messages that wait to be read."""

    def __init__(self, maxsize: int) -> None:
        super().__init__(
            maxsize,
            whose=lambda message: message.topic.value,
            size=lambda each: MESSAGE_SHARE + len(each.topic.value) + len(each.payload),
        )


class MqttClient(aiomqtt.Client):
    """One connection to a broker; reconnecting takes a new object.

    `post` and `arrivals` replace aiomqtt's `publish` and `messages`. They take fewer turns of the
    loop: aiomqtt creates a task for each message, and waits for the socket before it writes. And
    what is posted in one turn of the loop is written at once: paho takes as much time for each
    message as to make and seal it.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - aiomqtt's own
        unread: Counter[str],
        budget: ReadBudget,
        opened: socket.socket | None = None,
        **settings: Any,  # noqa: ANN401 - aiomqtt's own
    ) -> None:
        """Prepare a connection.

        Args:
            *args: as those of `aiomqtt.Client`.
            unread: counts messages that are too long or too many to be read, by reason.
            budget: how much is read.
            opened: the connected socket to use; None to make one.
            **settings: as those of `aiomqtt.Client`.
        """
        self._posted: set[int] = set()
        self._unwritten: list[bytes] = []
        self._in_writing = 0
        self._writes_now = False
        self._arrived = asyncio.Event()
        self._settled = asyncio.Event()
        super().__init__(*args, **settings)
        assert isinstance(self._queue, Incoming)
        self._queue.dropped = lambda _: unread.update(("flood",))
        self._unread = unread
        self._disconnected.add_done_callback(self._wake)
        self._client.disable_logger()  # paho would format each packet for nobody
        self._screen = PacketScreen(budget)
        self._reads_on = False
        self._opening = OpeningSocket(self._client, opened)
        self._receive_raw = self._client._sock_recv  # noqa: SLF001
        self._client._sock_recv = self._receive  # type: ignore[method-assign] # noqa: SLF001

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

    def _receive(self, bufsize: int) -> bytes:
        """Return bytes of the packets that the screen has passed on; paho asks for them.

        Raises:
            BlockingIOError: there are none now.
            AbusiveBrokerError: the connection ends.
        """
        screen = self._screen
        if not screen.has_passed:
            try:
                data = self._receive_raw(_READ_AHEAD)
                screen.add(data)
                # paho keeps the whole frame of a WebSocket, and an acknowledgement of each message
                frame = getattr(self._client.socket(), "_readbuffer", b"")
                if len(frame) > MAX_SKIPPED:
                    raise AbusiveBrokerError(tell("transport/abuse/long-frames"))
                if len(self._client._out_packet) > _MAX_UNSENT:  # noqa: SLF001
                    raise AbusiveBrokerError(tell("transport/abuse/does-not-read"))
            except AbusiveBrokerError as error:
                self._fail(error)
                raise
            if screen.skipped:
                self._unread[OversizedError.__name__] += screen.skipped
                screen.skipped = 0
            if not data:
                return b""
            if not screen.has_passed:
                raise BlockingIOError
        return screen.take(bufsize)

    def _on_socket_open(self, client: paho.Client, userdata: object, sock: PahoSocket) -> None:
        # aiomqtt reads as long as TLS has decrypted bytes, so a fast broker would stop the loop.
        super()._on_socket_open(client, userdata, sock)
        read = partial(self._read_some, sock)
        self._loop.call_soon_threadsafe(self._loop.add_reader, sock.fileno(), read)

    def _read_some(self, sock: PahoSocket, *, reads_on: bool = False) -> None:
        """Read a few packets, and the rest in later turns of the loop."""
        if self._client.socket() is not sock or (self._reads_on and not reads_on):
            return
        try:
            for _ in range(_PACKETS_AT_ONCE):
                self._client.loop_read()
                if not self._screen.has_passed:
                    break
        except Exception as error:  # noqa: BLE001 - any error breaks the connection
            self._fail(error)
        decrypted = getattr(self._client.socket(), "pending", int)()
        self._reads_on = self._screen.has_passed or decrypted > 0
        if self._reads_on:
            self._loop.call_soon(partial(self._read_some, sock, reads_on=True))

    def _fail(self, error: Exception) -> None:
        """End the connection with an error, or the attempt to make it."""
        connects = not self._connected.done() and isinstance(error, aiomqtt.MqttError)
        future = self._connected if connects else self._disconnected
        if not future.done():
            future.set_exception(error)

    def _on_message(self, client: paho.Client, userdata: object, message: paho.MQTTMessage) -> None:
        if len(message.payload) > MAX_BYTES:
            self._unread[OversizedError.__name__] += 1
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
            self._fail(error)
        if not self._client.want_write():
            self._in_writing = 0
            self._settle()

    def _on_socket_close(self, client: paho.Client, userdata: object, sock: PahoSocket) -> None:
        # aiomqtt would wait for a CONNACK that can no longer come, until its timeout.
        super()._on_socket_close(client, userdata, sock)
        self._loop.call_soon_threadsafe(_fail_connecting, self._connected)

    async def open(self) -> None:
        """Connect, within a limited time.

        Raises:
            aiomqtt.MqttError: that failed, or took too long.
        """
        entering = asyncio.ensure_future(self.__aenter__())
        entering.add_done_callback(self._note_entered)
        try:
            async with asyncio.timeout(_OPENING_SECONDS):
                await asyncio.shield(entering)
        except UnicodeError as error:  # from a host name that cannot be looked up
            raise aiomqtt.MqttError(str(error)) from error
        except TimeoutError as error:
            self._opening.end()
            raise aiomqtt.MqttError("it took too long to connect") from error
        except asyncio.CancelledError:
            self._opening.end()
            raise
        self._no_delay()

    def _note_entered(self, entering: asyncio.Future[Any]) -> None:
        """Leave the socket to paho, or close it if nobody waits for it any more."""
        failed = entering.cancelled() or entering.exception() is not None
        if failed or self._opening.has_ended:
            self.abandon()
            self._opening.close()
        else:
            self._opening.release()

    def _no_delay(self) -> None:
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


def _fail_connecting(connected: asyncio.Future[None]) -> None:
    if not connected.done():
        connected.set_exception(BrokerClosedError())


def _runs_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False
