"""Opens a store in PostgreSQL: one server at a time, migrated, in a new epoch."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import psycopg
from sqlalchemy import Connection

from server.store import schema
from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres import leases
from server.store.postgres.connection import reading
from server.store.postgres.database import PostgresDatabase
from server.store.postgres.errors import explain
from server.store.postgres.session import OwnedSession
from server.store.threads import run_to_its_end

logger = logging.getLogger(__name__)


@asynccontextmanager
async def open_postgres(url: PostgresUrl, lobby: str) -> AsyncIterator[PostgresDatabase]:
    """Open the database of a lobby's store; make its tables if there are none.

    Raises:
        StoreError: it cannot be reached or written, is in use, or another lobby's.
    """
    session = OwnedSession(url, new_name())
    with ThreadPoolExecutor(1, "store") as thread:
        try:
            await run_to_its_end(thread, lambda: _begin(session, url, lobby))
            database = PostgresDatabase(url, session, thread)
            try:
                yield database
            finally:
                database.stop_waiting()
        finally:
            await run_to_its_end(thread, session.close)


def new_name() -> str:
    """Return what PostgreSQL calls the sessions of this start."""
    return f"siam {secrets.token_hex(8)}"


def _begin(session: OwnedSession, url: PostgresUrl, lobby: str) -> None:
    try:
        session.lock()
        if session.warning:
            logger.warning("%s", session.warning)
        with reading(url, f"{session.name} starts", read_only=False) as connection:
            migrate(connection, lobby)
        session.own()
    except psycopg.Error as error:
        raise StoreError(explain(error, url)) from error


def migrate(connection: Connection, lobby: str) -> None:
    """Make the tables of a store, or bring them up to the present schema; count this start."""
    schema.migrate(connection, lobby)
    leases.metadata.create_all(connection)
