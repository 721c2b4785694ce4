"""Limits what connections cost, from before they are accepted until they end.

Each accepted socket has a place until it is closed, whatever becomes of it: also during a TLS
handshake, of which aiohttp learns nothing. What arrives is paid for before it is parsed, frames
and pings of spectators too.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import Awaitable, Callable
from math import inf
from time import monotonic
from typing import Any, Final

from aiohttp import web
from aiohttp.http import WebSocketReader

from siam_tui.doors.fair_shares import FairPlaces
from siam_tui.doors.named_proxies import NamedProxies, Origin
from siam_tui.doors.web.page_answers import refusal
from siam_tui.doors.web.reader_language import language_asked
from texts import speaking, tell
from transport.allowances import Allowance, Allowances

MOST_CONNECTIONS: Final = 300
"""Connections at a time that watch nothing."""
CONNECTIONS_OF_ADDRESS: Final = 75
NEW_AT_ONCE: Final = 150
NEW_PER_SECOND: Final = 20.0
"""New connections of one address: so many at once, and then so many a second."""
REQUEST_BYTES: Final = 160 * 1024
REQUEST_BYTES_PER_SECOND: Final = 16 * 1024.0
"""What a connection may send that watches nothing."""
SPECTATOR_BYTES: Final = 256
SPECTATOR_BYTES_PER_SECOND: Final = 16.0
"""What a spectator may send: answers to pings, and the end. A piece costs 6 bytes more."""
_PIECE: Final = 6
_ABUSE: Final = 10
"""Who sends more pays as much as for so many new connections."""
_READ_AHEAD: Final = 8 * 1024
_ACCEPTED_AT_ONCE: Final = 64
_END_SECONDS: Final = 1.0
_NO_LINGERING: Final = struct.pack("ii", 1, 0)
_SERVER_ERROR: Final = 500

Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class GuardedSocket(socket.socket):
    """An accepted connection, which tells when it is closed.

    Attributes:
        origin: where it comes from.
        busy: whether a request is being answered.
        transport: its transport, once it is ready.
        on_close: called once, before it is closed.
    """

    origin: Origin
    busy = False
    transport: asyncio.Transport | None = None
    on_close: Callable[[GuardedSocket], None] | None = None

    def close(self) -> None:
        """Close it, and tell so once."""
        told, self.on_close = self.on_close, None
        if told is not None:
            told(self)
        self.transport = None
        super().close()

    def end(self) -> None:
        """End the connection at once, with all that the system keeps for it."""
        with contextlib.suppress(OSError):  # it ended by itself
            self.forget_unsent()
            if self.transport is not None:
                self.transport.abort()
            else:
                self.shutdown(socket.SHUT_RDWR)  # a TLS handshake then fails

    def forget_unsent(self) -> None:
        """Let the system keep nothing for it once it is closed."""
        self.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)


class GuardedListener(socket.socket):
    """A listening socket that accepts only the connections for which there is a place."""

    admit: Callable[[GuardedSocket, str], bool]

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection that may come; close those before it."""
        for _ in range(_ACCEPTED_AT_ONCE):
            bare, peer = super().accept()
            accepted = GuardedSocket(fileno=bare.detach())
            if self.admit(accepted, str(peer[0])):
                return accepted, peer
            accepted.forget_unsent()
            accepted.close()
        raise BlockingIOError  # others are served before the next ones


