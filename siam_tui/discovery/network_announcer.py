"""Announces a lobby on the networks around while its server runs, and reads announcements.

Everything else that is shown of a lobby comes from its server, signed with that key.

Each record takes time in the event loop, and anybody on the network can send thousands in a packet.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from asyncio import DatagramProtocol
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from protocol import PROTOCOL_VERSION
from protocol.errors import KeyTextError
from protocol.keys import PublicKey, decode_key, encode_key
from protocol.links import BrokerAddress, Link
from transport.allowances import Allowance, Allowances

SERVICE = "_siam._tcp.local."
"""The name of the service, by which it is announced and found."""
MAX_TEXT = 256
"""Bytes of the text record; ours has less than 100."""
MAX_ADDRESSES = 4
_LEAST_PORT = 1024
"""Ports below it are other services', which a stranger could have us call."""


@dataclass(frozen=True, slots=True)
class NetworkAnnouncement:
    """An announcement; anybody can announce anything.

    Attributes:
        addresses: where the server listens, as IPv4 addresses.
        port: its port.
        key: the key that it claims to have.
    """

    addresses: tuple[str, ...]
    port: int
    key: PublicKey

    def properties(self) -> dict[str, str]:
        """Return the entries of the text record."""
        return {"protocol": str(PROTOCOL_VERSION), "key": encode_key(self.key.raw)}

    @staticmethod
    def parse(
        addresses: Sequence[str], port: int, text: bytes, entries: Mapping[str, str | None]
    ) -> NetworkAnnouncement:
        """Check an announcement.

        Raises:
            ValueError: it is none, or one of another protocol.
        """
        if len(text) > MAX_TEXT:
            raise ValueError("its text is too long")
        if entries.get("protocol") != str(PROTOCOL_VERSION):
            raise ValueError("it speaks another protocol")
        if not _LEAST_PORT <= port < 2**16:
            raise ValueError("its port is another service's")
        try:
            key = PublicKey(decode_key(entries.get("key") or ""))
        except KeyTextError as error:
            raise ValueError("it has no key") from error
        return NetworkAnnouncement(tuple(addresses[:MAX_ADDRESSES]), port, key)

    def links(self, addresses: Sequence[str]) -> tuple[Link, ...]:
        """Return the links to try, one for each of these addresses."""
        return tuple(Link(BrokerAddress("mqtt", each, self.port), self.key) for each in addresses)


_CREDIT, _PER_SECOND = 24 * 1024, 4 * 1024
"""Bytes that one address may send at once, and in each second after that. An announcement has 300.
"""
_ALL_CREDIT, _ALL_PER_SECOND = 128 * 1024, 32 * 1024
"""The same for all addresses together."""


class MeteredListener(asyncio.DatagramProtocol):
    """Passes packets on to a listener, as long as their sender has not sent too much."""

    def __init__(self, listener: asyncio.DatagramProtocol) -> None:
        """Prepare.

        Args:
            listener: it takes the packets.
        """
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._of_address = Allowances(_CREDIT, _PER_SECOND)
        self._of_all = Allowance(_ALL_CREDIT, _ALL_PER_SECOND, self._loop.time())

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Pass a packet on, or drop it."""
        size, now = len(data), self._loop.time()
        is_paid = self._of_address.of(addr[0], now).spend(size, now)
        if is_paid and self._of_all.spend(size, now):
            self._listener.datagram_received(data, addr)

    def error_received(self, exc: Exception) -> None:
        """Pass an error on."""
        self._listener.error_received(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass the end on."""
        self._listener.connection_lost(exc)


logger = logging.getLogger(__name__)


@asynccontextmanager
async def announced_on_network(announcement: NetworkAnnouncement) -> AsyncIterator[None]:
    """Announce a lobby while the context lasts.

    The name is random, so nobody else uses it, and it says nothing of the host.

    Args:
        announcement: where the lobby is. Each of its addresses names a network in which it is
            announced.

    Raises:
        OSError: the networks cannot be used.
    """
    name = f"siam-{secrets.token_hex(6)}"
    info = AsyncServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=announcement.port,
        properties=announcement.properties(),
        server=f"{name}.local.",
        parsed_addresses=list(announcement.addresses),
    )
    async with multicast(announcement.addresses) as network:
        await network.async_register_service(info, cooperating_responders=True)
        logger.info("announced as %s at %s", name, ", ".join(announcement.addresses))
        yield


@asynccontextmanager
async def multicast(addresses: Sequence[str]) -> AsyncIterator[AsyncZeroconf]:
    """Use multicast DNS in the networks of these addresses of this computer.

    Raises:
        OSError: they cannot be used.
    """
    async with AsyncZeroconf(list(addresses), ip_version=IPVersion.V4Only) as network:
        await network.zeroconf.async_wait_for_start()
        engine = network.zeroconf.engine
        for reader, listener in zip(engine.readers, engine.protocols, strict=True):
            reader.transport.set_protocol(MeteredListener(cast("DatagramProtocol", listener)))
        yield network
