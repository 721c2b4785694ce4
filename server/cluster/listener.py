"""Receives what the servers of a cluster tell each other through PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
from psycopg import sql

from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import connect

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
            await loop.run_in_executor(thread, self._listen, loop)
        finally:
            self._ending.set()
            thread.shutdown(wait=False)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
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
