"""Opens a store wherever it is, and writes what a server changes, in transactions on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from server.store.database import Database
from server.store.place import PostgresUrl, StorePlace, need_psycopg
from server.store.reading import read_all
from server.store.retention import RecordLimit
from server.store.saved import Changes, Saved
from server.store.sqlite.file import open_file
from server.store.writer import Writer
from server.tables.opening import OpenGame, open_game


class Store:
    """One lobby's tables, players, answers and archive, open for one server at a time."""

    def __init__(self, database: Database) -> None:
        """Use a database; `open_store` opens one."""
        self._database = database
        self._writer = Writer()

    async def load(self, open_game: OpenGame = open_game) -> Saved:
        """Return the contents of the store without its archive.

        Raises:
            StoreError: it cannot be read, or was not written by a server.
        """
        saved = await self._database.read(lambda connection: read_all(connection, open_game))
        self._writer = Writer(saved)
        return saved

    async def commit(self, changes: Changes) -> None:
        """Write all changes or none; they are on the disk when this returns.

        Raises:
            OutcomeUnknownError: the database went away meanwhile; `reconnect` settles it.
            StoreError: nothing was written.
        """
        await self._database.commit(self._writer.writes(changes))
        self._writer.note(changes)

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit, or give their space back; return whether more is left.

        Raises:
            StoreError: that failed; no game within the limit is lost.
        """
        return await self._database.bound_archive(limit, now)

    async def reconnect(self) -> bool:
        """Look after the connection, once a second; try to reach a database that is away.

        Returns:
            whether it was away and answers again, so that `resume` is to be called.
        """
        return False  # a file does not go away

    def resume(self) -> bool | None:
        """Commit again after `reconnect`.

        Returns:
            whether the changes whose outcome was unknown have been kept; None if it commits
            already.
        """
        return None

    async def wait_until_lost(self) -> str:
        """Wait until another server has taken over the store; a file, for ever.

        Returns:
            a sentence for the host.
        """
        never: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await never

    def __contains__(self, player: str) -> bool:
        """Return whether the store contains a player, named by fingerprint."""
        return self._writer.knows(player)


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
