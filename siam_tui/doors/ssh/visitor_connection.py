"""One connection to the door, as a stream of packets: what it may cost before and after the login.

Nothing that a client sends is worked on at once. It waits for a turn (`turns`), and the client must
wait before it sends more.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Awaitable, Coroutine
from typing import TYPE_CHECKING, Any, Final, cast

import asyncssh

from siam_tui.doors.named_proxies import network_of
from siam_tui.doors.ssh.turns import Measured, Turns
from siam_tui.doors.ssh.visitor_keys import is_quick_key

if TYPE_CHECKING:
    from asyncssh.logging import SSHLogger
    from asyncssh.packet import SSHPacket

    from siam_tui.doors.ssh.door import Door

_PIECE: Final = 512
"""Bytes that are worked on in one turn: a few packets that cost up to half a millisecond each."""
_MOST_UNREAD: Final = 64 * 1024
_MOST_UNSENT: Final = 256 * 1024
_SEND_BUFFER: Final = 128 * 1024
"""Bytes that the system keeps for a client that does not read; it would keep megabytes."""
_MOST_DEFERRED: Final = 512
"""Packets that may wait for the end of a key exchange."""

_STRANGER_BYTES: Final = 64 * 1024
_STRANGER_PACKETS: Final = 100
_STRANGER_SECONDS: Final = 0.25
"""Bytes, packets and processor time of a login; a usual one takes 2 to 5 KB, 7 packets and 2 ms."""

_KEY_EXCHANGES: Final = 5
_KEY_EXCHANGES_SECONDS: Final = 300.0
"""Key exchanges after the login: so many in so many seconds."""
_KEXINIT: Final = 20


class Doorstep(asyncio.Protocol):
    """A new connection, which costs next to nothing until the door lets it in."""

    def __init__(self, door: Door, options: asyncssh.SSHServerConnectionOptions) -> None:
        """Prepare.

        Args:
            door: the door.
            options: what SSH allows.
        """
        self._door, self._options = door, options

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with SSH, unless the address has too many new connections."""
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername") or ("",)
        network = network_of(str(peer[0]))
        if not self._door.admit(network):
            transport.abort()
            return
        peer_socket = transport.get_extra_info("socket")
        peer_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        connection = VisitorConnection(network, self._door.turns, self._options)
        connection.end_without_keys_after(self._door.settings.exchange_seconds)
        self._door.waiting.take(connection, network)
        transport.set_protocol(connection)
        connection.connection_made(transport)


class VisitorConnection(asyncssh.SSHServerConnection):
    """A connection, which takes turns with all others.

    Attributes:
        network: where it comes from.
        is_inside: whether the visitor has logged in.
    """

    def __init__(
        self, network: str, turns: Turns, options: asyncssh.SSHServerConnectionOptions
    ) -> None:
        """Prepare.

        Args:
            network: where it comes from.
            turns: decides when it may work.
            options: what SSH allows.
        """
        super().__init__(asyncio.get_running_loop(), options)
        self.network = network
        self.is_inside = False
        self._turns = turns
        self._socket: asyncio.Transport
        self._unread = bytearray()
        self._has_ended = self._is_deaf = False
        self._bytes = self._packets = 0
        self._seconds = 0.0
        self._exchanges: deque[float] = deque(maxlen=_KEY_EXCHANGES)
        self._first: asyncio.TimerHandle | None = None

    @property
    def is_clogged(self) -> bool:
        """Whether what is sent now would only be kept: the client does not read."""
        return not self._kex_complete or self._socket.get_write_buffer_size() > _MOST_UNSENT

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._socket = cast("asyncio.Transport", transport)
        super().connection_made(transport)

    def end_without_keys_after(self, seconds: float) -> None:
        """End the connection after some time, unless it has exchanged keys by then."""
        self._first = self._loop.call_later(seconds, self._check_first_exchange)

    def _check_first_exchange(self) -> None:
        if not self.get_extra_info("recv_cipher"):
            self.abort()

    def connection_lost(self, exc: Exception | None = None) -> None:
        """End."""
        if self._first is not None:
            self._first.cancel()
        self._turns.forget(self)
        super().connection_lost(exc)

    # What the client sends

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Keep what the client sends until its turn."""
        del datatype
        self._unread += data
        self._bytes += len(data)
        if not self.is_inside and self._bytes > _STRANGER_BYTES:
            self.abort()
            return
        self._read_or_wait()
        self._turns.ask(self)

    def eof_received(self) -> bool:  # type: ignore[override]  # True keeps the connection
        """End the connection once all is worked on."""
        self._has_ended = True
        self._turns.ask(self)
        return True

    def take_turn(self) -> bool:
        """Work on some of what the client has sent; return whether there is more."""
        if self._transport is None:  # it ends, and what is unread does not matter
            return False
        piece = bytes(self._unread[:_PIECE])
        del self._unread[:_PIECE]
        if piece:
            super().data_received(piece)
        if len(self._deferred_packets) > _MOST_DEFERRED:
            self.abort()
        if self._has_ended and not self._unread:
            super().eof_received()
        self._read_or_wait()
        return bool(self._unread)

    def create_task(
        self, coro: Awaitable[None], task_logger: SSHLogger | None = None
    ) -> asyncio.Task[None]:
        """Do what takes longer than a turn, such as a step of a login; its cost counts too."""
        work = cast("Coroutine[Any, Any, None]", coro)
        return super().create_task(Measured(work, self._note_task), task_logger)

    def _note_task(self, seconds: float) -> None:
        self._turns.charge(self.network, seconds)
        self.note_cost(seconds)

    def note_cost(self, seconds: float) -> None:
        """End a login that takes too much processor time."""
        self._seconds += seconds
        if not self.is_inside and self._seconds > _STRANGER_SECONDS:
            self.abort()

    def pause_writing(self) -> None:
        """Read nothing from a client that does not read our answers."""
        self._is_deaf = True
        self._read_or_wait()

    def resume_writing(self) -> None:
        """Go on."""
        self._is_deaf = False
        self._read_or_wait()

    def _read_or_wait(self) -> None:
        if self._is_deaf or len(self._unread) > _MOST_UNREAD:
            self._socket.pause_reading()
        elif not self._has_ended:
            self._socket.resume_reading()

    # Packets

    def _recv_pkthdr(self) -> bool:
        """Begin with the next packet, unless a login has too many."""
        has_begun = super()._recv_pkthdr()
        self._packets += has_begun
        if self._packets > _STRANGER_PACKETS and not self.is_inside:
            raise asyncssh.ProtocolError("Too many packets before the login")
        return has_begun

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        """Handle a packet, unless it begins one key exchange too many."""
        if pkttype == _KEXINIT:
            now, most = self._loop.time(), _KEY_EXCHANGES if self.is_inside else 1
            times = self._exchanges
            if len(times) >= most and times[0] > now - _KEY_EXCHANGES_SECONDS:
                raise asyncssh.ProtocolError("Too many key exchanges")
            times.append(now)
        return super().process_packet(pkttype, pktid, packet)

    async def validate_public_key(
        self, username: str, key_data: bytes, msg: bytes, signature: bytes
    ) -> bool:
        """Check a key, and its signature if there is one, but only if that takes little time."""
        is_quick = is_quick_key(key_data)
        return is_quick and await super().validate_public_key(username, key_data, msg, signature)

    async def reload_config(self) -> None:
        """Do nothing: no option depends on the user name."""
