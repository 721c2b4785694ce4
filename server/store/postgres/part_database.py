"""Commits the changes of a part, or of a whole lobby; any doubt about one ends the ownership."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy import Connection

from server.store.database import Result
from server.store.errors import OutcomeUnknownError, StoreAwayError, StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import reading, used_bytes
from server.store.postgres.errors import UNKNOWN, code_of, explain, first_line
from server.store.postgres.leases import Lease, execute_fenced
from server.store.postgres.pool import PooledConnection
from server.store.retention import RecordLimit, last_to_drop
from server.store.statements import DROP_RECORDS, Write

logger = logging.getLogger(__name__)

_GONE_CLASSES = ("08", "57P", "25P", "55P")
"""The beginnings of codes that tell of a connection or a transaction that was ended."""


class PartDatabase:
    """One part of a lobby in PostgreSQL, or all of it, which this server owns in one epoch.

    If it is not known whether a commit was kept, the ownership ends. The next owner, which may be
    this server, finds out what was kept, and clients repeat what was not answered.

    Attributes:
        lease: of the part.
        loss: a sentence that says why the ownership has ended; empty before.
    """

    def __init__(
        self,
        url: PostgresUrl,
        lease: Lease,
        connection: PooledConnection,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        """Use a lease that was just taken.

        Args:
            url: where the database is.
            lease: of the part.
            connection: takes the commits.
            ended: called when the ownership has ended.
        """
        self._ended = ended
        self.loss = ""
        self.lease = lease
        self._url = url
        self._connection = connection

    def end(self, reason: str) -> None:
        """End the ownership; nothing is committed after this."""
        if not self.loss:
            self.loss = reason
            self._ended()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return what some work reads in a transaction.

        Raises:
            StoreError: it cannot be read, or the ownership has ended.
        """
        if self.loss:
            raise StoreAwayError(self.loss)

        def read() -> Result:
            with reading(self._url, f"{self.lease.owner} reads") as connection:
                return work(connection)

        return await asyncio.to_thread(read)

    async def commit(self, writes: Sequence[Write]) -> None:
        """Execute all statements in a transaction, or none; it is on disk when this returns.

        Raises:
            OutcomeUnknownError: it may have been kept; the ownership has ended.
            StoreAwayError: nothing was written; the ownership has ended.
            StoreError: nothing was written.
        """
        if self.loss:
            raise StoreAwayError(self.loss)
        begun = False

        def work(connection: psycopg.Connection[Any]) -> None:
            nonlocal begun
            begun = True
            execute_fenced(connection, self.lease, writes)

        try:
            await self._connection.run(work)
        except psycopg.Error as error:
            if _is_refused(error):
                raise StoreError(explain(error, self._url)) from error
            self.end(explain(error, self._url))
            if begun and not _is_fenced(error):
                text = UNKNOWN.format(where=self._url, text=first_line(error))
                raise OutcomeUnknownError(text) from error
            raise StoreAwayError(self.loss) from error
        except StoreError as error:
            self.end(str(error))
            raise StoreAwayError(self.loss) from error
        except BaseException:
            self.end("It is not known what became of a change.")
            raise
        self.lease = self.lease._replace(commits=self.lease.commits + 1)

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit; return whether more may be left.

        Raises:
            StoreError: that failed; no game within the limit is lost.
        """
        last = await self.read(
            lambda connection: last_to_drop(connection, limit, now, lambda: used_bytes(connection))
        )
        if last is not None:
            await self.commit([(DROP_RECORDS, ({"last": last},))])
        return last is not None


def _is_refused(error: psycopg.Error) -> bool:
    """Return whether PostgreSQL has certainly refused a transaction of the owner."""
    code = code_of(error)
    if code is None:  # psycopg tells so itself: the connection is gone, or it was used wrongly
        return not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    if code.startswith(_GONE_CLASSES):
        return False
    return not _is_fenced(error)


def _is_fenced(error: psycopg.Error) -> bool:
    """Return whether a transaction failed because another owner has come, or one is missing."""
    return isinstance(error, errors.NotNullViolation) and error.diag.table_name == "leases"
