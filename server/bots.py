"""The bots' processes: one for each seat that needs one, ended when none does."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from protocol.links import Link
from server.botkeys import BotSeat

logger = logging.getLogger(__name__)

_STOP_SECONDS = 2
_MAX_STARTS = 5
_RESTART_SECONDS = 0.5
_MAX_PROCESSES = 48
"""Bots beyond wait for a free place; only stand-ins can be that many."""


@dataclass(slots=True)
class Bots:
    """Keeps a process running for every seat that bots are to play for.

    A process is told on one line of its standard input what to do; the end of that input is its
    end, so that no bot outlives its server.

    Attributes:
        link: the lobby as bots on this machine reach it.
        password: what the broker asks for, if anything.
        pace: least seconds a bot takes for a move.
        cores: how many of them may think at once.
        program: what to run.
    """

    link: Link
    password: str | None = field(default=None, repr=False)
    pace: float = 0.0
    cores: int = 1
    program: tuple[str, ...] = (sys.executable, "-P", "-m", "client.bots")
    _shared: IO[bytes] | None = None
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_MAX_PROCESSES))
    _running: dict[tuple[str, int, str], asyncio.Task[None]] = field(default_factory=dict)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    def keep(self, wanted: Mapping[tuple[str, int], BotSeat]) -> None:
        """Start the bots that are missing and end those that are no longer wanted."""
        named = {
            (table, seat, bot.key.public.fingerprint): bot for (table, seat), bot in wanted.items()
        }
        for which in self._running.keys() - named.keys():
            self._end_bot(self._running.pop(which))
        for which in named.keys() - self._running.keys():
            self._running[which] = asyncio.create_task(self._play(*which[:2], named[which]))

    async def stop(self) -> None:
        """End all bots and wait until they have ended."""
        self.keep({})
        await asyncio.gather(*self._ending, return_exceptions=True)
        if self._shared is not None:
            self._shared.close()
            self._shared = None

    def _cores_file(self) -> int:
        """Return the file whose locks the bots share, made for the first of them."""
        if self._shared is None:
            self._shared = TemporaryFile()  # noqa: SIM115 - `stop` closes it
        return self._shared.fileno()

    def _end_bot(self, task: asyncio.Task[None]) -> None:
        task.cancel()
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _play(self, table: str, seat: int, bot: BotSeat) -> None:
        line = self._line(table, seat, bot)
        for start in range(_MAX_STARTS):
            await asyncio.sleep(start * _RESTART_SECONDS)
            try:
                async with self._places:
                    code = await self._run(line)
            except OSError:
                logger.exception("the bot for seat %d of table %s cannot start", seat + 1, table)
                continue
            logger.warning("the bot on seat %d of table %s ended with %s", seat + 1, table, code)
        logger.error("seat %d of table %s has no bot any more", seat + 1, table)

    async def _run(self, line: bytes) -> int:
        process = await asyncio.create_subprocess_exec(
            *self.program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=_environment(),
            pass_fds=(self._cores_file(),),
            start_new_session=True,  # Ctrl+C ends the server, which ends its bots
        )
        assert process.stdin is not None
        assert process.stderr is not None
        try:
            process.stdin.write(line)
            with suppress(ConnectionError):
                await process.stdin.drain()
            async for text in process.stderr:
                logger.warning("a bot says: %s", text.decode(errors="replace").rstrip())
            return await process.wait()
        finally:
            await _end(process)

    def _line(self, table: str, seat: int, bot: BotSeat) -> bytes:
        order = {
            "link": str(self.link.to_table(table, bot.table_key)),
            "password": self.password,
            "key": bot.key.to_text(),
            "seat": seat,
            "level": bot.level,
            "name": bot.name,
            "pace": self.pace,
            "cores": {"file": self._cores_file(), "count": self.cores},
            "seed": None,
        }
        return json.dumps(order).encode() + b"\n"


def _environment() -> dict[str, str]:
    """Return this process's environment, with the bots to be found where this program was."""
    found = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, found))}


async def _end(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), _STOP_SECONDS)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    # asyncio lets go of a process whose pipes have all ended; what it had started itself may hold
    # one a moment longer.
    with suppress(TimeoutError):
        await asyncio.wait_for(process.stderr.read(), _STOP_SECONDS)
