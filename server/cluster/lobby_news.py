"""Brings what other servers have written to the parts of this one: listed tables, and bans."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import psycopg

from protocol.owner import Ban
from protocol.topics import LIST_PART
from server.cluster.part import RunningPart
from server.store.parts.news import BANS, table_in
from server.store.parts.pool import PooledConnection
from server.store.parts.reading import read_list

logger = logging.getLogger(__name__)

GATHER_SECONDS = 0.05
"""How long news are gathered before they are read together."""
_RETRY_SECONDS = 1.0
_BANS = "SELECT player, name, why, at FROM bans ORDER BY at"


class LobbyNews:
    """Reads what has changed, once for all news that came meanwhile."""

    def __init__(self, connection: PooledConnection, parts: Mapping[int, RunningPart]) -> None:
        """Prepare.

        Args:
            connection: to the database.
            parts: the parts of this server.
        """
        self._connection = connection
        self._parts = parts
        self._tables: set[str] = set()
        self._everything = False
        self._bans = False
        self._some = asyncio.Event()

    def note(self, news: str) -> None:
        """Note what has changed."""
        if news == BANS:
            self._bans = True
        elif LIST_PART in self._parts and (table := table_in(news)):
            self._tables.add(table)
        else:
            return
        self._some.set()

    def read_everything(self) -> None:
        """Read the whole list and all bans: news may have been missed."""
        self._everything = self._bans = True
        self._some.set()

    async def read_now(self) -> None:
        """Read the whole list and all bans, before the part with the list publishes it."""
        self.read_everything()
        try:
            await self._read_list()
            await self._read_bans()
        except psycopg.Error as error:
            logger.debug("news are not read: %s", error)
            self.read_everything()

    async def run(self) -> None:
        """Read what is noted, until cancelled."""
        while True:
            await self._some.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._some.clear()
            try:
                await self._read_list()
                await self._read_bans()
            except psycopg.Error as error:
                logger.debug("news are not read: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)
                self.read_everything()

    async def _read_list(self) -> None:
        part = self._parts.get(LIST_PART)
        wanted = None if self._everything else self._tables
        self._tables, self._everything = set(), False
        if part is None or wanted == set():
            return
        found = await self._connection.run(lambda each: read_list(each, wanted))
        gone = part.service.lobby.listing.tables.keys() if wanted is None else wanted
        await part.list_tables({**dict.fromkeys(gone, None), **found})

    async def _read_bans(self) -> None:
        if not self._bans:
            return
        self._bans = False
        bans = await self._connection.run(_read_bans)
        for part in tuple(self._parts.values()):
            if part.is_owned:
                await part.set_bans(bans)


def _read_bans(connection: psycopg.Connection[Any]) -> list[Ban]:
    return [Ban(*row) for row in connection.execute(_BANS).fetchall()]
