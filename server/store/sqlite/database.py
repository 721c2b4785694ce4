"""Commits to SQLite, in the event loop as long as the disk is fast, and keeps its files short."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import datetime
from pathlib import Path
from time import perf_counter

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from server.store.database import Result, run_to_its_end
from server.store.errors import StoreError, explain
from server.store.retention import RecordLimit, drop_old_records
from server.store.sqlite.commit_marker import CommitMarker, next_count
from server.store.statements import Write

logger = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two checkpoints."""
MAX_COMMITS = 500
"""Commits after which a checkpoint comes earlier, so that the log stays small."""


class Checkpoints:
    """Checkpoints of one store.

    SQLite would checkpoint within a commit, and so within the event loop. Here a thread does it, on
    a connection of its own.

    Attributes:
        running: whether one is under way. The disk is busy then, and a commit may take long.
        done: set after each one.
        commit_turn: held by a commit.
    """

    def __init__(self) -> None:
        """Count commits only; `running_checkpoints` makes checkpoints."""
        self.running = False
        self.done = asyncio.Event()
        self.commit_turn = asyncio.Lock()
        self._commits = 0
        self._due = asyncio.Event()

    def count_commit(self) -> None:
        """Count a commit in the log."""
        self._commits += 1
        if self._commits >= MAX_COMMITS:
            self._due.set()

    async def run(self, path: Path, thread: ThreadPoolExecutor) -> None:
        """Checkpoint a store every minute, or after many commits, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(EVERY):  # wait_for may swallow the cancellation
                    await self._due.wait()
            except TimeoutError:
                if not self._commits:
                    continue
            self._due.clear()
            self._commits = 0
            self.running = True
            try:
                await self._checkpoint(path, thread)
            except sqlite3.Error as error:  # commits fail as well, and they tell the host
                logger.warning("the store's log cannot be moved into its file: %s", error)
            finally:
                self.running = False
                self.done.set()

    async def _checkpoint(self, path: Path, thread: ThreadPoolExecutor) -> None:
        """Move the log, while commits go on; then what they have added meanwhile, while they wait.

        SQLite writes a log from its beginning again only when all of it has been moved.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(thread, _move_log, path)
        async with self.commit_turn:
            await loop.run_in_executor(thread, _move_log, path)


def _move_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


@asynccontextmanager
async def running_checkpoints(path: Path) -> AsyncIterator[Checkpoints]:
    """Checkpoint a store while the context lasts; none is running after its end."""
    checkpoints = Checkpoints()
    with ThreadPoolExecutor(1, "checkpoint") as thread:
        task = asyncio.create_task(checkpoints.run(path, thread))
        try:
            yield checkpoints
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


_PAGES_AT_ONCE = 100
"""Pages of 4 KB given back to the file system in one step."""
_INCREMENTAL = 2


def used_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of the store without its free pages."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def can_shrink(connection: sqlite3.Connection) -> bool:
    """Return whether the file can shrink after games are dropped."""
    (mode,) = connection.execute("PRAGMA auto_vacuum").fetchone()
    return bool(mode == _INCREMENTAL)


def make_shrinkable(connection: sqlite3.Connection) -> None:
    """Rewrite a store of an earlier release, so that it can shrink from now on.

    Raises:
        sqlite3.Error: that failed, perhaps for want of space; nothing has changed.
    """
    connection.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def give_back_space(connection: sqlite3.Connection) -> bool:
    """Give some unused space back to the file system; return whether there may be more.

    Raises:
        sqlite3.Error: that failed.
    """
    # `execute` would give back one page: it does not step a statement without columns to its end.
    connection.executescript(f"PRAGMA incremental_vacuum({_PAGES_AT_ONCE});")
    (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    return bool(free and can_shrink(connection))


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
