"""A few connections to PostgreSQL, each with a thread; the parts of a server share them."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, TypeVar

import psycopg

from server.store.database import run_to_its_end
from server.store.place import PostgresUrl
from server.store.postgres.connection import connect, make_durable
from server.store.postgres.leases import LEASE_SECONDS

Result = TypeVar("Result")

CONNECTIONS = 4
"""Connections for the commits of a server; more transactions than these wait for each other."""
_IN_TIME = "SET idle_in_transaction_session_timeout = '2s'; SET lock_timeout = '2s'"
"""A server that stands still in the middle of a transaction must not keep others from its parts."""


class PooledConnection:
    """A connection that is made when it is needed, and again after it has failed."""

    def __init__(
        self,
        url: PostgresUrl,
        name: str,
        prepare: Callable[[psycopg.Connection[Any]], None] = lambda _: None,
        seconds: float = LEASE_SECONDS,
    ) -> None:
        """Prepare; nothing is connected yet.

        Args:
            url: where the database is.
            name: what PostgreSQL calls the session.
            prepare: called with each new connection; what it raises is raised by `run`.
            seconds: how long work may take; after a lease it is in vain.
        """
        self._prepare = prepare
        self._seconds = seconds
        self._url = url
        self._name = name
        self._thread = ThreadPoolExecutor(1, "parts")
        self._connection: psycopg.Connection[Any] | None = None
        self._guard = threading.Lock()
        self._working: object = None

    async def run(
        self,
        work: Callable[[psycopg.Connection[Any]], Result],
        seconds: float | None = None,
    ) -> Result:
        """Return the result of some work in the thread; end the connection if it takes too long.

        Args:
            work: uses the connection.
            seconds: how long it may take, if not as long as usual.

        Raises:
            psycopg.Error: the work failed; the next work gets a new connection.
        """
        loop, name = asyncio.get_running_loop(), object()
        seconds = seconds or self._seconds
        watch: asyncio.TimerHandle

        def cut() -> None:
            nonlocal watch
            if not self._cut(name):  # it has not begun: others are in front of it
                watch = loop.call_later(seconds, cut)

        watch = loop.call_later(seconds, cut)
        try:
            return await run_to_its_end(self._thread, lambda: self._run_work(work, name))
        finally:
            watch.cancel()

    def run_now(self, work: Callable[[psycopg.Connection[Any]], Result]) -> Result:
        """Return the result of some work as `run` does, from another thread than the event loop's.

        Raises:
            psycopg.Error: the work failed; the next work gets a new connection.
        """
        name = object()
        working = self._thread.submit(self._run_work, work, name)
        while not wait([working], self._seconds).done:
            self._cut(name)
        return working.result()

    def _run_work(self, work: Callable[[psycopg.Connection[Any]], Result], name: object) -> Result:
        with self._guard:
            self._working = name
        try:
            return self._connect_and_run(work)
        finally:
            with self._guard:
                self._working = None

    def _connect_and_run(self, work: Callable[[psycopg.Connection[Any]], Result]) -> Result:
        connection = self._connection
        if connection is None or _has_ended(connection):
            connection = connect(self._url, self._name)
            with self._guard:
                self._connection = connection
            try:
                make_durable(connection, self._url)
                connection.execute(_IN_TIME)
                self._prepare(connection)
            except BaseException:
                self._drop(connection)
                raise
        try:
            return work(connection)
        except BaseException as error:
            if not _is_usable_after(error, connection):
                self._drop(connection)
            raise

    def _drop(self, connection: psycopg.Connection[Any]) -> None:
        with self._guard:
            connection.close()
            self._connection = None

    def _cut(self, name: object) -> bool:
        """End the connection if this work uses it; return whether the work has begun."""
        with self._guard, suppress(OSError, psycopg.Error):
            if self._working is not name:
                return False
            if self._connection is not None:
                with socket.socket(fileno=os.dup(self._connection.fileno())) as wire:
                    wire.shutdown(socket.SHUT_RDWR)
        return True

    async def close(self) -> None:
        """End the connection."""

        def end() -> None:
            if self._connection is not None:
                self._connection.close()

        await run_to_its_end(self._thread, end)
        self._thread.shutdown()


def _has_ended(connection: psycopg.Connection[Any]) -> bool:
    """Return whether a connection ended while it was idle: then no transaction was under way."""
    if connection.closed:
        return True
    told = select.poll()
    told.register(connection.fileno(), select.POLLIN)
    if not told.poll(0):  # PostgreSQL says nothing to an idle connection, but that it ends
        return False
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        connection.close()
    return connection.closed


def _is_usable_after(error: BaseException, connection: psycopg.Connection[Any]) -> bool:
    """Roll work back that failed; return whether the connection can be used again."""
    if not isinstance(error, psycopg.Error) or connection.closed:
        return False
    with suppress(psycopg.Error):
        connection.rollback()
    return not connection.closed


class ConnectionPool:
    """The connections for commits; a part uses always the same one."""

    def __init__(self, url: PostgresUrl, name: str) -> None:
        """Prepare; nothing is connected yet."""
        self._connections = [PooledConnection(url, f"{name} commits") for _ in range(CONNECTIONS)]

    def of_part(self, part: int) -> PooledConnection:
        """Return the connection of a part."""
        return self._connections[part % CONNECTIONS]

    async def close(self) -> None:
        """End all connections."""
        await asyncio.gather(*(each.close() for each in self._connections))
