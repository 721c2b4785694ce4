"""Starts and ends the worker process that plays a server's bots."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from games.own_program import own_program, written_lines

logger = logging.getLogger(__name__)

_STOP_SECONDS = 2
_IDLE_SECONDS = 30.0
"""How long a worker without bots is kept, since another game may begin."""
_PAUSES = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before a worker is started again, by how many in a row ended early."""
_STEADY_SECONDS = 60.0
"""A worker that ran this long did not end early."""
_MAX_LINE = 2**20
PROGRAM = own_program("client.bots")


class BotsEndedError(Exception):
    """The worker process has ended or cannot be started; no single bot is the cause."""


@dataclass(slots=True)
class BotProcess:
    """Starts the worker process when a bot is needed, and ends it when none is.

    The server writes to its standard input which bots to play (see `client.bots.worker`). The
    worker ends with that input, so no bot outlives its server.

    Attributes:
        cores: how many bots may think at once.
        program: what to run.
    """

    cores: int = 1
    program: tuple[str, ...] = PROGRAM
    _process: Process | None = None
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    _playing: dict[str, asyncio.Future[str]] = field(default_factory=dict)
    _watching: set[asyncio.Task[None]] = field(default_factory=set)
    _idle: asyncio.TimerHandle | None = None
    _ids: count[int] = field(default_factory=count)
    _early_ends: int = 0

    async def play(self, order: Mapping[str, Any]) -> str:
        """Run a bot until it ends by itself or this is cancelled; return what went wrong.

        Raises:
            BotsEndedError: the process ended, or could not be started.
        """
        process = await self.start()
        bot = str(next(self._ids))
        ended = self._playing[bot] = asyncio.get_running_loop().create_future()
        try:
            _write_line(process, {"bot": bot, "play": order})
            fault: str = await ended
            return fault
        finally:
            self._playing.pop(bot, None)
            if process is self._process:
                _write_line(process, {"bot": bot, "end": True})
                self._end_when_idle()

    async def stop_process(self) -> None:
        """End the process, and wait until it has ended."""
        self._hang_up()
        while self._watching:
            await asyncio.gather(*self._watching, return_exceptions=True)

    async def start(self) -> Process:
        """Return the process, started if there is none.

        Raises:
            BotsEndedError: it cannot be started.
        """
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        async with self._starting:
            if self._process is None:
                await asyncio.sleep(_PAUSES[min(self._early_ends, len(_PAUSES) - 1)])
                self._process = await self._start_process()
            return self._process

    async def _start_process(self) -> Process:
        try:
            process = await asyncio.create_subprocess_exec(
                *self.program,
                str(self.cores),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=_MAX_LINE,
                env=_environment(),
                start_new_session=True,  # Ctrl+C ends the server, which ends its bots
            )
        except OSError as error:
            self._early_ends += 1
            raise BotsEndedError(f"the bots cannot be started: {error}") from error
        watching = asyncio.create_task(self._watch(process))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)
        return process

    async def _watch(self, process: Process) -> None:
        """Read what the process writes until it ends; all its bots end with it."""
        began = asyncio.get_running_loop().time()
        assert process.stdout is not None
        complaints = asyncio.create_task(_log_complaints(process))
        try:
            async for line in process.stdout:
                self._read_line(line)
            await _wait_for_end(process)
        finally:
            if self._process is process:  # it ended by itself
                self._process = None
                steady = asyncio.get_running_loop().time() - began > _STEADY_SECONDS
                self._early_ends = 0 if steady else self._early_ends + 1
                logger.warning("the bots' process ended with %s", process.returncode)
                for ended in self._playing.values():
                    if not ended.done():
                        ended.set_exception(BotsEndedError("the bots' process has ended"))
            # A process that it started may hold the pipe a moment longer, or for ever.
            with suppress(TimeoutError):
                await asyncio.wait_for(complaints, _STOP_SECONDS)
            _release(process)

    def _read_line(self, line: bytes) -> None:
        told = json.loads(line)
        ended = self._playing.get(told["bot"])
        if ended is not None and not ended.done():
            ended.set_result(str(told["fault"]))

    def _end_when_idle(self) -> None:
        if not self._playing and self._idle is None:
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(_IDLE_SECONDS, self._end_if_idle)

    def _end_if_idle(self) -> None:
        self._idle = None
        if not self._playing:
            self._hang_up()

    def _hang_up(self) -> None:
        """Let the process end; the next bot starts another one."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            loop = asyncio.get_running_loop()
            loop.call_later(_STOP_SECONDS, _kill, process)


def _write_line(process: Process, message: Mapping[str, Any]) -> None:
    assert process.stdin is not None
    if not process.stdin.is_closing():
        process.stdin.write(json.dumps(message).encode() + b"\n")


def _kill(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()


def _release(process: Process) -> None:
    """Close what asyncio holds of an ended process; by itself it waits until all pipes end."""
    process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001


async def _wait_for_end(process: Process) -> None:
    """Wait until a process has ended that has closed its output; kill it if it takes too long."""
    try:
        await asyncio.wait_for(process.wait(), _STOP_SECONDS)
    except TimeoutError:
        _kill(process)
        await process.wait()


async def _log_complaints(process: Process) -> None:
    assert process.stderr is not None
    async for text in written_lines(process.stderr):
        logger.warning("a bot says: %s", text)


def _environment() -> dict[str, str]:
    """Return this process's environment, in which Python finds the bots of this program."""
    found = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, found))}
