"""Commits to PostgreSQL, and goes on after it was away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from datetime import datetime
from time import monotonic

import psycopg
from sqlalchemy import Connection

from server.store.database import Result
from server.store.errors import OutcomeUnknownError, StoreAwayError, StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import reading
from server.store.postgres.errors import LOST, STEPPED_BACK, UNKNOWN, explain, first_line
from server.store.postgres.session import FencedError, GoneError, OwnedSession, SteppedBackError
from server.store.postgres.sizes import used_bytes
from server.store.retention import RecordLimit, last_to_drop
from server.store.statements import DROP_RECORDS, Write
from server.store.threads import run_to_its_end

RETRY_SECONDS = 3.0
"""How long a commit waits for a database that went away: about as long as a restart takes."""
FIRST_PAUSE = 0.02
"""Seconds before the second try; each later pause is twice as long, up to `LONGEST_PAUSE`."""
LONGEST_PAUSE = 0.5
ANSWER_SECONDS = 10.0
"""Seconds after which the connection of a commit that was not answered is ended."""


class PostgresDatabase:
    """A PostgreSQL database that this server owns.

    If it goes away during a commit, the commit is tried again for `RETRY_SECONDS`. It is found out
    first whether PostgreSQL has kept it, so nothing is written twice. After that time, commits fail
    at once until `reconnect` and `resume`.

    Attributes:
        lost: set when another server has taken over, or when transactions are missing.
        loss: a sentence that says so; empty before.
    """

    def __init__(self, url: PostgresUrl, session: OwnedSession, thread: Executor) -> None:
        """Use a session; `open_postgres` begins one.

        Args:
            url: where the database is.
            session: owns the lobby.
            thread: a single thread, in which the session is used.
        """
        self.lost = asyncio.Event()
        self._url = url
        self._session = session
        self._thread = thread
        self.loss = ""
        self._away = ""
        self._in_doubt = False
        self._closing = threading.Event()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return what some work reads, in the thread and in one state of the database."""

        def read() -> Result:
            with reading(self._url, f"{self._session.name} reads") as connection:
                return work(connection)

        return await run_to_its_end(self._thread, read)

    async def commit(self, writes: Sequence[Write]) -> None:
        """Execute all statements in a transaction that is on disk when this returns."""
        self._check_present()
        await self._in_thread(lambda: self._commit(writes))

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit; PostgreSQL uses their space again by itself."""
        self._check_present()
        last = await self.read(
            lambda connection: last_to_drop(connection, limit, now, lambda: used_bytes(connection))
        )
        if last is not None:
            await self.commit([(DROP_RECORDS, ({"last": last},))])
        return last is not None

    async def reconnect(self) -> bool | None:
        """Try once to reach a database that is away, and to own the lobby there again.

        Otherwise, look after the connection: one that ended while it was idle is replaced, so that
        other servers stay out.
        """
        if self.loss:
            return None
        try:
            if not self._away:
                await self._in_thread(self._look_after)
                return None
            return await self._in_thread(self._settle_once)
        except StoreError:
            return None

    def resume(self) -> None:
        """Commit again."""
        self._away = ""

    def stop_waiting(self) -> None:
        """Have a commit give up that waits for the database."""
        self._closing.set()

    def _check_present(self) -> None:
        """Fail at once where trying would only make everybody wait."""
        if self.loss:
            raise StoreError(self.loss)
        if self._away:
            raise StoreAwayError(self._away)

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        loop = asyncio.get_running_loop()
        watch = loop.call_later(ANSWER_SECONDS, self._session.cut)
        try:
            return await run_to_its_end(self._thread, work)
        except (StoreAwayError, OutcomeUnknownError) as error:
            self._away = str(error)
            raise
        finally:
            watch.cancel()
            if self.loss:
                self.lost.set()

    def _commit(self, writes: Sequence[Write]) -> None:
        """Commit, and try again for a while if the database goes away meanwhile."""
        until, pause = monotonic() + RETRY_SECONDS, FIRST_PAUSE
        while True:
            try:
                if not self._settle():
                    self._send(writes)
            except GoneError as error:
                if monotonic() + pause > until or self._closing.wait(pause):
                    raise self._away_error(error) from error
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                return

    def _send(self, writes: Sequence[Write]) -> None:
        self._session.check_alive()
        self._in_doubt = True
        try:
            self._session.commit(writes)
        except (FencedError, SteppedBackError) as error:
            raise self._lose(error) from error
        except psycopg.Error as error:
            self._in_doubt = False
            raise StoreError(explain(error, self._url)) from error
        self._in_doubt = False

    def _settle(self) -> bool:
        """Connect again if there is no connection; return whether the doubtful commit was kept.

        Raises:
            GoneError: the database stays away.
            StoreError: the lobby is lost.
        """
        if self._session.is_connected:
            return False
        try:
            kept = self._session.recover()
            if kept and not self._in_doubt:
                raise SteppedBackError
        except (FencedError, SteppedBackError) as error:
            raise self._lose(error) from error
        self._in_doubt = False
        return kept

    def _settle_once(self) -> bool:
        try:
            return self._settle()
        except GoneError as error:
            raise self._away_error(error) from error

    def _look_after(self) -> None:
        if self._in_doubt:
            return  # the commit before this has just failed; `reconnect` tells what became of it
        with suppress(GoneError):  # the next commit waits for it
            self._settle()
            self._session.check_alive()

    def _lose(self, error: FencedError | SteppedBackError) -> StoreError:
        self._session.close()
        sentence = LOST if isinstance(error, FencedError) else STEPPED_BACK
        self.loss = sentence.format(where=self._url)
        return StoreError(self.loss)

    def _away_error(self, error: GoneError) -> StoreError:
        if self._in_doubt:
            text = first_line(error.cause)
            return OutcomeUnknownError(UNKNOWN.format(where=self._url, text=text))
        return StoreAwayError(explain(error.cause, self._url))
