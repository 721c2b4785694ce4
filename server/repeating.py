"""Repeats work for as long as a server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


async def repeat(
    work: Callable[[], Coroutine[Any, Any, None]], seconds: float, *, first: float | None = None
) -> None:
    """Do some work again and again until cancelled.

    Args:
        work: the work.
        seconds: the time between two times.
        first: the time before the first one, if that is another.
    """
    await asyncio.sleep(seconds if first is None else first)
    while True:
        await work()
        await asyncio.sleep(seconds)
