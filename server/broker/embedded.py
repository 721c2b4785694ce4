"""Starts and stops the embedded MQTT broker."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass

from protocol.links import BrokerAddress
from server.broker.access import Access
from server.broker.gate import Gate
from server.broker.limits import Limits
from server.broker.router import Router

_ANYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked for by the host


@dataclass(frozen=True, slots=True)
class EmbeddedBroker:
    """A running embedded broker.

    Attributes:
        address: where this machine reaches it.
        refused: connections it refused or cut off, by reason.
    """

    address: BrokerAddress
    refused: Counter[str]


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
    counts = Counter[str]() if refused is None else refused
    gate = Gate(
        access, limits or Limits(), Router(), counts, kept=kept, playing=playing, entered=entered
    )
    try:
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(gate.new_stream, host or None, port)
        try:
            found = listener.sockets[0].getsockname()[1]
            yield EmbeddedBroker(
                BrokerAddress("mqtt", _ANYWHERE.get(host, host), found), gate.refused
            )
        finally:
            listener.close()
    finally:
        await gate.close()
