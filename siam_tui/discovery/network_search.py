"""Finds lobbies on the networks around.

Anybody can announce anything there. So each announcement is probed before it is shown, and again
every few seconds: whoever holds the lobby's key must answer. A server that was killed says no
goodbye.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import sample

from zeroconf import BadTypeInNameException, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from client.probe import ProbeError, probe_lobby
from protocol.keys import PublicKey
from protocol.links import Link
from siam_tui.discovery.network_announcer import SERVICE, NetworkAnnouncement, multicast
from siam_tui.discovery.network_candidates import Candidate, Candidates
from siam_tui.discovery.own_networks import near_addresses, own_networks
from siam_tui.discovery.search import FoundLobby

logger = logging.getLogger(__name__)

PROBE_SECONDS = 3.0
"""Seconds between two probes of a lobby that answers; longer if there are many."""
_PROBED_QUICKLY = 8
"""With so many announcements, each is probed every `PROBE_SECONDS`; with twice as many, half as
often."""
_NEW_PROBE_SECONDS = 0.25
"""Seconds between the first probes of two announcements of one address."""
_LONGEST_PAUSE = 60.0
"""The most seconds between two probes of one that does not; each pause is twice the last."""
_ANSWER_SECONDS = 4.0
_NETWORK_SECONDS = 5.0
"""Seconds between two looks at the networks that this computer is in, and whether to search."""
_OFFERED_AGAIN = 16
"""Announcements without a place that get another chance at each of these looks."""


class NetworkSearch:
    """Keeps the list of lobbies on the networks around."""

    def __init__(
        self,
        is_wanted: Callable[[], bool],
        changed: asyncio.Event,
        visited_at: Callable[[PublicKey], str | None] = lambda _: None,
    ) -> None:
        """Prepare; nothing is searched yet.

        Args:
            is_wanted: whether anybody wants to know, now.
            changed: set when `lobbies` changes.
            visited_at: the address where the player visited the lobby of a key; None if they never
                did, and empty if that is not known.
        """
        self._changed = changed
        self._is_wanted = is_wanted
        self._visited_at = visited_at
        self._candidates = Candidates()
        self._shown_at: dict[PublicKey, str] = {}
        self._next_probe: dict[str, float] = {}

    @property
    def lobbies(self) -> tuple[FoundLobby, ...]:
        """The lobbies whose servers have answered, each once.

        Those that the player knows come first. Then each address has its turn, so that none can
        hide the others' lobbies among many of its own.
        """
        found: dict[PublicKey, list[FoundLobby]] = {}
        for candidate in self._candidates:
            if candidate.lobby is not None:
                found.setdefault(candidate.lobby.link.server, []).append(candidate.lobby)
        chosen = [self._choose_place(key, places) for key, places in found.items()]
        turns: Counter[str] = Counter()
        order: dict[FoundLobby, tuple[int, int]] = {}
        for place, each in enumerate(sorted(chosen, key=lambda one: (one.title, str(one.link)))):
            host, is_new = each.link.broker.host, self._visited_at(each.link.server) is None
            turns[host] += is_new
            order[each] = turns[host] if is_new else 0, place
        return tuple(sorted(order, key=order.__getitem__))

    def _choose_place(self, key: PublicKey, places: list[FoundLobby]) -> FoundLobby:
        """Return the lobby of a key at the place that has worked before; elsewhere it says so.

        Several announcements may name one key, and a stranger's server can pass everything on.
        """
        before = self._visited_at(key) or self._shown_at.setdefault(key, places[0].link.broker.host)
        for each in places:
            if each.link.broker.host == before:
                return each
        return replace(places[0], earlier=before)

    async def run(self) -> None:
        """Search while it is wanted and there is a network, until cancelled."""
        while True:
            if (addresses := _own_addresses()) and self._is_wanted():
                try:
                    async with multicast(addresses) as network:
                        await self._search_networks(network, addresses)
                except OSError as error:
                    logger.info("the network is not searched: %s", error)
            await asyncio.sleep(_NETWORK_SECONDS)

    async def _search_networks(self, network: AsyncZeroconf, addresses: tuple[str, ...]) -> None:
        """Search until it is no longer wanted, or this computer is in other networks."""
        browser = AsyncServiceBrowser(network.zeroconf, [SERVICE], handlers=[self._note])
        try:
            while True:
                await asyncio.sleep(_NETWORK_SECONDS)
                if not self._is_wanted() or addresses != _own_addresses():
                    return
                self._offer_again(network.zeroconf)
        finally:
            await browser.async_cancel()
            await self._candidates.clear()
            self._shown_at.clear()
            self._changed.set()

    def _note(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Note an announcement, or its end; called by the browser."""
        if service_type != SERVICE or not name.lower().endswith(f".{SERVICE}"):
            return
        if state_change is ServiceStateChange.Removed:
            self._candidates.withdraw(name)
            self._changed.set()
        else:
            self._candidates.add(name, lambda candidate: self._keep_probing(zeroconf, candidate))

    def _offer_again(self, zeroconf: Zeroconf) -> None:
        """Give some of the announcements that have no place another chance."""
        entries = zeroconf.cache.async_entries_with_name(SERVICE)
        names = {getattr(each, "alias", "") for each in entries}
        left_out = [name for name in names if name not in self._candidates]
        for name in sample(left_out, min(_OFFERED_AGAIN, len(left_out))):
            self._note(zeroconf, SERVICE, name, ServiceStateChange.Added)

    async def _keep_probing(self, zeroconf: Zeroconf, candidate: Candidate) -> None:
        """Probe one announcement: often if it answers, more and more seldom if not."""
        links = await self._read_announcement(zeroconf, candidate)
        if not self._candidates.claim_share(candidate):
            return
        await asyncio.sleep(self._pace(candidate.address))
        while True:
            lobby = await self._probe(candidate, links)
            candidate.failures = 0 if lobby else candidate.failures + 1
            if lobby != candidate.lobby or candidate.failures == 1:
                candidate.lobby = lobby
                candidate.is_kept = bool(lobby) and self._visited_at(links[0].server) is not None
                self._changed.set()
            if candidate.is_withdrawn and lobby is None:
                return
            crowd = max(1.0, len(self._candidates) / _PROBED_QUICKLY)
            pause = PROBE_SECONDS * crowd * 2**candidate.failures
            await asyncio.sleep(min(pause, max(_LONGEST_PAUSE, PROBE_SECONDS * crowd)))
            if not links:
                links = await self._read_announcement(zeroconf, candidate)
                if links and not self._candidates.claim_share(candidate):
                    return

    def _pace(self, address: str) -> float:
        """Return the seconds until the next new announcement of an address may be probed."""
        now = asyncio.get_running_loop().time()
        self._next_probe = {each: due for each, due in self._next_probe.items() if due > now}
        due = self._next_probe.get(address, now)
        self._next_probe[address] = due + _NEW_PROBE_SECONDS
        return due - now

    async def _read_announcement(
        self, zeroconf: Zeroconf, candidate: Candidate
    ) -> tuple[Link, ...]:
        """Return the links that an announcement names; none if it is no announcement of a lobby."""
        try:
            info = AsyncServiceInfo(SERVICE, candidate.name)
        except BadTypeInNameException as error:
            logger.debug("announcement %r is ignored: %s", candidate.name, error)
            return ()
        if not await info.async_request(zeroconf, _ANSWER_SECONDS * 1000):
            return ()
        try:
            announcement = NetworkAnnouncement.parse(
                info.parsed_addresses(IPVersion.V4Only),
                info.port or 0,
                info.text or b"",
                info.decoded_properties,
            )
        except ValueError as error:
            logger.debug("announcement %r is ignored: %s", candidate.name, error)
            return ()
        links = announcement.links(near_addresses(announcement.addresses))
        candidate.address = links[0].broker.host if links else ""
        return links

    async def _probe(self, candidate: Candidate, links: tuple[Link, ...]) -> FoundLobby | None:
        """Return the lobby at the first of these places where its server answers."""
        tried = links if candidate.lobby is None else (candidate.lobby.link,)
        for link in tried:
            if lobby := await _probe_place(link):
                return lobby
        return None


def _own_addresses() -> tuple[str, ...]:
    return tuple(str(each.ip) for each in own_networks())


async def _probe_place(link: Link) -> FoundLobby | None:
    """Return the lobby if whoever answers holds its key."""
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            found = await probe_lobby(link)
    except (ProbeError, TimeoutError) as error:
        logger.debug("%s is not shown: %s", link.broker, error)
        return None
    return FoundLobby(link, "", None, found.name, found.tables, None)
