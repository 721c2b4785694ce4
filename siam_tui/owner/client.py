"""The owner's connection to a lobby: finds it, and has its lists and the owner's commands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.owner import (
    MAX_SOUGHT,
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
from siam_tui.discovery.search import find_lobbies
from siam_tui.profile.key_files import read_key
from siam_tui.profile.paths import lobbies_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import spell_duration
from texts import say, tell

OWN_KEY: Final = say("owner/own-key")
_NAME = "Owner"
MOST = 5000
"""Entries of a list that are read at most; only a cluster may have more."""

Entry: TypeAlias = TableReport | PlayerReport | Ban
"""A line of one of the owner's lists."""


_Entry = TypeVar("_Entry")


class Found(NamedTuple, Generic[_Entry]):
    """Some entries of a list.

    Attributes:
        entries: the first ones.
        total: how many there are.
    """

    entries: tuple[_Entry, ...]
    total: int


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

    async def tables(self, text: str = "", most: int = MOST) -> Found[TableReport]:
        """Return tables, oldest first; see `MAX_SOUGHT` for the text by which they are sought."""
        return await self._collect(partial(AskTables, text=text[:MAX_SOUGHT]), most)

    async def players(
        self, text: str = "", most: int = MOST, *, here: bool = False
    ) -> Found[PlayerReport]:
        """Return players the server remembers, or who are here, the most recently active first."""
        return await self._collect(partial(AskPlayers, text=text[:MAX_SOUGHT], here=here), most)

    async def bans(self, text: str = "", most: int = MOST) -> Found[Ban]:
        """Return bans, oldest first."""
        return await self._collect(partial(AskBans, text=text[:MAX_SOUGHT]), most)

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
            raise RefusedError("own_key", tell(OWN_KEY))
        await self.client.request(BanPlayer(player, why))

    async def unban(self, player: str) -> None:
        """Allow a player again."""
        await self.client.request(UnbanPlayer(player))

    async def _collect(self, make_request: Callable[[int], OwnerQuestion], most: int) -> Found[Any]:
        """Return a list from its pages; one that changes meanwhile may miss an entry."""
        found: dict[str, Entry] = {}
        first = 0
        while True:
            page = await self.client.request(make_request(first))
            assert isinstance(page, Tables | Players | Bans)
            entries: tuple[Entry, ...] = getattr(page, type(page).__name__.lower())
            found |= {entry_id(each): each for each in entries}
            first += len(entries)
            if not entries or first >= min(page.total, most):
                return Found(tuple(found.values()), max(page.total, len(found)))


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


def find_owned_lobby(profile: Profile, given: Link | None) -> tuple[Link, SecretKey]:
    """Return the link and the key of the lobby a profile owns.

    Args:
        profile: the owner's profile.
        given: its link, or None to search this computer.

    Raises:
        UserError: the profile does not have the lobby's key, or the lobby is not found.
    """
    key = _server_key(profile)
    if given is not None:
        if given.server != key.public:
            raise UserError(tell("owner/other-key"))
        return given, key
    for found in find_lobbies(lobbies_folder()):
        if found.is_own and found.link.server == key.public:
            return found.link, key
    raise UserError(tell("owner/not-announced"))


def _server_key(profile: Profile) -> SecretKey:
    try:
        return read_key(profile.key_file("server"))
    except FileNotFoundError as error:
        raise UserError(tell("owner/no-lobby")) from error


def player_fingerprint(profile: Profile) -> str:
    """Return the fingerprint of a profile's player; empty if it has never played."""
    file = profile.key_file("player")
    return read_key(file).public.fingerprint if file.exists() else ""


async def do_as_owner(
    connection: AbstractAsyncContextManager[Owner],
    work: Callable[[Owner], Awaitable[None]],
    patience: int,
) -> None:
    """Connect to a lobby as its owner, and do something there.

    Args:
        connection: connects as the owner.
        work: what to do.
        patience: seconds to wait for it.

    Raises:
        UserError: the lobby does not answer, refuses, or the connection has ended.
    """
    async with connection as owner:
        try:
            async with asyncio.timeout(patience):
                await work(owner)
        except TimeoutError as error:
            trouble, time = owner.client.trouble or None, spell_duration(patience)
            raise UserError(tell("owner/no-answer", time=time, trouble=trouble)) from error
        except (RefusedError, ConnectionEndedError) as error:
            raise UserError(str(error)) from error
