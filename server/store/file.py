"""A store's file: made, locked, brought up to date and opened."""

from __future__ import annotations

import fcntl
import os
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from server.store import schema
from server.store.errors import StoreError, explain
from server.store.store import Store

_PRAGMAS = (
    "PRAGMA auto_vacuum = INCREMENTAL",  # of a new store; it must come first
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # what is committed survives a power loss, not only a kill
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)


@asynccontextmanager
async def open_store(path: Path | None, lobby: str) -> AsyncIterator[Store]:
    """Open the store of a lobby, made if it is not there yet.

    Args:
        path: the file, or None for a store in memory that ends with the server.
        lobby: fingerprint of the lobby's key.

    Raises:
        StoreError: it cannot be opened or written, is damaged, in use, or another lobby's.
    """
    with ExitStack() as stack:
        stack.enter_context(_locked(path))
        disk = stack.enter_context(ThreadPoolExecutor(1, "store"))
        engine = stack.enter_context(_engine(path))
        try:
            connection = stack.enter_context(engine.connect())
            _prepare(connection, lobby, path)
        except SQLAlchemyError as error:
            raise StoreError(explain(error, path)) from error
        yield Store(connection, path, disk)


def _prepare(connection: Connection, lobby: str, path: Path | None) -> None:
    with connection.begin():
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise StoreError(
                f"The store {path} is damaged ({found}): put a copy of it in its place, "
                "or move it away to begin with an empty lobby."
            )
        schema.migrate(connection, lobby)


@contextmanager
def _engine(path: Path | None) -> Iterator[Engine]:
    url = URL.create("sqlite", database=str(path) if path else None)
    threads = {"check_same_thread": False}  # two of them use it, never at the same time
    engine = create_engine(url, poolclass=StaticPool, connect_args=threads)

    @event.listens_for(engine, "connect")
    def _configure(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # transactions are ours to begin, also for DDL
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _locked(path: Path | None) -> Iterator[None]:
    """Keep a store for this process, in a file that only its owner may read: it holds hands."""
    if path is None:
        yield
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(explain(error, path)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise StoreError(
            f"The store {path} is in use: this lobby is being served already. "
            "End that server first, or serve another lobby with --new-lobby."
        ) from error
    finally:
        os.close(lock)
