"""Greets a lobby's server and nothing else, to find out whether a player could play there."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Self

from client.links.lobby_links import LobbyLinks
from client.links.server_link import Receiver
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Welcome


class LobbyCheck:
    """Greets a lobby's server; use as ``async with LobbyCheck(link, key, name) as check``.

    The server begins a session with a player's first command. No command is sent here, so other
    connections of the player go on, and others see nothing.
    """

    def __init__(self, link: Link, key: SecretKey, name: str, password: str | None) -> None:
        """Prepare; nothing is connected before the context is entered.

        Args:
            link: the lobby.
            key: the player's.
            name: the player's name, which the server keeps for them.
            password: the broker's, if it asks for one.
        """
        self._changed = asyncio.Event()
        receiver = Receiver(
            status_changed=self._note_change,
            unanswered=self._note_change,
            welcomed=self._note_change,
            public=_ignore,
            private=_ignore,
            doubtful=_ignore,
            keys={},
        )
        self._links = LobbyLinks(link, key, name, password, receiver)

    async def __aenter__(self) -> Self:
        await self._links.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._links.close()

    @property
    def trouble(self) -> str:
        """A sentence for the person that says what is wrong; empty when online."""
        return self._links.trouble

    @property
    def refused(self) -> Counter[str]:
        """Rejected messages, counted by the name of the error."""
        return self._links.refused

    async def greet(self) -> Welcome:
        """Greet the server, and return its answer.

        Raises:
            ConnectionEndedError: there will be none.
        """
        before = self._links.welcome
        if before is not None:
            self._links.main.greet()
        while (welcome := self._links.welcome) is None or welcome is before:
            if self._links.status.ended:
                raise self._links.end_error()
            self._changed.clear()
            await self._changed.wait()
        return welcome

    def _note_change(self, *_: object) -> None:
        self._changed.set()


def _ignore(*_: object) -> None:
    """Ignore what a server says to those who play."""
