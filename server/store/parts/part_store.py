"""The store of one part, as the part's service uses it."""

from __future__ import annotations

from collections.abc import Iterable

from server.store.parts.database import PartDatabase
from server.store.parts.reading import SavedPart
from server.store.parts.writer import PartWriter
from server.store.saved import Saved
from server.store.store import Store
from server.tables.opening import OpenGame, open_game
from server.tables.table import Table


class PartStore(Store):
    """Writes what a part changes; what it contained was read when the part was taken."""

    def __init__(self, database: PartDatabase, channel: str, found: SavedPart) -> None:
        """Use a part.

        Args:
            database: owns the part.
            channel: where the other servers are told what concerns them.
            found: its contents.
        """
        super().__init__(database)
        self._saved = found.saved
        self._part_writer = PartWriter(database.lease.part, channel, found.saved, found.listed)
        self._writer = self._part_writer

    async def write_listing(self, tables: Iterable[Table]) -> None:
        """Write what the list shows of tables, where that is missing or not as they are.

        Raises:
            StoreError: nothing was written.
        """
        if writes := self._part_writer.all_listing_writes(tables):
            await self._database.commit(writes)

    async def load(self, open_game: OpenGame = open_game) -> Saved:  # noqa: ARG002 - read already
        """Return the contents of the part."""
        return self._saved
