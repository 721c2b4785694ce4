"""Opens the store of a lobby, wherever it is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.store.place import PostgresUrl, StorePlace, need_psycopg
from server.store.sqlite.file import open_file
from server.store.store import Store


@asynccontextmanager
async def open_store(
    place: StorePlace | None, lobby: str, *, accept_older: bool = False
) -> AsyncIterator[Store]:
    """Open the store of a lobby; create it if there is none.

    Args:
        place: the file or the PostgreSQL database, or None for a store in memory that ends with
            the server.
        lobby: fingerprint of the lobby's key.
        accept_older: whether a file is taken that lacks commits it has had.

    Raises:
        StoreError: it cannot be opened or written, is damaged, in use, another lobby's, or older
            than it was.
    """
    if isinstance(place, PostgresUrl):
        need_psycopg()
        from server.store.postgres.opening import open_postgres  # noqa: PLC0415 - an extra

        async with open_postgres(place, lobby) as store:
            yield store
    else:
        async with open_file(place, lobby, accept_older=accept_older) as file:
            yield Store(file)
