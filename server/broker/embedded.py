"""Starts and stops the embedded MQTT broker."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from protocol.links import BrokerAddress
from server.broker.access import Access, Visitor
from server.broker.gate import Gate
from server.broker.limits import Limits
from server.broker.local_client import LocalClient, local_client
from server.broker.router import Router
from transport.one_port import listen_on_one_port

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
