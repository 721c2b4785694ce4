"""Replays records that spectators drop on the page, in programs of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final

from siam_tui.browser.replay_worker import CPU_SECONDS, MODULE
from siam_tui.model.worker_process import lines_of
from siam_tui.profile.user_error import UserError

_AT_ONCE: Final = 1
_MOST_WAITING: Final = 4
_SECONDS: Final = 12.0 * CPU_SECONDS
_NICENESS: Final = 2
"""Somebody waits for it, and it is short: it steps back less than an analysis."""
_TOO_MUCH: Final = "Too many records are being replayed. Please try again in a while."
_TOO_LONG: Final = "This record takes too long to replay."


class RecordReplayer:
    """Runs one replay at a time; a few more may wait."""

    def __init__(self) -> None:
        self._running = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    async def replay(self, fetch: Callable[[], Awaitable[str]]) -> bytes:
        """Return a record's data as JSON.

        Args:
            fetch: returns the record; it is called when it is its turn.

        Raises:
            UserError: too many wait, the record takes too long, or there is none.
        """
        if self._waiting > _MOST_WAITING:
            raise UserError(_TOO_MUCH)
        self._waiting += 1
        try:
            async with self._running, asyncio.timeout(_SECONDS):
                return await _run(await fetch())
        except TimeoutError as error:
            raise UserError(_TOO_LONG) from error
        finally:
            self._waiting -= 1


async def _run(text: str) -> bytes:
    worker = lines_of(MODULE, (), text, _TOO_LONG, niceness=_NICENESS)
    lines = [json.loads(line) async for line in worker]
    data, *positions = lines
    return json.dumps(data | {"positions": positions}).encode()
