"""Server program that loads while nobody waits for it; it serves as soon as it is told how.

What it reads and what it does then is in ``siam_tui/cli/serving/waiting_server.py``. It opens
nothing and writes nothing before.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

from games.own_program import own_program
from siam_tui.profile.user_error import check_not_limited


class Standby:
    """Keeps at most one loaded server; `take` returns it, or a new one."""

    def __init__(self) -> None:
        self._starting: asyncio.Task[Process] | None = None

    def prepare(self) -> None:
        """Start to load a server, if none is loaded."""
        if self._starting is None:
            self._starting = asyncio.create_task(_start())

    async def take(self) -> Process:
        """Return a server that is not told yet how to serve; the caller ends it.

        Raises:
            UserError: the person may not start one here.
        """
        self.prepare()
        starting, self._starting = self._starting, None
        assert starting is not None
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            await _end(await starting)
            raise
        if process.returncode is not None:  # something ended it while it waited
            return await _start()
        return process

    async def close(self) -> None:
        """End the loaded server, if there is one."""
        starting, self._starting = self._starting, None
        if starting is not None:
            await _end(await starting)


def tell_server(process: Process, arguments: Sequence[str], password: str) -> None:
    """Tell a loaded server how to serve.

    Args:
        process: the server.
        arguments: the arguments of ``siam``.
        password: the broker's password; empty for none. No command line shows it.
    """
    assert process.stdin is not None
    message = {"arguments": arguments, "password": password}
    process.stdin.write(json.dumps(message).encode() + b"\n")


async def _start() -> Process:
    check_not_limited()
    return await asyncio.create_subprocess_exec(
        *own_program("siam_tui.cli.serving.waiting_server"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        start_new_session=True,  # Ctrl-C and hangups end the app only; the pipe ends the server
    )


async def _end(process: Process) -> None:
    """End a server that serves nobody: it has nothing to save, and may still be loading."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.communicate()
