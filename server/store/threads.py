"""Runs work of a store in its thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

_Result = TypeVar("_Result")


async def run_to_its_end(thread: Executor, work: Callable[[], _Result]) -> _Result:
    """Run slow work in a thread, to its end even if the waiting task is cancelled."""
    working = asyncio.get_running_loop().run_in_executor(thread, work)
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait({working})
        raise
