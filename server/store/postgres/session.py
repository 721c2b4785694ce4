"""The session that owns a lobby in PostgreSQL: commits fenced, and takes up again what it lost."""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import errors

from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import connect, make_durable
from server.store.postgres.errors import IN_USE, code_of
from server.store.postgres.leases import (
    FENCE,
    Lease,
    end_own_session,
    is_owner,
    take_lease,
    try_lock,
    wait_for_lock,
)
from server.store.statements import Write

_BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
_GONE_CLASSES = ("08", "57P")
"""The beginnings of codes that tell of a connection that ends."""


class GoneError(Exception):
    """The connection to the database is gone, or there is none.

    Attributes:
        cause: the error that told so.
    """

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class FencedError(Exception):
    """Another server has begun a newer epoch."""


class SteppedBackError(Exception):
    """The database does not have all transactions that this server has committed."""


def execute_fenced(
    connection: psycopg.Connection[Any], lease: Lease, writes: Sequence[Write]
) -> None:
    """Execute all statements in one transaction that only the owner can commit.

    Raises:
        psycopg.Error: that failed; the transaction may have to be rolled back.
    """
    with connection.pipeline(), connection.cursor() as cursor:
        cursor.execute(_BEGIN)
        cursor.execute(FENCE, lease.fence())
        for statement, rows in writes:
            for row in rows:
                cursor.execute(statement.postgres_text, statement.postgres_values(row))
        cursor.execute("COMMIT")


class OwnedSession:
    """A connection that has the lobby's lock, and the epoch in which it may write.

    All methods but `cut` are called in one thread at a time.

    Attributes:
        name: the name of this start of the server, unique among all.
        lease: what this server owns.
        warning: what the host should know of this PostgreSQL; may be empty.
    """

    lease: Lease

    def __init__(self, url: PostgresUrl, name: str) -> None:
        """Make a session that is not connected; `lock` and `own` begin it."""
        self.name = name
        self.warning = ""
        self._url = url
        self._connection: psycopg.Connection[Any] | None = None
        self._guard = threading.Lock()

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection, as far as is known."""
        return self._connection is not None

    def lock(self) -> None:
        """Connect and lock the lobby.

        Raises:
            StoreError: another server has it.
            psycopg.Error: the database cannot be reached, or refuses.
        """
        connection = connect(self._url, self.name)
        self._use(connection)
        self.warning = make_durable(connection, self._url)
        if not wait_for_lock(connection):
            raise StoreError(IN_USE.format(where=self._url))

    def own(self) -> None:
        """Begin a new epoch of the lobby that is locked."""
        assert self._connection is not None
        self.lease = take_lease(self._connection, self.name)

    def recover(self) -> bool:
        """Connect again and begin a new epoch; return whether one more transaction was kept.

        Raises:
            FencedError: another server has the lobby, or has had it meanwhile.
            SteppedBackError: the database lacks transactions, or has others.
            GoneError: the database still cannot be reached.
        """
        try:
            connection = connect(self._url, self.name)
        except psycopg.Error as error:
            raise GoneError(error) from error
        self._use(connection)
        try:
            end_own_session(connection, self.name)
            make_durable(connection, self._url)
            has_lock = try_lock(connection)
            if not is_owner(connection, self.lease):
                raise FencedError
            if not has_lock:  # the ended session takes a moment, or another server begins
                raise GoneError(errors.ObjectInUse("another session holds its lock"))
            before, self.lease = self.lease, take_lease(connection, self.name)
        except BaseException as error:
            self.close()
            if isinstance(error, psycopg.Error):
                raise GoneError(error) from error
            raise
        if (
            self.lease.commits - before.commits not in (0, 1)
            or self.lease.epoch != before.epoch + 1
        ):
            raise SteppedBackError
        return self.lease.commits > before.commits

    def check_alive(self) -> None:
        """Find out whether the connection ended while it was idle.

        Raises:
            GoneError: it did; no transaction was under way.
        """
        connection = self._connection
        assert connection is not None
        try:
            # PostgreSQL says nothing to an idle connection, but that it ends.
            if connection.closed or select.select([connection.fileno()], [], [], 0)[0]:
                connection.execute("SELECT 1")
        except psycopg.Error as error:
            self.close()
            raise GoneError(error) from error

    def commit(self, writes: Sequence[Write]) -> None:
        """Execute all statements in one fenced transaction, in one round trip.

        Raises:
            GoneError: the connection ended, perhaps after PostgreSQL had committed.
            FencedError: another server has begun a newer epoch; nothing was written.
            SteppedBackError: the database lacks transactions; nothing was written.
            psycopg.Error: PostgreSQL refused a statement; nothing was written.
        """
        connection = self._connection
        assert connection is not None
        try:
            execute_fenced(connection, self.lease, writes)
        except psycopg.Error as error:
            self._roll_back(connection, error)
            raise
        self.lease = self.lease._replace(commits=self.lease.commits + 1)

    def _roll_back(self, connection: psycopg.Connection[Any], error: psycopg.Error) -> None:
        """Make the connection ready for the next transaction, or find out why there is none."""
        if connection.closed or (code_of(error) or "").startswith(_GONE_CLASSES):
            self.close()
            raise GoneError(error) from error
        try:
            connection.rollback()
            if isinstance(error, errors.NotNullViolation) and error.diag.table_name == "leases":
                owned = is_owner(connection, self.lease)
                raise SteppedBackError if owned else FencedError
        except psycopg.Error as later:
            self.close()
            raise GoneError(later) from error

    def cut(self) -> None:
        """End the connection from another thread: whoever waits for an answer is told at once."""
        with self._guard, suppress(OSError, psycopg.Error):
            if self._connection is not None:
                with socket.socket(fileno=os.dup(self._connection.fileno())) as wire:
                    wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the connection, and with it the lock."""
        with self._guard:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _use(self, connection: psycopg.Connection[Any]) -> None:
        with self._guard:
            self._connection = connection
