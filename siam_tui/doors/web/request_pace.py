"""Lets each address ask for so much a second; what comes sooner waits."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from siam_tui.doors.named_proxies import Origin
from transport.allowances import Allowances

REQUESTS_AT_ONCE: Final = 600
"""Requests of one address at once; a page takes about 20."""
REQUESTS_PER_SECOND: Final = 100.0
WATCH_COST: Final = 10.0
"""For how many requests it counts to begin to watch."""
_WORK_COST: Final = 1000.0
"""For how many requests a second of work counts: an address gets a tenth of all time."""
_LONGEST_WAIT: Final = 10.0
_REFUSED_AFTER: Final = 1.0
"""Seconds until a refusal, so that it does not bring the next request at once."""


class RequestPace:
    """The requests that each address may make."""

    def __init__(self) -> None:
        self._allowances = Allowances(REQUESTS_AT_ONCE, REQUESTS_PER_SECOND)

    async def admit(self, origin: Origin, cost: float = 1.0) -> bool:
        """Wait until a request may be answered; return False if too many wait already.

        Args:
            origin: where it comes from.
            cost: for how many requests it counts.
        """
        now = monotonic()
        allowance = self._allowances.of(origin.network, now)
        if allowance.wait(now) > _LONGEST_WAIT:
            await asyncio.sleep(_REFUSED_AFTER)
            return False
        allowance.charge(cost / origin.people, now)
        if wait := allowance.wait(now):
            await asyncio.sleep(wait)
        return True

    def charge(self, origin: Origin, seconds: float) -> None:
        """Let an address pay for seconds of work that it has caused."""
        now = monotonic()
        cost = _WORK_COST * seconds / origin.people
        self._allowances.of(origin.network, now).charge(cost, now)
