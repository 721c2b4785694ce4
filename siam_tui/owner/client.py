"""The owner's connection to a lobby: complete lists, and the owner's commands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias

from client.client import Client
from client.errors import RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.owner import (
    AskBans,
    AskPlayers,
    AskTables,
    Ban,
    BanPlayer,
    Bans,
    CloseTable,
    OwnerQuestion,
    PlayerReport,
    Players,
    TableReport,
    Tables,
    UnbanPlayer,
)

OWN_KEY = "That is you: you cannot ban yourself."
_NAME = "Owner"
_MOST = 5000
"""Entries of a list that are read; no lobby has more."""

Entry: TypeAlias = TableReport | PlayerReport | Ban
"""A line of one of the owner's lists."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Sends the commands that only a lobby's owner may send.

    Every method raises `client.RefusedError` if the server refuses, and
    `client.ConnectionEndedError` if the connection ends.

    Attributes:
        client: connected under the server's own key.
        me: fingerprint of the owner's player key.
    """

    client: Client
    me: str = ""

    async def tables(self) -> tuple[TableReport, ...]:
        """Return all tables, oldest first."""
        return await self._collect(AskTables, attrgetter("tables"))

    async def players(self) -> tuple[PlayerReport, ...]:
        """Return all players the server remembers, the most recently active first."""
        return await self._collect(AskPlayers, attrgetter("players"))

    async def bans(self) -> tuple[Ban, ...]:
        """Return all bans, oldest first."""
        return await self._collect(AskBans, attrgetter("bans"))

    async def close_table(self, table: str, why: str) -> None:
        """Close a table; those at it are told why."""
        await self.client.request(CloseTable(table, why))

    async def ban(self, player: str, why: str) -> None:
        """Ban a player, who is told why.

        Raises:
            RefusedError: it is the owner's own key, or the server refuses.
            ConnectionEndedError: the connection has ended.
        """
        if player == self.me:
            raise RefusedError("own_key", OWN_KEY)
        await self.client.request(BanPlayer(player, why))

    async def unban(self, player: str) -> None:
        """Allow a player again."""
        await self.client.request(UnbanPlayer(player))

    async def _collect(
        self, make_request: Callable[[int], OwnerQuestion], entries_of: Callable[[object], Any]
    ) -> tuple[Any, ...]:
        """Return a list from its pages; one that changes meanwhile may miss an entry."""
        found: dict[str, Entry] = {}
        first = 0
        while first < _MOST:
            page = await self.client.request(make_request(first))
            assert isinstance(page, Tables | Players | Bans)
            entries = entries_of(page)
            found |= {entry_id(each): each for each in entries}
            first += len(entries)
            if not entries or first >= page.total:
                break
        return tuple(found.values())


def entry_id(entry: Entry) -> str:
    """Return what tells an entry of a list from the others."""
    return entry.table if isinstance(entry, TableReport) else entry.player


@asynccontextmanager
async def connected_owner(
    link: Link, key: SecretKey, password: str | None, me: str = ""
) -> AsyncIterator[Owner]:
    """Connect under the server's own key; does not wait until it is connected.

    Args:
        link: the lobby's link.
        key: the server's own key.
        password: the broker's, if it needs one.
        me: fingerprint of the owner's player key.
    """
    async with Client(link.to_lobby(), key, _NAME, password=password) as client:
        yield Owner(client, me)
