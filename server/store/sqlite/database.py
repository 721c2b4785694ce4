"""Commits to SQLite, in the event loop as long as the disk is fast."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import perf_counter

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from server.store.database import Result
from server.store.errors import StoreError, explain
from server.store.retention import RecordLimit, drop_old_records
from server.store.sqlite.checkpoints import Checkpoints
from server.store.sqlite.commit_marker import CommitMarker, next_count
from server.store.sqlite.shrinking import can_shrink, give_back_space, make_shrinkable, used_bytes
from server.store.statements import Write
from server.store.threads import run_to_its_end

QUICK = 0.001
"""Seconds; if a commit takes longer, the next ones run in a thread."""


class SqliteDatabase:
    """A file, or a database in memory.

    Statements run in the event loop, since they only touch memory. So do commits while the disk is
    fast, because a detour through a thread takes longer. After a slow commit, a thread runs the
    next ones until they are fast again. Old games are dropped in that thread as well.

    Attributes:
        lost: never set: its lock keeps every other server out.
        loss: always empty.
    """

    def __init__(
        self,
        connection: Connection,
        path: Path | None,
        disk: Executor,
        marker: CommitMarker | None = None,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Use a connection; `open_store` makes one.

        Args:
            connection: a connection to the database; nobody else begins transactions on it.
            path: the file of the database; None for one in memory.
            disk: a single thread for slow commits.
            marker: keeps the number of commits outside the store.
            checkpoints: keeps the write-ahead log short.
        """
        sqlite = connection.connection.driver_connection
        assert isinstance(sqlite, sqlite3.Connection)
        self._connection = connection
        self._sqlite = sqlite  # SQLAlchemy takes longer than most statements
        self._disk = disk
        self._quick = True
        self._marker = marker
        self._checkpoints = checkpoints or Checkpoints()
        self._count: int = sqlite.execute("PRAGMA user_version").fetchone()[0]
        self._path = path

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return what some work reads; it runs in the event loop."""
        with self._explained(), self._connection.begin():
            return work(self._connection)

    async def commit(self, writes: Sequence[Write]) -> None:
        """Execute all statements in a transaction that is on disk when this returns."""
        async with self._checkpoints.commit_turn:
            sqlite = self._sqlite
            count = next_count(self._count)
            with self._explained():
                try:
                    sqlite.execute("BEGIN IMMEDIATE")
                    sqlite.execute(f"PRAGMA user_version = {count}")
                    for statement, rows in writes:
                        statement(sqlite, *rows)
                    await self._to_disk()
                finally:
                    if sqlite.in_transaction:
                        sqlite.rollback()
            self._count = count
            if self._marker is not None:
                self._marker.write(count)
            self._checkpoints.count_commit()

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit in the thread, or give their space back."""
        async with self._checkpoints.commit_turn:
            with self._explained():
                return await run_to_its_end(self._disk, lambda: self._bound_archive(limit, now))

    def _bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        with self._connection.begin():
            if drop_old_records(self._connection, limit, now, lambda: used_bytes(self._sqlite)):
                return True
        if not can_shrink(self._sqlite):
            make_shrinkable(self._sqlite)
        return give_back_space(self._sqlite)

    async def _to_disk(self) -> None:
        """Commit the transaction to the disk."""
        if self._quick and not self._checkpoints.running:
            self._finish()
        else:
            await run_to_its_end(self._disk, self._finish)

    def _finish(self) -> None:
        began = perf_counter()
        self._sqlite.commit()
        self._quick = perf_counter() - began < QUICK

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreError(explain(error, self._path)) from error
