"""Reads a store and its archive, even while a server writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, ColumnElement, Connection, create_engine, func, literal, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from server.store import schema
from server.store.errors import StoreError, explain
from server.store.place import PostgresUrl, StorePlace, need_psycopg
from server.store.saved import Archived

_NO_STORE = "There is no store {place}: no lobby has been served from it with `siam serve`."


@contextmanager
def open_read_only(place: StorePlace) -> Iterator[Connection]:
    """Open a store for as long as the context lasts; nothing in it is changed.

    Raises:
        StoreError: there is no such store, or it cannot be read.
    """
    if isinstance(place, PostgresUrl):
        need_psycopg()
        from server.store.postgres.connection import reading  # noqa: PLC0415 - an extra

        with reading(place, "siam reads") as connection:
            if not connection.dialect.has_table(connection, "lobby"):
                raise StoreError(_NO_STORE.format(place=place))
            yield connection
    else:
        with _open_file(place) as connection:
            yield connection


@contextmanager
def _open_file(path: Path) -> Iterator[Connection]:
    if not path.is_file():
        raise StoreError(_NO_STORE.format(place=path))
    uri = path.absolute().as_uri()
    url = URL.create("sqlite", database=uri, query={"mode": "ro", "uri": "true"})
    engine = create_engine(url, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(explain(error, path)) from error
    finally:
        engine.dispose()


class ArchiveSize(NamedTuple):
    """The size of an archive.

    Attributes:
        games: how many games are in it.
        megabytes: size of the whole store, a file's write-ahead log included.
    """

    games: int
    megabytes: float


def list_records(place: StorePlace) -> tuple[Archived, ...]:
    """Return all games without their records, oldest first.

    Raises:
        StoreError: there is no such store, or it cannot be read.
    """
    columns = [each for each in schema.records.c if each.name != "text"]
    with open_read_only(place) as connection:
        return _read_records(connection, (*columns, literal("").label("text")))


def read_records(place: StorePlace, numbers: Collection[int] = ()) -> tuple[Archived, ...]:
    """Return the games of these numbers, or all, oldest first.

    Raises:
        StoreError: there is no such store or game, or it cannot be read.
    """
    with open_read_only(place) as connection:
        return _read_records(connection, tuple(schema.records.c), numbers)


def measure_archive(place: StorePlace) -> ArchiveSize:
    """Return the size of the archive of a store.

    Raises:
        StoreError: it cannot be read.
    """
    with open_read_only(place) as connection:
        games = connection.execute(select(func.count()).select_from(schema.records)).scalar_one()
        size = _size_of(place, connection)
    return ArchiveSize(games, size / 2**20)


def _size_of(place: StorePlace, connection: Connection) -> int:
    if isinstance(place, PostgresUrl):
        from server.store.postgres.connection import total_bytes  # noqa: PLC0415 - an extra

        return total_bytes(connection)
    files = (place, place.with_name(f"{place.name}-wal"))
    return sum(each.stat().st_size for each in files if each.exists())


def _read_records(
    connection: Connection,
    columns: Collection[ColumnElement[Any]],
    numbers: Collection[int] = (),
) -> tuple[Archived, ...]:
    if schema.schema_of(connection) != len(schema.MIGRATIONS):
        raise StoreError(
            "Another release of siam has written the store: serve it once with this one, "
            "or use the release that wrote it."
        )
    query = select(*columns).order_by(schema.records.c.number)
    if numbers:
        query = query.where(schema.records.c.number.in_(numbers))
    found = tuple(
        Archived(**{**row, "players": tuple(row["players"].split("\n"))})
        for row in connection.execute(query).mappings()
    )
    missing = set(numbers) - {each.number for each in found}
    if missing:
        raise StoreError(f"There is no game {min(missing)}: `siam records` lists all.")
    return found
