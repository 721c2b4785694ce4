"""The leases of one server: renews them, takes what is free, and gives back what is too much."""

from __future__ import annotations

import os
from collections.abc import Collection
from socket import gethostname
from typing import Any, NamedTuple

import psycopg

from protocol.limits import MAX_PARTS
from server.cluster.moment import moment
from server.store.errors import StoreError
from server.store.parts import schema
from server.store.parts.leases import (
    LEASE_SECONDS,
    Renewal,
    give_back,
    leave,
    renew_leases,
    take_leases,
    tell,
)
from server.store.parts.news import LEASES, channel_of, runs_news
from server.store.parts.pool import PooledConnection
from server.store.place import PostgresUrl
from server.store.postgres.connection import reading
from server.store.postgres.errors import explain
from server.store.postgres.leases import Lease, migrate, new_name, take_lease, wait_for_lock

_ALONE = (
    "The store {where} is in use: a server without --cluster runs this lobby. End that one first."
)

_HOST_LETTERS = 20
_BEGIN_SECONDS = 60.0
_MIGRATION = 0x5349414D50415254
"""Names the lock under which one server at a time makes tables."""
_ONE_AT_A_TIME = "SELECT set_config('lock_timeout', '30s', true), pg_advisory_lock(%s)"
_NEXT = "SELECT pg_advisory_unlock(%s)"


class Taken(NamedTuple):
    """Parts that were just taken.

    Attributes:
        leases: of the parts.
        until: when they end, by `moment`.
    """

    leases: list[Lease]
    until: float


class Leaseholder:
    """Talks with the database about leases, through a connection that keeps other servers out.

    Only servers of a cluster share the lobby's lock; one without `--cluster` needs it alone.

    Attributes:
        name: the name of this start of the server, unique among all; it ends with its computer and
            its process, for people.
        channel: where the servers tell each other what concerns them.
    """

    def __init__(self, url: PostgresUrl, lobby: str) -> None:
        """Prepare; nothing is connected yet.

        Args:
            url: where the database is.
            lobby: fingerprint of the lobby's key.
        """
        self.name = f"{new_name()} {gethostname()[:_HOST_LETTERS]} {os.getpid()}"
        self.channel = channel_of(lobby)
        self._url = url
        self._lobby = lobby
        self._stays = True
        self._connection = PooledConnection(url, f"{self.name} leases", self._share_lock)

    async def begin(self) -> None:
        """Make the tables of the database if there are none, and end an owner of the whole lobby.

        Raises:
            StoreError: the database cannot be used, or a server without parts uses it.
        """
        try:
            await self._connection.run(self._begin, _BEGIN_SECONDS)
        except psycopg.Error as error:
            raise StoreError(explain(error, self._url)) from error

    async def renew(self) -> tuple[Renewal, float]:
        """Renew all leases; return what that came to, and when they end, by `moment`.

        Raises:
            psycopg.Error: that failed.
            StoreError: a server without parts uses the database.
        """
        until = moment() + LEASE_SECONDS
        renewal = await self._connection.run(self._renew)
        return renewal, until

    def renew_now(self) -> tuple[Renewal, float]:
        """Renew as `renew` does, from another thread than the event loop's."""
        until = moment() + LEASE_SECONDS
        return self._connection.run_now(self._renew), until

    async def take(self, most: int, *, only_lapsed: bool = False) -> Taken:
        """Own at most so many of the free parts; see `renew` for what it raises.

        Args:
            most: how many at most.
            only_lapsed: whether to leave those that were given back.
        """
        until = moment() + LEASE_SECONDS
        leases = await self._connection.run(
            lambda each: take_leases(each, self.name, most, only_lapsed=only_lapsed)
        )
        return Taken(leases, until)

    async def give_back(self, parts: Collection[int]) -> None:
        """Let others own these parts at once; see `renew` for what it raises."""
        await self._connection.run(
            lambda each: give_back(each, self.name, parts, self.channel, LEASES)
        )

    async def tell_running(self, lease: Lease) -> None:
        """Tell the other servers that this one runs a part; see `renew` for what it raises."""
        news = runs_news(lease.part, lease.epoch)
        await self._connection.run(lambda each: tell(each, self.channel, news))

    async def leave(self) -> None:
        """Note that this server gives its parts back; it renews them until then.

        See `renew` for what it raises.
        """
        self._stays = False
        await self._connection.run(lambda each: leave(each, self.name))

    async def close(self) -> None:
        """End the connection."""
        await self._connection.close()

    def _renew(self, connection: psycopg.Connection[Any]) -> Renewal:
        return renew_leases(connection, self.name, stays=self._stays)

    def _share_lock(self, connection: psycopg.Connection[Any]) -> None:
        if not wait_for_lock(connection, shared=True):
            raise StoreError(_ALONE.format(where=self._url))

    def _begin(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute(_ONE_AT_A_TIME, (_MIGRATION,))
        with reading(self._url, f"{self.name} starts", read_only=False) as migrating:
            migrate(migrating, self._lobby)
            schema.migrate(migrating)
        take_lease(connection, self.name, keep_parts=True)
        connection.execute(_NEXT, (_MIGRATION,))


def fair_share(servers: int) -> int:
    """Return how many parts a server runs at most, where so many servers run.

    >>> fair_share(3)
    22
    """
    return -(-MAX_PARTS // max(1, servers))
