"""Opens a store for reading, even while a server writes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from server.store.errors import StoreError, explain
from server.store.place import PostgresUrl, StorePlace, need_psycopg

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
