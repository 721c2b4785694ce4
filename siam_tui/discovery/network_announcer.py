"""Announces a lobby on the networks around while its server runs."""

from __future__ import annotations

import logging
import secrets
from asyncio import DatagramProtocol
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast

from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from siam_tui.discovery.metered_listener import MeteredListener
from siam_tui.discovery.network_announcement import SERVICE, NetworkAnnouncement

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
