"""Lobbies on this computer, compared with those the player has visited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from siam_tui.discovery.known_lobbies import KnownLobbies, load_known, save_known
from siam_tui.discovery.search import FoundLobby, find_lobbies

logger = logging.getLogger(__name__)

SEARCH_INTERVAL = 2.0
"""Seconds between two searches."""


class LobbyDiscovery:
    """Searches for lobbies on this computer, and knows those the player has visited.

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
        try:
            self._known = load_known(known_file)
        except OSError as error:
            logger.warning("%s cannot be read: %s", known_file, error)

    async def watch_lobbies(self) -> AsyncIterator[None]:
        """Search again and again; yield after the first search, and after each change."""
        seen: tuple[FoundLobby, ...] | None = None
        while True:
            self.lobbies = await asyncio.to_thread(find_lobbies, self._folder)
            if self.lobbies != seen:
                seen = self.lobbies
                yield
            await asyncio.sleep(SEARCH_INTERVAL)

    def is_familiar(self, lobby: FoundLobby) -> bool:
        """Return whether the player has visited it, or it is their own account's."""
        return lobby.account.is_own or self._known.remembers(lobby)

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
                return "⚠ a lobby that does not match the one you know"
            case (only,) if only.account.is_own:
                return f"{only.title} is open"
            case (only,):
                return f"{only.title} (account {only.account.login})"
        return f"{len(self.lobbies)} lobbies are open"

    def trust_lobby(self, lobby: FoundLobby) -> None:
        """Trust a lobby from now on."""
        if not self._known.remembers(lobby) or self.warning(lobby):
            self._known = self._known.remembering(lobby)
            try:
                save_known(self._known_file, self._known)
            except OSError as error:
                logger.warning("%s cannot be written: %s", self._known_file, error)
