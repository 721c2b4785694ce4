"""Copies a store: into a file, even while a server uses it, or whole to another place."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from server.store import schema
from server.store.errors import DAMAGED, StoreError, explain, is_damage, is_full
from server.store.place import PostgresUrl, StorePlace, need_psycopg
from server.store.records import open_read_only
from server.store.sqlite.commit_marker import marker_path, open_marker
from server.store.sqlite.file import locked, sole_user
from server.store.transfer import check_release, write_file

_IS_THERE = "{target} is there already: choose another name, or give --replace to overwrite it."
_IS_THE_STORE = "{target} belongs to the store itself: choose another name for the copy."
_NO_FILE = "{target} is no regular file: choose another name for the copy."
_NO_ROOM = "The copy {target} cannot be written: the disk is full. Make room on it."
_UNWRITABLE = "The copy {target} cannot be written ({reason}). Check the folder's permissions."

_COUNTS = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM records)"


class Copied(NamedTuple):
    """The contents of a copy.

    Attributes:
        tables: how many tables are open.
        records: how many games its archive has.
    """

    tables: int
    records: int


def back_up(place: StorePlace, target: Path, *, replace: bool = False) -> Copied:
    """Copy a store into one file that only its owner may read, whole or not at all.

    Args:
        place: the store; a server may be writing it meanwhile.
        target: the copy; of a database as well, it is a file.
        replace: whether it may take the place of a file.

    Raises:
        StoreError: there is no such store, it is damaged, or the copy cannot be written.
    """
    with open_read_only(place) as connection:
        schema.schema_of(connection)
        _check_target(place, target, replace=replace)
        try:
            with new_file(target, replace=replace) as file:
                if isinstance(place, PostgresUrl):
                    return _copy_rows(connection, place, file)
                return _copy(connection, file)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(_explain(error, place, target)) from error


def _check_target(place: StorePlace, target: Path, *, replace: bool) -> None:
    if not isinstance(place, PostgresUrl) and _belongs_to(target, place):
        raise StoreError(_IS_THE_STORE.format(target=target))
    if target.exists() and not target.is_file():
        raise StoreError(_NO_FILE.format(target=target))
    if target.exists() and not replace:
        raise StoreError(_IS_THERE.format(target=target))


def _belongs_to(target: Path, path: Path) -> bool:
    beside = (path.with_name(path.name + end) for end in ("", "-wal", "-shm", "-journal", ".lock"))
    own = {each.resolve() for each in (*beside, marker_path(path))}
    return target.resolve() in own or (target.exists() and target.samefile(path))


@contextmanager
def new_file(target: Path, *, replace: bool) -> Iterator[Path]:
    """Yield a file that is renamed to the target once it is complete."""
    if not replace:
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError as error:
            raise StoreError(_IS_THERE.format(target=target)) from error
    text = ""
    try:
        descriptor, text = tempfile.mkstemp(dir=target.parent, prefix=".siam-backup-")
        os.close(descriptor)
        yield Path(text)
        Path(text).replace(target)
    except BaseException:
        for leftover in (*([text] if text else ()), *(() if replace else (target,))):
            Path(leftover).unlink(missing_ok=True)
        raise


def _copy(connection: Connection, file: Path) -> Copied:
    source = connection.connection.driver_connection
    assert isinstance(source, sqlite3.Connection)
    with closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
        (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise StoreError(DAMAGED.format(where="The store", text=found))
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, complete in itself
        return Copied(*copy.execute(_COUNTS).fetchone())


def _copy_rows(connection: Connection, place: PostgresUrl, file: Path) -> Copied:
    check_release(connection, place)
    counts = write_file(file, connection, commits=0)
    return Copied(counts["tables"], counts["records"])


def _explain(error: Exception, place: StorePlace, target: Path) -> str:
    if is_damage(error):
        return DAMAGED.format(where=f"The store {place}", text=error)
    if is_full(error):
        return _NO_ROOM.format(target=target)
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return _UNWRITABLE.format(target=target, reason=reason)


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
    with _opened_store(source) as original:
        if isinstance(target, PostgresUrl):
            from server.store.postgres.copying import fill_postgres  # noqa: PLC0415 - an extra

            counts = fill_postgres(target, original.connection, original.commits)
        else:
            counts = _fill_file(target, original)
    return Copied(counts["tables"], counts["records"])


@contextmanager
def _opened_store(place: StorePlace) -> Iterator[Source]:
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
