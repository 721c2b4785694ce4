"""What one person knows of the lobbies on this computer: those there now, and those of before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from siam_tui.discovery.known_lobbies import KnownLobbies, load_known, save_known
from siam_tui.discovery.search import FoundLobby, lobbies_here

logger = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks."""


class LobbyDiscovery:
    """The lobbies on this computer, held against those one has been to.

    Attributes:
        lobbies: those served now, as last seen.
    """

    def __init__(self, folder: Path, memory: Path) -> None:
        """Begin without having looked.

        Args:
            folder: where lobbies are announced.
            memory: the file of the lobbies this player has been to.
        """
        self.lobbies: tuple[FoundLobby, ...] = ()
        self._folder = folder
        self._memory = memory
        self._known = KnownLobbies()
        try:
            self._known = load_known(memory)
        except OSError as error:
            logger.warning("%s cannot be read: %s", memory, error)

    async def look(self) -> AsyncIterator[None]:
        """Look again and again; yield after the first look, and whenever something has changed."""
        seen: tuple[FoundLobby, ...] | None = None
        while True:
            self.lobbies = await asyncio.to_thread(lobbies_here, self._folder)
            if self.lobbies != seen:
                seen = self.lobbies
                yield
            await asyncio.sleep(EVERY)

    def is_familiar(self, lobby: FoundLobby) -> bool:
        """Tell whether one has been there, or it is one's own account's."""
        return lobby.account.mine or self._known.remembers(lobby)

    def warning(self, lobby: FoundLobby) -> str:
        """Return what speaks against going there, or nothing."""
        return self._known.warning(lobby, self.lobbies)

    def only_familiar(self) -> FoundLobby | None:
        """Return the one lobby there is, if one can go there without another look at it."""
        if len(self.lobbies) != 1:
            return None
        (only,) = self.lobbies
        return only if self.is_familiar(only) and not self.warning(only) else None

    def summary(self) -> str:
        """Return in a few words which lobbies there are; empty for none."""
        match self.lobbies:
            case ():
                return ""
            case (only,) if self.warning(only):
                return "⚠ a lobby that is not as you know it"
            case (only,) if only.account.mine:
                return f"{only.title} is open"
            case (only,):
                return f"{only.title} (account {only.account.login})"
        return f"{len(self.lobbies)} lobbies are open"

    def remember(self, lobby: FoundLobby) -> None:
        """Trust a lobby from now on."""
        if not self._known.remembers(lobby) or self.warning(lobby):
            self._known = self._known.remembering(lobby)
            try:
                save_known(self._memory, self._known)
            except OSError as error:
                logger.warning("%s cannot be written: %s", self._memory, error)
