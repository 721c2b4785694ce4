"""Hears what other servers have written, and brings it to the parts of this one."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
from psycopg import sql

from protocol.owner import Ban
from protocol.topics import LIST_PART
from server.cluster.part import RunningPart
from server.store.errors import StoreError
from server.store.parts.part_store import BANS, table_in
from server.store.parts.reading import read_list
from server.store.place import PostgresUrl
from server.store.postgres.connection import connect
from server.store.postgres.pool import PooledConnection

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 0.5
"""How often the thread looks whether it is to end."""
_PAUSE_SECONDS = 0.5


class Listener:
    """Listens in a thread, and connects again whenever the connection is lost."""

    def __init__(
        self,
        url: PostgresUrl,
        name: str,
        channel: str,
        heard: Callable[[str], None],
        began: Callable[[], None],
    ) -> None:
        """Prepare.

        Args:
            url: where the database is.
            name: what PostgreSQL calls the session.
            channel: where to listen.
            heard: called in the event loop with each piece of news.
            began: called there whenever listening begins: what was told before is not heard.
        """
        self._url = url
        self._name = name
        self._channel = channel
        self._heard = heard
        self._began = began
        self._ending = threading.Event()

    async def run(self) -> None:
        """Listen until cancelled."""
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, "news")
        try:
            await loop.run_in_executor(thread, self._listen_for_news, loop)
        finally:
            self._ending.set()
            thread.shutdown(wait=False)

    def _listen_for_news(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ending.is_set():
            try:
                with connect(self._url, self._name) as connection:
                    channel = sql.Identifier(self._channel)
                    connection.execute(sql.SQL("LISTEN {}").format(channel))
                    loop.call_soon_threadsafe(self._began)
                    while not self._ending.is_set():
                        for news in connection.notifies(timeout=_LOOK_SECONDS):
                            loop.call_soon_threadsafe(self._heard, news.payload)
            except (psycopg.Error, StoreError) as error:
                logger.debug("news are not received: %s", error)
                self._ending.wait(_PAUSE_SECONDS)


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
        await part.service.list_tables({**dict.fromkeys(gone, None), **found})

    async def _read_bans(self) -> None:
        if not self._bans:
            return
        self._bans = False
        bans = await self._connection.run(_read_bans)
        for part in tuple(self._parts.values()):
            if part.is_owned:
                await part.service.set_bans(bans)


def _read_bans(connection: psycopg.Connection[Any]) -> list[Ban]:
    return [Ban(*row) for row in connection.execute(_BANS).fetchall()]
