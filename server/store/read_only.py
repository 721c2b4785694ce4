"""Opens a store for reading, even while a server writes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from server.store.errors import StoreError, explain


@contextmanager
def open_read_only(path: Path) -> Iterator[Connection]:
    """Open a store for as long as the context lasts; nothing in its files is changed.

    Raises:
        StoreError: there is no such store, or it cannot be read.
    """
    if not path.is_file():
        raise StoreError(
            f"There is no store {path}: no lobby has been served from it with `siam serve`."
        )
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
