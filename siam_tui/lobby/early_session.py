"""Session that is opened while a form is filled in, so that nobody waits for it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Self

from siam_tui.lobby.session import Player, Session
from siam_tui.profile.user_error import UserError

OpenSession = Callable[[Player], Awaitable[Session]]
"""Opens a session; raises `UserError` or `ConnectionEndedError`."""


class EarlySession:
    """Use as ``async with EarlySession(open_session, find_player) as early``, then `start` it.

    At the end of the context, the session is closed unless it was released.
    """

    def __init__(self, open_session: OpenSession, find_player: Callable[[], Player]) -> None:
        """Prepare.

        Args:
            open_session: opens the session.
            find_player: returns who plays; raises `UserError` if their key cannot be read.
        """
        self._open_session, self._find_player = open_session, find_player
        self._player: Player | None = None
        self._opening: asyncio.Future[Session] | None = None
        self._closing: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Begin to open the session; `opened` raises what goes wrong."""
        if self._opening is None:
            with suppress(UserError):
                self._open(self._find_player())

    async def opened(self) -> Session:
        """Return the session once it is open.

        If this fails or is cancelled, it can be called again.

        Raises:
            UserError: the session cannot be opened, or the player's key cannot be read.
            ConnectionEndedError: the lobby has ended meanwhile.
        """
        player = self._find_player()
        if player != self._player:  # such as under another name
            await self.close()
        opening = self._opening or self._open(player)
        try:
            return await asyncio.shield(opening)
        finally:
            if opening.done() and opening is self._opening and opening.exception() is not None:
                self._opening = None

    def release(self) -> None:
        """Leave the session to the caller, who closes it."""
        self._opening = None

    async def close(self) -> None:
        """Close what is open or about to be; cancelling this does not stop it."""
        opening, self._opening = self._opening, None
        if opening is not None:
            self._closing = asyncio.ensure_future(_close(opening, self._closing))
        if self._closing is not None:
            await asyncio.shield(self._closing)

    def _open(self, player: Player) -> asyncio.Future[Session]:
        self._player = player
        self._opening = asyncio.ensure_future(self._open_session(player))
        return self._opening


async def _close(opening: asyncio.Future[Session], before: asyncio.Future[None] | None) -> None:
    """Close a session that is open or about to be, after another one."""
    if before is not None:
        await before
    opening.cancel()
    await asyncio.wait({opening})
    if not opening.cancelled() and opening.exception() is None:
        await opening.result().close()
