"""Reads and fills a store in PostgreSQL that nobody serves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from server.store import schema
from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import connect, reading
from server.store.postgres.errors import IN_USE, explain
from server.store.postgres.leases import WHOLE_LOBBY, leases, migrate, new_name, wait_for_lock
from server.store.transfer import continue_numbers, copy_rows

_NOT_EMPTY = (
    "The database {url} is not empty: make another for the copy with `createdb --owner USER "
    "--encoding UTF8 NAME`."
)
_NO_STORE = "There is no store {url}: no lobby has been served from it with `siam serve`."


@contextmanager
def sole_reader(url: PostgresUrl) -> Iterator[tuple[Connection, int]]:
    """Read a store that nobody can serve meanwhile, with its number of commits.

    Raises:
        StoreError: it cannot be reached or read, or it is served.
    """
    with _locked(url) as name, reading(url, f"{name} copies") as connection:
        if not schema.schema_of(connection):
            raise StoreError(_NO_STORE.format(url=url))
        commits = select(leases.c.commits).where(leases.c.part == WHOLE_LOBBY)
        yield connection, connection.execute(commits).scalar() or 0


def fill_postgres(url: PostgresUrl, source: Connection, commits: int) -> dict[str, int]:
    """Copy a store into an empty database, in one transaction; return its rows, by table.

    Raises:
        StoreError: it is not empty, cannot be written, or the copy is not the same.
    """
    with _locked(url) as name, reading(url, f"{name} copies", read_only=False) as connection:
        try:
            found = schema.schema_of(connection)
        except StoreError:  # of another program
            found = 1
        if found:
            raise StoreError(_NOT_EMPTY.format(url=url))
        lobby = source.execute(select(schema.lobby.c.id)).scalar_one()
        try:
            migrate(connection, lobby)
            connection.execute(schema.lobby.delete())
            counts = copy_rows(source, connection)
            continue_numbers(connection)
            lease = {"part": WHOLE_LOBBY, "owner": name, "epoch": 1, "commits": commits}
            connection.execute(insert(leases).values(lease | {"until": func.now()}))
        except SQLAlchemyError as error:
            raise StoreError(explain(error, url)) from error
        return counts


@contextmanager
def _locked(url: PostgresUrl) -> Iterator[str]:
    """Keep every server out of a lobby's database; yield the name of the session."""
    name = new_name()
    try:
        with connect(url, name) as connection:
            if not wait_for_lock(connection):
                raise StoreError(IN_USE.format(where=url))
            yield name
    except psycopg.Error as error:
        raise StoreError(explain(error, url)) from error
