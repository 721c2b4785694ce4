"""What a store asks of its database: what SQLite and PostgreSQL do each in its own way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from server.store.retention import RecordLimit
from server.store.statements import Write

Result = TypeVar("Result")


class Database(Protocol):
    """The database of one lobby, open for one server at a time.

    Attributes:
        lost: set when another server has taken over; nothing can be committed after that.
        loss: a sentence that says so; empty before.
    """

    lost: asyncio.Event
    loss: str

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return what some work reads in a transaction.

        Raises:
            StoreError: it cannot be read.
        """

    async def commit(self, writes: Sequence[Write]) -> None:
        """Execute all statements in a transaction, or none; it is on disk when this returns.

        Raises:
            OutcomeUnknownError: the database went away; `reconnect` finds out what it kept.
            StoreAwayError: it does not answer, or did not until now; nothing was written.
            StoreError: nothing was written.
        """

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit, or give their space back; return whether more is left.

        Raises:
            StoreError: that failed; no game within the limit is lost.
        """

    async def reconnect(self) -> bool | None:
        """Look after the connection, once a second; try to reach a database that is away.

        Returns:
            None if it is not away, or stays away; otherwise whether it has kept the commit that
            ended with `OutcomeUnknownError`.
        """

    def resume(self) -> None:
        """Commit again, after `reconnect` succeeded and its outcome was taken up."""
