"""Copies a lobby from one store to another: whole, checked, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from server.store import schema
from server.store.backup import Copied, new_file
from server.store.errors import StoreError, explain
from server.store.place import PostgresUrl, StorePlace, need_psycopg
from server.store.records import open_read_only
from server.store.sqlite.commit_marker import open_marker
from server.store.sqlite.file import locked, sole_user
from server.store.transfer import check_release, write_file

_NOT_EMPTY = "{place} is not empty: choose another place for the copy."


class Source(NamedTuple):
    """A store that is copied.

    Attributes:
        connection: reads it, in one transaction.
        lobby: fingerprint of its lobby's key.
        commits: how many transactions it has had.
    """

    connection: Connection
    lobby: str
    commits: int


def copy_store(source: StorePlace, target: StorePlace) -> Copied:
    """Copy a store that is not served to a place where there is none.

    The copy has the same lobby, numbers and count of commits. The original stays as it is.

    Raises:
        StoreError: there is no such store, it is in use or damaged, the target is not empty or
            cannot be written, or the copy is not the same. Then there is no copy.
    """
    with _opened(source) as original:
        if isinstance(target, PostgresUrl):
            from server.store.postgres.copying import fill_postgres  # noqa: PLC0415 - an extra

            counts = fill_postgres(target, original.connection, original.commits)
        else:
            counts = _fill_file(target, original)
    return Copied(counts["tables"], counts["records"])


@contextmanager
def _opened(place: StorePlace) -> Iterator[Source]:
    """Open a store for copying; nobody can serve it meanwhile."""
    if isinstance(place, PostgresUrl):
        need_psycopg()
        from server.store.postgres.copying import sole_reader  # noqa: PLC0415 - an extra

        with sole_reader(place) as (connection, commits):
            yield _source(connection, place, commits)
        return
    with open_read_only(place) as connection:
        lobby = _source(connection, place, 0).lobby
    with locked(place, lobby, accept_older=False), open_read_only(place) as connection:
        commits = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        yield _source(connection, place, commits)


def _source(connection: Connection, place: StorePlace, commits: int) -> Source:
    check_release(connection, place)
    return Source(connection, connection.execute(select(schema.lobby.c.id)).scalar_one(), commits)


def _fill_file(target: Path, source: Source) -> dict[str, int]:
    """Write a new file, which gets its name when it is complete."""
    if target.exists() and (not target.is_file() or target.stat().st_size):
        raise StoreError(_NOT_EMPTY.format(place=target))
    try:
        with sole_user(target):
            target.unlink(missing_ok=True)
            with new_file(target, replace=False) as file:
                counts = write_file(file, source.connection, source.commits)
            with open_marker(target, source.lobby) as marker:
                marker.write(source.commits)
    except (OSError, SQLAlchemyError) as error:
        raise StoreError(explain(error, target)) from error
    return counts
