"""Finds lobbies on the networks around.

Anybody can announce anything there. So each announcement is probed before it is shown, and again
every few seconds: whoever holds the lobby's key must answer. A server that was killed says no
goodbye.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from client.probe import ProbeError, probe_lobby
from protocol.links import Link
from siam_tui.discovery.found_lobby import FoundLobby
from siam_tui.discovery.network_announcement import SERVICE, NetworkAnnouncement
from siam_tui.discovery.network_announcer import multicast
from siam_tui.discovery.network_candidates import Candidate, Candidates
from siam_tui.discovery.own_networks import near_addresses, own_networks

logger = logging.getLogger(__name__)

PROBE_SECONDS = 3.0
"""Seconds between two probes of a lobby that answers."""
_LONGEST_PAUSE = 60.0
"""The most seconds between two probes of one that does not; each pause is twice the last."""
_ANSWER_SECONDS = 4.0
_REACH_SECONDS = 2.0
_PROBES_AT_ONCE = 4
"""For lobbies that answer, and as many for all others: these cannot delay the first."""
_FIRST_PROBE_SECONDS = 10.0
"""For a new announcement, with all its addresses."""
_NETWORK_SECONDS = 5.0
"""Seconds between two looks at the networks that this computer is in, and whether to search."""


class NetworkSearch:
    """Keeps the list of lobbies on the networks around."""

    def __init__(self, is_wanted: Callable[[], bool], changed: asyncio.Event) -> None:
        """Prepare; nothing is searched yet.

        Args:
            is_wanted: whether anybody wants to know, now.
            changed: set when `lobbies` changes.
        """
        self._changed = changed
        self._is_wanted = is_wanted
        self._candidates = Candidates()
        self._probing = asyncio.Semaphore(_PROBES_AT_ONCE)
        self._probing_again = asyncio.Semaphore(_PROBES_AT_ONCE)

    @property
    def lobbies(self) -> tuple[FoundLobby, ...]:
        """The lobbies whose servers have answered, each once, sorted by name."""
        found = {each.lobby.link.server: each.lobby for each in self._candidates if each.lobby}
        return tuple(sorted(found.values(), key=lambda each: (each.title, str(each.link))))

    async def run(self) -> None:
        """Search while it is wanted and there is a network, until cancelled."""
        while True:
            if (addresses := _own_addresses()) and self._is_wanted():
                try:
                    async with multicast(addresses) as network:
                        await self._search(network, addresses)
                except OSError as error:
                    logger.info("the network is not searched: %s", error)
            await asyncio.sleep(_NETWORK_SECONDS)

    async def _search(self, network: AsyncZeroconf, addresses: tuple[str, ...]) -> None:
        """Search until it is no longer wanted, or this computer is in other networks."""
        browser = AsyncServiceBrowser(network.zeroconf, [SERVICE], handlers=[self._note])
        try:
            while True:
                await asyncio.sleep(_NETWORK_SECONDS)
                if not self._is_wanted() or addresses != _own_addresses():
                    return
        finally:
            await browser.async_cancel()
            await self._candidates.clear()
            self._changed.set()

    def _note(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Note an announcement, or its end; called by the browser."""
        if service_type != SERVICE:
            return
        if state_change is ServiceStateChange.Removed:
            self._candidates.remove(name)
            self._changed.set()
        else:
            self._candidates.add(name, lambda candidate: self._watch(zeroconf, candidate))

    async def _watch(self, zeroconf: Zeroconf, candidate: Candidate) -> None:
        """Probe one announcement for ever: often if it answers, more and more seldom if not."""
        while True:
            if candidate.lobby is None:
                async with self._probing:
                    lobby = await self._probe(zeroconf, candidate)
            else:
                async with self._probing_again:
                    lobby = await _ask(candidate.lobby.link)
            candidate.failures = 0 if lobby else candidate.failures + 1
            if lobby != candidate.lobby or candidate.failures == 1:
                candidate.lobby = lobby
                self._changed.set()
            await asyncio.sleep(min(PROBE_SECONDS * 2**candidate.failures, _LONGEST_PAUSE))

    async def _probe(self, zeroconf: Zeroconf, candidate: Candidate) -> FoundLobby | None:
        """Return the lobby, or None if its announcement or its server does not answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_PROBE_SECONDS):
                return await self._probe_new(zeroconf, candidate.name)
        return None

    async def _probe_new(self, zeroconf: Zeroconf, name: str) -> FoundLobby | None:
        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(zeroconf, _ANSWER_SECONDS * 1000):
            return None
        try:
            announcement = NetworkAnnouncement.parse(
                info.parsed_addresses(IPVersion.V4Only),
                info.port or 0,
                info.text or b"",
                info.decoded_properties,
            )
        except ValueError as error:
            logger.debug("announcement %r is ignored: %s", name, error)
            return None
        for link in announcement.links(near_addresses(announcement.addresses)):
            if await _is_reached(link) and (lobby := await _ask(link)):
                return lobby
        return None


def _own_addresses() -> tuple[str, ...]:
    return tuple(str(each.ip) for each in own_networks())


async def _is_reached(link: Link) -> bool:
    """Return whether a server accepts connections there; unlike MQTT's, this attempt has no thread.

    So strangers who announce addresses that never answer do not use up the threads.
    """
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(_REACH_SECONDS):
            _, writer = await asyncio.open_connection(link.broker.host, link.broker.port)
        writer.close()
        return True
    return False


async def _ask(link: Link) -> FoundLobby | None:
    """Return the lobby if whoever answers holds its key."""
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            found = await probe_lobby(link)
    except (ProbeError, TimeoutError) as error:
        logger.debug("%s is not shown: %s", link.broker, error)
        return None
    return FoundLobby(link, "", None, found.name, found.tables, None)
