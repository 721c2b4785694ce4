"""The source of a table's state: a lobby's client, or a record or lesson in its place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from client.attendance import Companion
from client.changes import Change
from client.talk import Talks
from client.verify import Verdict
from protocol.commands import Command
from protocol.messages import Reply
from protocol.states import Entry, LobbyState, TableState


class TableSource(Protocol):
    """As much of a `client.Client` as a table's screen asks for; a record and a lesson have it too.

    Attributes:
        me: the fingerprint by which the person is known.
        talks: what is said at the tables, and whom one does not want to hear.
    """

    me: str
    talks: Talks

    @property
    def trouble(self) -> str:
        """A sentence for the person while the table cannot be reached; else empty."""

    @property
    def warning(self) -> str:
        """A sentence for the player while updates are delayed; else empty."""

    @property
    def lobby(self) -> LobbyState | None:
        """The lobby, where the table is in one and it is known."""

    def changes(self) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        """Listen to every change from now on."""

    async def follow(self, table: str) -> TableState:
        """Keep a table's state current from now on, and return it."""

    def look_away(self, table: str) -> None:
        """Note that the player looks at a followed table no more; its state stays current."""

    async def unfollow(self, table: str) -> None:
        """Stop following a table."""

    def company(self, table: str) -> tuple[Companion, ...]:
        """Return the people at a followed table, also seated ones who are away; no bots."""

    async def history(self, table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return the part of a table's log that may be read now."""

    async def check_game(self, table: str) -> Verdict:
        """Check the game that is over at a table: its record, and that it is what was seen.

        Raises:
            RefusedError: there is no record of it.
        """

    async def request(self, command: Command) -> Reply:
        """Send a command and return its answer.

        Raises:
            RefusedError: it was refused; nothing changed.
        """
