"""The owner's connection to a lobby: complete lists, and the owner's commands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from client import Client, RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import (
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
        found: dict[str, TableReport] = {}
        async for page in self._request_pages(AskTables):
            assert isinstance(page, Tables)
            found |= {each.table: each for each in page.tables}
        return tuple(found.values())

    async def players(self) -> tuple[PlayerReport, ...]:
        """Return all players the server remembers, the most recently active first."""
        found: dict[str, PlayerReport] = {}
        async for page in self._request_pages(AskPlayers):
            assert isinstance(page, Players)
            found |= {each.player: each for each in page.players}
        return tuple(found.values())

    async def bans(self) -> tuple[Ban, ...]:
        """Return all bans, oldest first."""
        found: dict[str, Ban] = {}
        async for page in self._request_pages(AskBans):
            assert isinstance(page, Bans)
            found |= {each.player: each for each in page.bans}
        return tuple(found.values())

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

    async def _request_pages(
        self, make_request: Callable[[int], OwnerQuestion]
    ) -> AsyncIterator[Tables | Players | Bans]:
        """Yield the parts of a list; one that changes meanwhile may repeat or miss an entry."""
        first = 0
        while first < _MOST:
            page = await self.client.request(make_request(first))
            assert isinstance(page, Tables | Players | Bans)
            yield page
            count = len(_entries(page))
            first += count
            if not count or first >= page.total:
                return


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


def _entries(page: Tables | Players | Bans) -> tuple[object, ...]:
    match page:
        case Tables():
            return page.tables
        case Players():
            return page.players
        case Bans():
            return page.bans
