"""Work beside the screen: modules loaded in threads, and programs of ours that think."""

from __future__ import annotations

import asyncio
import importlib
import os
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Final

from games.own_program import own_program
from siam_tui.profile.user_error import UserError

_LOADING: Final = threading.Lock()


async def load_module(name: str) -> ModuleType:
    """Import a module in a thread, when no other module is being loaded here.

    Two threads that import modules of one package at the same time can each wait for what the
    other has begun; Python ends that with an error in one of them.

    Args:
        name: the full name of the module.
    """
    return await asyncio.to_thread(_load, name)


def _load(name: str) -> ModuleType:
    with _LOADING:
        return importlib.import_module(name)


_NICENESS = 10


async def lines_of(
    module: str,
    arguments: Sequence[str],
    told: str,
    failure: str,
    *,
    niceness: int = _NICENESS,
) -> AsyncGenerator[str, None]:
    """Run a module of this package, and iterate over the lines it writes as they come.

    The process ends with the iteration, however that ends.

    Args:
        module: its full name.
        arguments: of its command line.
        told: what it reads on standard input.
        failure: what to say if it breaks off.
        niceness: how far it steps back behind other programs, from 0 to 19.

    Raises:
        UserError: it broke off.
    """
    process = await asyncio.create_subprocess_exec(
        *own_program(module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C is for the app
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process.pid, niceness)
    try:
        process.stdin.write(told.encode())
        with suppress(ConnectionError):
            await process.stdin.drain()
        process.stdin.close()
        async for line in process.stdout:
            yield line.decode()
        if await process.wait():
            raise UserError(failure)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await _let_go(process.wait, process.stdout.read)


async def _let_go(*ends: Callable[[], Awaitable[object]]) -> None:
    """Wait for the ends of a process that was killed and of its pipe, cancelled meanwhile or not.

    They are at hand, and who closes the loop before leaves the process and its pipe to nobody.
    """
    cancelled = None
    for end in ends:
        while True:
            try:
                await end()
                break
            except asyncio.CancelledError as error:
                cancelled = error
    if cancelled is not None:
        raise cancelled
