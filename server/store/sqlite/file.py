"""Creates, locks, migrates and opens the file of a store."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from server.store import schema
from server.store.errors import DAMAGED, StoreError, StoreInUseError, explain
from server.store.sqlite.commit_marker import CommitMarker, check_complete, next_count, open_marker
from server.store.sqlite.database import SqliteDatabase, running_checkpoints

_PRAGMAS = (
    "PRAGMA auto_vacuum = INCREMENTAL",  # for a new store; it must come first
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 0",  # `Checkpoints` does it, outside the event loop
    "PRAGMA synchronous = FULL",  # a commit survives a power failure, not only a kill
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)


@asynccontextmanager
async def open_file(
    path: Path | None, lobby: str, *, accept_older: bool = False
) -> AsyncIterator[SqliteDatabase]:
    """Open the file of a lobby's store; create it if there is none.

    Args:
        path: the file, or None for a store in memory that ends with the server.
        lobby: fingerprint of the lobby's key.
        accept_older: whether a store is taken that lacks commits it has had.

    Raises:
        StoreError: it cannot be opened or written, is damaged, in use, another lobby's, or older
            than it was.
    """
    async with AsyncExitStack() as stack:
        marker = (
            stack.enter_context(locked(path, lobby, accept_older=accept_older)) if path else None
        )
        disk = stack.enter_context(ThreadPoolExecutor(1, "store"))
        engine = stack.enter_context(file_engine(path))
        try:
            connection = stack.enter_context(engine.connect())
            count = _prepare(connection, lobby, path)
        except SQLAlchemyError as error:
            raise StoreError(explain(error, path)) from error
        if path is None or marker is None:
            yield SqliteDatabase(connection, path, disk)
            return
        marker.write(count)
        stack.enter_context(_closing_whole(connection))
        checkpoints = await stack.enter_async_context(running_checkpoints(path))
        yield SqliteDatabase(connection, path, disk, marker, checkpoints)


def _prepare(connection: Connection, lobby: str, path: Path | None) -> int:
    """Check, migrate and checkpoint a store; return its number of commits."""
    with connection.begin():
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise StoreError(DAMAGED.format(where=f"The store {path}", text=found))
        schema.migrate(connection, lobby)
        count = next_count(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        connection.exec_driver_sql(f"PRAGMA user_version = {count}")
    sqlite = connection.connection.driver_connection
    assert sqlite is not None
    sqlite.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return count


@contextmanager
def _closing_whole(connection: Connection) -> Iterator[None]:
    """Leave one file that holds everything, and that says of itself that it was closed.

    If somebody reads the store just then, it stays as it is, which the marker knows to be whole.
    """
    try:
        yield
    finally:
        sqlite = connection.connection.driver_connection
        assert sqlite is not None
        with suppress(sqlite3.Error):
            sqlite.execute("PRAGMA journal_mode = DELETE").fetchone()


@contextmanager
def file_engine(path: Path | None) -> Iterator[Engine]:
    """Yield what connects to a file, or to a database in memory, with our settings."""
    url = URL.create("sqlite", database=str(path) if path else None)
    threads = {"check_same_thread": False}  # two threads use it, never at the same time
    engine = create_engine(url, poolclass=StaticPool, connect_args=threads)

    @event.listens_for(engine, "connect")
    def _configure(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, also for DDL
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def locked(path: Path, lobby: str, *, accept_older: bool) -> Iterator[CommitMarker]:
    """Lock a store for this process; only its owner may read it, since it contains hands.

    Raises:
        StoreError: it is in use, lacks commits, or cannot be written.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_user(path))
            marker = stack.enter_context(open_marker(path, lobby))
            if not accept_older:
                check_complete(path, lobby, marker)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(explain(error, path)) from error
        yield marker


@contextmanager
def sole_user(path: Path) -> Iterator[None]:
    """Keep every other server and program of ours from using a file.

    Raises:
        StoreError: one does.
        OSError: the file beside it cannot be written.
    """
    _make_folder(path.parent)
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(lock, path)
        yield
    finally:
        os.close(lock)


def _lock(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StoreInUseError(
            f"The store {path} is in use: this lobby is being served already. "
            "End that server first, or serve another lobby with --new-lobby."
        ) from error


def _make_folder(folder: Path) -> None:
    """Make a folder and its parents, readable for their owner only."""
    for each in (*reversed(folder.parents), folder):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)
