"""Replays records that spectators drop on the page, in programs of their own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from siam_tui.browser.replay_worker import CPU_SECONDS, MODULE
from siam_tui.doors.fair_shares import FairTurns, TooManyWaitError
from siam_tui.doors.named_proxies import Origin
from siam_tui.model.background import lines_of
from siam_tui.profile.user_error import UserError
from texts import language, tell
from transport.allowances import Allowances

_AT_ONCE: Final = 1
_WAITING_OF_ADDRESS: Final = 4
SECONDS_AT_ONCE: Final = 30.0
SECONDS_PER_SECOND: Final = 0.1
"""The time that the replays of one address may take: so much at once, then a tenth of all time."""
_LEAST_COST: Final = 0.5
"""What the shortest replay counts: it may have asked the lobby."""
_MOST_KEPT: Final = 8
_SECONDS: Final = 12.0 * CPU_SECONDS
_NICENESS: Final = 2
"""Somebody waits for it, and it is short: it steps back less than an analysis."""


class RecordReplayer:
    """Runs one replay at a time, for one address after the other."""

    def __init__(self) -> None:
        self._turns = FairTurns(_AT_ONCE, _WAITING_OF_ADDRESS)
        self._allowances = Allowances(SECONDS_AT_ONCE, SECONDS_PER_SECOND)
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def replay(
        self, origin: Origin, fetch: Callable[[], Awaitable[str]], game: str = ""
    ) -> bytes:
        """Return a record's data as JSON, in the reader's language.

        Args:
            origin: who asks for it.
            fetch: returns the record; it is called when it is its turn.
            game: names a game of the lobby, whose data are kept; empty for other records.

        Raises:
            UserError: too many wait, this address had its share, the record takes too long, or
                there is none.
        """
        self._refuse_spent(origin)
        told = game and f"{language()} {game}"
        try:
            async with self._turns.turn(origin):
                if told in self._kept:
                    return self._kept[told]
                self._refuse_spent(origin)
                data = await self._run(origin, fetch)
        except TooManyWaitError as error:
            raise UserError(tell("doors/too-many-replays")) from error
        if told:
            self._kept[told] = data
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return data

    def _refuse_spent(self, origin: Origin) -> None:
        now = monotonic()
        if self._allowances.of(origin.network, now).left(now) <= 0:
            raise UserError(tell("doors/too-many-replays"))

    async def _run(self, origin: Origin, fetch: Callable[[], Awaitable[str]]) -> bytes:
        began = monotonic()
        try:
            async with asyncio.timeout(_SECONDS):
                return await _replay(await fetch())
        except TimeoutError as error:
            raise UserError(tell("doors/too-long-to-replay")) from error
        finally:
            now = monotonic()
            cost = max(_LEAST_COST, now - began) / origin.people
            self._allowances.of(origin.network, now).charge(cost, now)


async def _replay(text: str) -> bytes:
    failure = tell("doors/too-long-to-replay")
    worker = lines_of(MODULE, (language(),), text, failure, niceness=_NICENESS)
    data, *moments = [line.strip() async for line in worker]
    return f'{data[:-1]}, "moments": [{",".join(moments)}]}}'.encode()