class GuardedProtocol(web.RequestHandler):
    """The protocol of one connection, which pays for what arrives."""

    __slots__ = ("_allowance", "_people", "guard", "guarded")

    guard: GuardedServer
    guarded: GuardedSocket
    _allowance: Allowance
    _people: float

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to count what it sends."""
        self.guarded = self.guard.socket_of(transport)
        self._people = self.guarded.origin.people
        self._allowance = Allowance(REQUEST_BYTES, REQUEST_BYTES_PER_SECOND, monotonic())
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take what arrived if it is paid for; end the connection if not."""
        now = monotonic()
        if data and not self._allowance.spend((len(data) + _PIECE) / self._people, now):
            self.guard.fine(self.guarded, now)
            self.guarded.end()
            return
        super().data_received(data)

    def set_parser(
        self, parser: WebSocketReader, data_received_cb: Callable[[], None] | None = None
    ) -> None:
        """Begin to watch: it lives as long as it likes, and may send hardly anything."""
        if self._message_tail:  # RFC 6455 lets a client wait for the answer before it sends more
            self._message_tail = b""
            self.guarded.end()
        self._people = 1.0
        self._allowance = Allowance(SPECTATOR_BYTES, SPECTATOR_BYTES_PER_SECOND, monotonic())
        self.guard.keep(self.guarded)
        super().set_parser(parser, data_received_cb)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = _SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 - the library's, which repeats the request
    ) -> web.StreamResponse:
        """Answer what cannot be read, or went wrong, with the page's own headers."""
        if status >= _SERVER_ERROR:
            self.log_exception("a request failed", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError  # the answer has begun
        with speaking(language_asked(request.headers.get("Accept-Language", ""))):
            answer = refusal(
                status,
                tell("doors/failed" if status >= _SERVER_ERROR else "doors/not-understood"),
            )
        answer.force_close()
        return answer


class GuardedServer(web.Server):
    """An HTTP server that has limits for connections."""

    def __init__(self, handler: Handler, proxies: NamedProxies, seconds: float) -> None:
        """Prepare.

        Args:
            handler: answers a request.
            proxies: the proxies that the owner named.
            seconds: how long a connection may live that does not watch.
        """
        super().__init__(handler, handler_cancellation=True)
        self._options: dict[str, Any] = {
            "access_log": None,
            "auto_decompress": False,
            "keepalive_timeout": min(15.0, seconds),
            "lingering_time": 0.0,
            "max_line_size": 2048,
            "max_field_size": 4096,
            "max_headers": 64,
            "read_bufsize": _READ_AHEAD,
        }
        self._proxies = proxies
        self._seconds = seconds
        self._coming = Allowances(NEW_AT_ONCE, NEW_PER_SECOND)
        self._places = FairPlaces[GuardedSocket](
            MOST_CONNECTIONS, CONNECTIONS_OF_ADDRESS, GuardedSocket.end, lambda each: each.busy
        )
        self._sockets: dict[int, GuardedSocket] = {}
        self._ends: dict[GuardedSocket, asyncio.TimerHandle] = {}

    def __call__(self) -> GuardedProtocol:
        """Return the protocol of a new connection."""
        made = GuardedProtocol(self, loop=self._loop, **self._options)
        made.guard = self
        return made

    def listener(self, bound: socket.socket) -> GuardedListener:
        """Return a bound socket as one that accepts within the limits."""
        made = GuardedListener(fileno=bound.detach())
        made.admit = self._admit
        return made

    def socket_of(self, transport: asyncio.BaseTransport) -> GuardedSocket:
        """Return the socket of a connection, which from now on knows its transport."""
        guarded = self._sockets[transport.get_extra_info("socket").fileno()]
        assert isinstance(transport, asyncio.Transport)
        guarded.transport = transport
        return guarded

    def keep(self, guarded: GuardedSocket) -> None:
        """Let a connection live as long as it likes: it watches, and has a place for that."""
        self._places.give_back(guarded)
        end = self._ends.pop(guarded, None)
        if end is not None:
            end.cancel()

    def fine(self, guarded: GuardedSocket, now: float) -> None:
        """Let an address pay for what a connection of it sent too much."""
        network, people = guarded.origin
        self._coming.of(network, now).charge(_ABUSE / people, now)

    async def end(self) -> None:
        """End all connections."""
        for guarded in tuple(self._sockets.values()):
            guarded.end()
        await self.shutdown(timeout=_END_SECONDS)

    def _admit(self, guarded: GuardedSocket, peer: str) -> bool:
        """Give a new connection a place, if it may come."""
        guarded.origin = self._proxies.origin_of_connection(peer)
        (network, people), now = guarded.origin, monotonic()
        if not self._coming.of(network, now).spend(1 / people, now):
            return False
        if not self._places.take(guarded, network, shared=people > 1):
            return False
        self._sockets[guarded.fileno()] = guarded
        guarded.on_close = self._forget
        if people < inf:  # a proxy's connection brings one person after the other
            self._end_later(guarded)
        return True

    def _end_later(self, guarded: GuardedSocket) -> None:
        """End a connection after a while, but not in the middle of an answer."""
        loop = asyncio.get_running_loop()
        self._ends[guarded] = loop.call_later(self._seconds, self._end_idle, guarded)

    def _end_idle(self, guarded: GuardedSocket) -> None:
        if guarded.busy:  # what an answer may take has its own limits
            self._end_later(guarded)
        else:
            guarded.end()

    def _forget(self, guarded: GuardedSocket) -> None:
        """Give back what a connection had that is about to be closed."""
        self._sockets.pop(guarded.fileno(), None)
        self.keep(guarded)
