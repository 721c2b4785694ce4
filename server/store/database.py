"""What a store asks of its database: what SQLite and PostgreSQL do each in its own way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from server.store.retention import RecordLimit
from server.store.statements import Write

Result = TypeVar("Result")


class Database(Protocol):
    """The database of one lobby, open for one server at a time."""

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return what some work reads in a transaction.

        Raises:
            StoreError: it cannot be read.
        """

    async def commit(self, writes: Sequence[Write]) -> None:
        """Execute all statements in a transaction, or none; it is on disk when this returns.

        Raises:
            OutcomeUnknownError: the database went away, and may have kept it.
            StoreAwayError: it does not answer, or did not until now; nothing was written.
            StoreError: nothing was written.
        """

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit, or give their space back; return whether more is left.

        Raises:
            StoreError: that failed; no game within the limit is lost.
        """


_Result = TypeVar("_Result")


async def run_to_its_end(thread: Executor, work: Callable[[], _Result]) -> _Result:
    """Run slow work in a thread, to its end even if the waiting task is cancelled."""
    working = asyncio.get_running_loop().run_in_executor(thread, work)
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait({working})
        raise
