"""Lobbies on this computer and its networks, as text mode lists them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from protocol.links import Link
from siam_tui.discovery.lobby_discovery import LobbyDiscovery
from siam_tui.discovery.search import FoundLobby
from siam_tui.profile.invitations import read_link
from siam_tui.profile.paths import lobbies_folder
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from siam_tui.typed.words import words_of
from texts import tell

_SECONDS: Final = 2.0
"""How long the networks are searched; lobbies there answer within one second."""


class NearbyLobbies:
    """The lobbies that were listed last, and those that the player knows."""

    def __init__(self, profile: Path) -> None:
        """Prepare; nothing is searched yet.

        Args:
            profile: the folder of the player's profile.
        """
        self._discovery = LobbyDiscovery(lobbies_folder(), profile / "known_lobbies")
        self._listed: tuple[FoundLobby, ...] = ()
        self._warned: FoundLobby | None = None

    async def search(self) -> list[str]:
        """Search for a moment; return what was found, as sentences."""
        async with self._discovery.searching_network(lambda: True):
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS):
                    async for _ in self._discovery.watch_lobbies():
                        pass
        self._listed, self._warned = self._discovery.lobbies, None
        return (
            [*self._sentences(), tell("plain/nearby/how")]
            if self._listed
            else [tell("plain/nearby/none")]
        )

    def _sentences(self) -> Iterator[str]:
        for number, lobby in enumerate(self._listed, start=1):
            yield tell(
                "plain/nearby/lobby",
                n=number,
                title=lobby.title,
                place=lobby.place,
                census=lobby.census,
                key=lobby.link.lobby,
            )
            if warning := self._discovery.warning(lobby):
                yield warning

    def read_place(self, typed: Typed) -> Link:
        """Return the link that was typed, or that of a listed lobby, which is trusted from now on.

        Raises:
            UserError: it is no link, there is no lobby of that number, or there is a warning that
                was not yet given.
        """
        number, command = typed.rest, words_of(typed.name)[0]
        if not (number.isascii() and number.isdecimal()):
            return read_link(number)
        index = int(number) - 1 if len(number) <= len(str(len(self._listed))) else -1  # type: ignore[characters]
        if not 0 <= index < len(self._listed):
            raise UserError(tell("plain/nearby/no-such", n=number[:9]))
        lobby = self._listed[index]
        warning = self._discovery.warning(lobby)
        if warning and self._warned != lobby:
            self._warned = lobby
            anyway = tell("plain/nearby/anyway", warning=warning, command=command, n=number)
            raise UserError(anyway)
        self._discovery.trust_lobby(lobby)
        return lobby.link
