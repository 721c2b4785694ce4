"""The leases of one server: takes what is free, renews them, and gives back what is too much."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from socket import gethostname
from typing import Any, NamedTuple

import psycopg

from protocol.limits import MAX_PARTS
from server.store.errors import StoreError
from server.store.parts import schema
from server.store.parts.part_store import LEASES, channel_of, runs_news
from server.store.place import PostgresUrl
from server.store.postgres.connection import reading
from server.store.postgres.errors import explain
from server.store.postgres.leases import (
    LEASE_SECONDS,
    Lease,
    Renewal,
    give_back,
    leave,
    migrate,
    new_name,
    renew_leases,
    take_lease,
    take_leases,
    tell,
    wait_for_lock,
)
from server.store.postgres.pool import PooledConnection

_BOOT_TIME = getattr(time, "CLOCK_BOOTTIME", None)


def moment() -> float:
    """Return the present, in seconds since some start; it never goes back."""
    return time.monotonic() if _BOOT_TIME is None else time.clock_gettime(_BOOT_TIME)


_HANDOVER_SECONDS = 1.0
"""Seconds until the next parts are handed over in any case."""


class Handover:
    """The parts that were handed over last, and that no other server runs yet."""

    def __init__(self) -> None:
        self._awaited: dict[int, int] = {}
        self._all_run = asyncio.Event()

    def expect(self, epochs: Mapping[int, int]) -> None:
        """Note which parts are given back now, and the epochs that end with it."""
        self._awaited = dict(epochs)
        self._all_run.clear()

    def note_running(self, part: int, epoch: int) -> None:
        """Note that a server runs a part; news of this server itself may come late."""
        if epoch > self._awaited.get(part, epoch):
            del self._awaited[part]
        if not self._awaited:
            self._all_run.set()

    async def wait_until_run(self) -> None:
        """Return once others run all of them, or after a second."""
        if not self._awaited:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._all_run.wait(), _HANDOVER_SECONDS)


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


RENEW_SECONDS = 1.0
"""Seconds between two renewals of the leases."""
LOOP_SECONDS = 5.0
"""Seconds that the event loop may need to note a renewal; later, other servers do better."""
_LEAST_SECONDS = 0.1


class Renewer:
    """Renews again and again, for as long as the event loop notes it.

    Attributes:
        latest: the last renewal, as the event loop has noted it; None if that failed.
    """

    def __init__(
        self,
        leases: Leaseholder,
        renewed: Callable[[Renewal, float], None],
        noted: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Prepare.

        Args:
            leases: of the server.
            renewed: called in the thread with each renewal and when it ends, by `moment`.
            noted: called in the event loop after each attempt.
            failed: called there with the error when the database did not renew them.
        """
        self.latest: Renewal | None = None
        self._leases = leases
        self._renewed = renewed
        self._noted = noted
        self._failed = failed
        self._ending = threading.Event()
        self._awake = threading.Event()
        self._unnoted_since: float | None = None

    async def run(self) -> None:
        """Renew until `end` is called, or this is cancelled."""
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, "leases")
        try:
            await loop.run_in_executor(thread, self._renew_for_ever, loop)
        finally:
            self.end()
            thread.shutdown(wait=False)

    def hurry(self) -> None:
        """Renew soon, since other servers may have given parts back."""
        self._awake.set()

    def end(self) -> None:
        """Renew no more."""
        self._ending.set()
        self._awake.set()

    def _renew_for_ever(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ending.is_set():
            self._awake.clear()
            pause = RENEW_SECONDS
            since = self._unnoted_since
            if since is None or moment() - since < LOOP_SECONDS:
                pause = min(pause, self._renew(loop))
            self._ending.wait(_LEAST_SECONDS)
            self._awake.wait(max(0.0, pause - _LEAST_SECONDS))

    def _renew(self, loop: asyncio.AbstractEventLoop) -> float:
        """Renew; return when to look again at the latest, in seconds."""
        outcome: Renewal | Exception
        pause = RENEW_SECONDS
        try:
            outcome, until = self._leases.renew_now()
        except (psycopg.Error, StoreError) as error:
            outcome = error
        else:
            pause = outcome.next_free
            self._renewed(outcome, until)
        if self._unnoted_since is None:
            self._unnoted_since = moment()
        loop.call_soon_threadsafe(self._note, outcome)
        return pause

    def _note(self, outcome: Renewal | Exception) -> None:
        self._unnoted_since = None
        self.latest = outcome if isinstance(outcome, Renewal) else None
        if isinstance(outcome, Exception):
            self._failed(outcome)
        self._noted()
