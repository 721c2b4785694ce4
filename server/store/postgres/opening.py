"""Opens a store in PostgreSQL for one server, which owns the whole lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import psycopg

from server.store.errors import OutcomeUnknownError, StoreAwayError, StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import make_durable, reading
from server.store.postgres.errors import IN_USE, LOST, STEPPED_BACK, explain
from server.store.postgres.leases import (
    Lease,
    end_own_session,
    is_owner,
    migrate,
    new_name,
    take_lease,
    wait_for_lock,
)
from server.store.postgres.part_database import PartDatabase
from server.store.postgres.pool import PooledConnection
from server.store.saved import Changes
from server.store.store import Store

logger = logging.getLogger(__name__)

RETRY_SECONDS = 3.0
"""How long a commit waits for a database that went away: about as long as a restart takes."""
FIRST_PAUSE = 0.02
"""Seconds before the second try; each later pause is twice as long, up to `LONGEST_PAUSE`."""
LONGEST_PAUSE = 0.5
ANSWER_SECONDS = 10.0
"""Seconds after which the connection of a commit that was not answered is ended."""
_BEGIN_SECONDS = 86_400.0
"""Migrations may take long."""


@asynccontextmanager
async def open_postgres(url: PostgresUrl, lobby: str) -> AsyncIterator[WholeStore]:
    """Open the store of a lobby; make its tables if there are none.

    Raises:
        StoreError: it cannot be reached or written, is in use, or another lobby's.
    """
    store = WholeStore(url)
    try:
        await store.begin(lobby)
        yield store
    finally:
        await store.close()


class WholeStore(Store):
    """The store of a server that owns all parts of a lobby, as one.

    A session lock keeps other servers out. If PostgreSQL goes away, the ownership ends, and the
    server takes the lobby back as soon as it can: a commit waits for that for `RETRY_SECONDS`, and
    is written again if it was not kept. After that time, commits fail at once until `reconnect` and
    `resume`.
    """

    def __init__(self, url: PostgresUrl) -> None:
        """Prepare; `begin` connects."""
        self._url = url
        self._name = new_name()
        self._connection = PooledConnection(url, self._name, self._lock, ANSWER_SECONDS)
        self._lease = Lease(self._name, 0, 0)
        self._loss = ""
        self._lost = asyncio.Event()
        self._unsettled: Changes | None = None
        self._kept: bool | None = None
        self._part = PartDatabase(url, self._lease, self._connection)
        super().__init__(self._part)

    async def begin(self, lobby: str) -> None:
        """Own the lobby; make its tables if there are none.

        Raises:
            StoreError: it cannot be reached or written, is in use, or another lobby's.
        """

        def begin(connection: psycopg.Connection[Any]) -> None:
            if warning := make_durable(connection, self._url):
                logger.warning("%s", warning)
            with reading(self._url, f"{self._name} starts", read_only=False) as migrating:
                migrate(migrating, lobby)
            self._lease = take_lease(connection, self._name)

        try:
            await self._connection.run(begin, _BEGIN_SECONDS)
        except psycopg.Error as error:
            raise StoreError(explain(error, self._url)) from error
        self._use_lease()

    async def close(self) -> None:
        """End the connection, and with it the lock."""
        await self._connection.close()

    async def commit(self, changes: Changes) -> None:
        """Write all changes or none, and try again for a while if the database goes away."""
        if self._loss:
            raise StoreError(self._loss)
        until, was_owner = monotonic() + RETRY_SECONDS, not self._part.loss
        while True:
            try:
                await super().commit(changes)
            except (OutcomeUnknownError, StoreAwayError) as error:
                if isinstance(error, OutcomeUnknownError):
                    self._unsettled = changes
                is_back = was_owner and await self._wait_for_lobby(until)
                if self._loss:
                    raise StoreError(self._loss) from error
                if not is_back:
                    raise
                if self.resume():
                    return
            else:
                return

    async def reconnect(self) -> bool:
        """Try once to own again a lobby that was lost with its database.

        Otherwise, look after the connection: one that ended while it was idle is replaced, so that
        other servers stay out.
        """
        if self._loss:
            return False
        is_here = not self._part.loss
        try:
            await self._connection.run((lambda _: None) if is_here else self._take_back)
        except psycopg.Error:  # it stays away
            return False
        except StoreError as error:
            self._loss = str(error)
            self._lost.set()
            return False
        if not is_here:
            self._kept = self._lease.commits > self._part.lease.commits
        return not is_here

    def resume(self) -> bool | None:
        """Commit again after `reconnect`."""
        kept, self._kept = self._kept, None
        if kept is not None:
            if kept and self._unsettled is not None:
                self._writer.note(self._unsettled)
            self._unsettled = None
            self._use_lease()
        return kept

    async def wait_until_lost(self) -> str:
        """Wait until another server has taken over, or transactions are missing."""
        await self._lost.wait()
        return self._loss

    def _use_lease(self) -> None:
        self._part = PartDatabase(self._url, self._lease, self._connection)
        self._database = self._part

    async def _wait_for_lobby(self, until: float) -> bool:
        """Try to own the lobby again, until that time at least once; return whether it worked."""
        pause = FIRST_PAUSE
        while not (is_back := await self.reconnect()) and not self._loss:
            if monotonic() + pause > until:
                break
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return is_back

    # ------------------------------------------------------------ in the thread of the connection

    def _lock(self, connection: psycopg.Connection[Any]) -> None:
        """Keep others out with a new connection; PostgreSQL may still keep the one before."""
        end_own_session(connection, self._name)
        has_lock = wait_for_lock(connection)
        if self._lease.epoch and not is_owner(connection, self._name):
            raise StoreError(LOST.format(where=self._url))
        if not has_lock:
            if not self._lease.epoch:
                raise StoreError(IN_USE.format(where=self._url))
            raise psycopg.OperationalError("another session holds its lock")

    def _take_back(self, connection: psycopg.Connection[Any]) -> None:
        """Begin a new epoch; a transaction of the old one ends before.

        Raises:
            StoreError: another server has taken over, or transactions are missing.
        """
        if not is_owner(connection, self._name):
            raise StoreError(LOST.format(where=self._url))
        self._lease = take_lease(connection, self._name)
        if self._lease.commits - self._part.lease.commits not in (0, 1):
            raise StoreError(STEPPED_BACK.format(where=self._url))
