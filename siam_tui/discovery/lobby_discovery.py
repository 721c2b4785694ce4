"""Lobbies on this computer and on its networks, compared with those the player has visited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.keys import PublicKey
from siam_tui.discovery.known_lobbies import KnownLobbies, load_known, save_known
from siam_tui.discovery.own_networks import is_network_used
from siam_tui.discovery.search import FoundLobby, find_lobbies
from siam_tui.model.background import load_module
from texts import tell

if TYPE_CHECKING:  # it is loaded once home is drawn
    from siam_tui.discovery.network_search import NetworkSearch

logger = logging.getLogger(__name__)

SEARCH_INTERVAL = 2.0
"""Seconds between two searches of this computer."""
_MOST_ON_NETWORK = 24


class LobbyDiscovery:
    """Searches for lobbies around, and knows those the player has visited.

    Attributes:
        lobbies: the lobbies found last.
    """

    def __init__(self, folder: Path, known_file: Path) -> None:
        """Prepare; nothing is searched yet.

        Args:
            folder: the folder of announcements.
            known_file: the file of the lobbies this player has visited.
        """
        self.lobbies: tuple[FoundLobby, ...] = ()
        self._folder = folder
        self._known_file = known_file
        self._known = KnownLobbies()
        self._network: NetworkSearch | None = None
        self._network_changed = asyncio.Event()
        try:
            self._known = load_known(known_file)
        except OSError as error:
            logger.warning("%s cannot be read: %s", known_file, error)

    @asynccontextmanager
    async def searching_network(self, is_wanted: Callable[[], bool]) -> AsyncIterator[None]:
        """Search the networks around, too, while the context lasts.

        Args:
            is_wanted: whether anybody wants to know, now.
        """
        searching = asyncio.create_task(self._search_network(is_wanted))
        try:
            yield
        finally:
            searching.cancel()
            await asyncio.gather(searching, return_exceptions=True)

    async def _search_network(self, is_wanted: Callable[[], bool]) -> None:
        if not is_network_used():
            return
        name = "siam_tui.discovery.network_search"
        module = await load_module(name)
        self._network = search = module.NetworkSearch(
            is_wanted, self._network_changed, self._visited_at
        )
        try:
            await search.run()
        except Exception:  # the app goes on without it
            logger.exception("the network is no longer searched")

    async def watch_lobbies(self) -> AsyncIterator[None]:
        """Search again and again; yield after the first search, and after each change."""
        seen: tuple[FoundLobby, ...] | None = None
        while True:
            self._network_changed.clear()
            local = await asyncio.to_thread(find_lobbies, self._folder)
            self.lobbies = (*local, *self._only_on_network(local))
            if self.lobbies != seen:
                seen = self.lobbies
                yield
            with suppress(TimeoutError):
                async with asyncio.timeout(SEARCH_INTERVAL):
                    await self._network_changed.wait()

    def _only_on_network(self, here: tuple[FoundLobby, ...]) -> tuple[FoundLobby, ...]:
        """Return the lobbies on the network that are not on this computer."""
        found = () if self._network is None else self._network.lobbies
        keys = {each.link.server for each in here}
        return tuple(each for each in found if each.link.server not in keys)[:_MOST_ON_NETWORK]

    def _visited_at(self, key: PublicKey) -> str | None:
        return self._known.visited_at(key)

    def is_familiar(self, lobby: FoundLobby) -> bool:
        """Return whether the player has visited it, or it is their own account's."""
        return lobby.is_own or self._known.remembers(lobby)

    def warning(self, lobby: FoundLobby) -> str:
        """Return a warning about the lobby; empty for none."""
        return self._known.warning(lobby, self.lobbies)

    def only_familiar(self) -> FoundLobby | None:
        """Return the only lobby, if it is familiar and there is no warning about it."""
        if len(self.lobbies) != 1:
            return None
        (only,) = self.lobbies
        return only if self.is_familiar(only) and not self.warning(only) else None

    def summary(self) -> str:
        """Return a few words about the found lobbies; empty for none."""
        match self.lobbies:
            case ():
                return ""
            case (only,) if self.warning(only):
                return tell("discovery/found/mismatch")
            case (only,) if only.is_own:
                return tell("discovery/found/own", lobby=only.title)
            case (only,):
                place = only.link.broker.host if only.account is None else only.place
                return f"{only.title} ({place})"
        return tell("discovery/found/several", n=len(self.lobbies))

    def whereabouts(self) -> str:
        """Return where the found lobbies are, in a few words."""
        on_network = {each.account is None for each in self.lobbies}
        if on_network == {True}:
            return tell("discovery/on-network")
        are_around = on_network == {True, False}
        return tell("discovery/near-you" if are_around else "discovery/on-this-computer")

    def trust_lobby(self, lobby: FoundLobby) -> None:
        """Trust a lobby from now on."""
        if not self._known.remembers(lobby) or lobby.earlier or self.warning(lobby):
            self._known = self._known.remembering(lobby)
            try:
                save_known(self._known_file, self._known)
            except OSError as error:
                logger.warning("%s cannot be written: %s", self._known_file, error)
