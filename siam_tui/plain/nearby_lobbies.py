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

_SECONDS: Final = 2.0
"""How long the networks are searched; lobbies there answer within one second."""
_LOBBY: Final = "Lobby {number}, {title}, {place}. {census}. Key {key}."
_HOW: Final = "Type join and the number to go there, or watch and the number."
_NONE: Final = "No lobby is open on this computer, or found on its network."
_NO_SUCH: Final = "There is no lobby {number}. Type lobbies to list them."
_ANYWAY: Final = "{warning} Type {command} {number} again to go there all the same."


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
        return [*self._sentences(), _HOW] if self._listed else [_NONE]

    def _sentences(self) -> Iterator[str]:
        for number, lobby in enumerate(self._listed, start=1):
            yield _LOBBY.format(
                number=number,
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
        number, command = typed.rest, typed.name
        if not (number.isascii() and number.isdecimal()):
            return read_link(number)
        index = int(number) - 1 if len(number) <= len(str(len(self._listed))) else -1  # type: ignore[characters]
        if not 0 <= index < len(self._listed):
            raise UserError(_NO_SUCH.format(number=number[:9]))
        lobby = self._listed[index]
        warning = self._discovery.warning(lobby)
        if warning and self._warned != lobby:
            self._warned = lobby
            raise UserError(_ANYWAY.format(warning=warning, command=command, number=number))
        self._discovery.trust_lobby(lobby)
        return lobby.link
