"""Counts connections, and ends those that watch nothing for too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

from siam_tui.doors.network import network_of
from siam_tui.doors.web.spectator_limits import Places

_END_SECONDS = 1.0
Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class GuardedServer(web.Server):
    """An HTTP server that has limits for connections."""

    def __init__(self, handler: Handler, places: Places, seconds: float) -> None:
        """Prepare.

        Args:
            handler: answers a request.
            places: the places for connections.
            seconds: how long a connection may live that does not watch.
        """
        super().__init__(
            handler,
            access_log=None,
            keepalive_timeout=min(15.0, seconds),
            lingering_time=0.0,
            max_line_size=2048,
            max_field_size=4096,
            max_headers=64,
        )
        self._places = places
        self._seconds = seconds
        self._networks: dict[web.RequestHandler, str] = {}
        self._transports: dict[web.RequestHandler, asyncio.Transport] = {}
        self._ends: dict[web.RequestHandler, asyncio.TimerHandle] = {}

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        """Note a new connection; refuse it if there are too many."""
        super().connection_made(handler, transport)
        peer = transport.get_extra_info("peername") or ("",)
        network = network_of(str(peer[0]))
        if not self._places.take(network):
            transport.abort()
            return
        self._networks[handler] = network
        self._transports[handler] = transport
        self._ends[handler] = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def connection_lost(
        self, handler: web.RequestHandler, exc: BaseException | None = None
    ) -> None:
        """Note the end of a connection."""
        super().connection_lost(handler, exc)
        self._transports.pop(handler, None)
        network = self._networks.pop(handler, None)
        if network is not None:
            self._places.give_back(network)
        self.keep(handler)

    async def end(self) -> None:
        """End all connections."""
        for transport in tuple(self._transports.values()):
            transport.abort()
        await self.shutdown(timeout=_END_SECONDS)

    def keep(self, handler: web.RequestHandler) -> None:
        """Let a connection live as long as it likes: it watches."""
        end = self._ends.pop(handler, None)
        if end is not None:
            end.cancel()
