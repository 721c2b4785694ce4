"""Renews the leases of a server in a thread, so that a busy event loop does not lose them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg

from server.cluster.leaseholder import Leaseholder, moment
from server.store.errors import StoreError
from server.store.parts.leases import Renewal

RENEW_SECONDS = 1.0
"""Seconds between two renewals of the leases."""
LOOP_SECONDS = 5.0
"""Seconds that the event loop may need to note a renewal; later, other servers do better."""
_LEAST_SECONDS = 0.1


class Renewer:
    """Renews again and again, for as long as the event loop notes it.

    Attributes:
        latest: the last renewal, as the event loop has noted it; None if that failed.
    """

    def __init__(
        self,
        leases: Leaseholder,
        renewed: Callable[[Renewal, float], None],
        noted: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Prepare.

        Args:
            leases: of the server.
            renewed: called in the thread with each renewal and when it ends, by `moment`.
            noted: called in the event loop after each attempt.
            failed: called there with the error when the database did not renew them.
        """
        self.latest: Renewal | None = None
        self._leases = leases
        self._renewed = renewed
        self._noted = noted
        self._failed = failed
        self._ending = threading.Event()
        self._awake = threading.Event()
        self._unnoted_since: float | None = None

    async def run(self) -> None:
        """Renew until `end` is called, or this is cancelled."""
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, "leases")
        try:
            await loop.run_in_executor(thread, self._renew_for_ever, loop)
        finally:
            self.end()
            thread.shutdown(wait=False)

    def hurry(self) -> None:
        """Renew soon, since other servers may have given parts back."""
        self._awake.set()

    def end(self) -> None:
        """Renew no more."""
        self._ending.set()
        self._awake.set()

    def _renew_for_ever(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ending.is_set():
            self._awake.clear()
            pause = RENEW_SECONDS
            since = self._unnoted_since
            if since is None or moment() - since < LOOP_SECONDS:
                pause = min(pause, self._renew(loop))
            self._ending.wait(_LEAST_SECONDS)
            self._awake.wait(max(0.0, pause - _LEAST_SECONDS))

    def _renew(self, loop: asyncio.AbstractEventLoop) -> float:
        """Renew; return when to look again at the latest, in seconds."""
        outcome: Renewal | Exception
        pause = RENEW_SECONDS
        try:
            outcome, until = self._leases.renew_now()
        except (psycopg.Error, StoreError) as error:
            outcome = error
        else:
            pause = outcome.next_free
            self._renewed(outcome, until)
        if self._unnoted_since is None:
            self._unnoted_since = moment()
        loop.call_soon_threadsafe(self._note, outcome)
        return pause

    def _note(self, outcome: Renewal | Exception) -> None:
        self._unnoted_since = None
        self.latest = outcome if isinstance(outcome, Renewal) else None
        if isinstance(outcome, Exception):
            self._failed(outcome)
        self._noted()
