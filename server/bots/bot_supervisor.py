"""Runs a bot for each seat that needs one, and starts it again when it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from protocol.links import Link
from server.bots.bot_process import PROGRAM, BotProcess, BotsEndedError
from server.bots.bot_seats import BotSeat

logger = logging.getLogger(__name__)

_MAX_STARTS = 5
_RESTART_SECONDS = 0.5
_STEADY_SECONDS = 60.0
"""After this time a bot counts as steady: its earlier failures are forgotten."""
SESSION_NAME = "bot"
"""What a bot calls itself when it connects; its seat has the name that people see."""
MAX_BOTS = 96
"""Bots that play at a time; others wait. Only stand-ins can be that many."""


@dataclass(slots=True)
class BotSupervisor:
    """Runs the bots of a server in its worker process.

    Attributes:
        link: the link by which bots on this machine reach the lobby.
        password: the broker's password, if it needs one.
        pace: minimum seconds of a move.
        cores: how many bots may think at once.
        program: the command line of the worker process.
    """

    link: Link
    password: str | None = field(default=None, repr=False)
    pace: float = 0.0
    cores: int = 1
    program: tuple[str, ...] = PROGRAM
    _process: BotProcess = field(init=False)
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_BOTS))
    _running: dict[tuple[str, int, str], asyncio.Task[None]] = field(default_factory=dict)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._process = BotProcess(self.cores, self.program)

    def set_bots(self, wanted: Mapping[tuple[str, int], BotSeat]) -> None:
        """Start the bots that are missing, and end those that no seat needs."""
        named = {
            (table, seat, bot.key.public.fingerprint): bot for (table, seat), bot in wanted.items()
        }
        for which in self._running.keys() - named.keys():
            self._end_bot(self._running.pop(which))
        for which in named.keys() - self._running.keys():
            self._running[which] = asyncio.create_task(self._run_bot(*which[:2], named[which]))

    async def start_process(self) -> None:
        """Start the worker process before a bot is needed; the first bots need not wait for it."""
        with suppress(BotsEndedError):  # the first bot tries again, and reports it
            await self._process.start()

    async def stop_bots(self) -> None:
        """End all bots and wait until they have ended."""
        self.set_bots({})
        await asyncio.gather(*self._ending, return_exceptions=True)
        await self._process.stop_process()

    def _end_bot(self, task: asyncio.Task[None]) -> None:
        task.cancel()
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _run_bot(self, table: str, seat: int, bot: BotSeat) -> None:
        """Run a bot, again after each failure; give up when it fails too often."""
        order = self._bot_order(table, seat, bot)
        loop = asyncio.get_running_loop()
        starts = 0
        while starts < _MAX_STARTS:
            await asyncio.sleep(starts * _RESTART_SECONDS)
            began = loop.time()
            try:
                async with self._places:
                    fault = await self._process.play(order)
            except BotsEndedError as error:
                logger.warning("seat %d of table %s waits for a bot: %s", seat + 1, table, error)
                continue
            starts = 1 if loop.time() - began > _STEADY_SECONDS else starts + 1
            reason = fault or "there was no more to play for"
            logger.warning("the bot on seat %d of table %s ended: %s", seat + 1, table, reason)
        logger.error("seat %d of table %s has no bot any more", seat + 1, table)

    def _bot_order(self, table: str, seat: int, bot: BotSeat) -> dict[str, Any]:
        return {
            "link": str(self.link.to_table(table, bot.table_key)),
            "password": self.password,
            "key": bot.key.to_text(),
            "seat": seat,
            "level": bot.level,
            "name": SESSION_NAME,
            "pace": self.pace,
            "seed": None,
        }
