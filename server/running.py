"""Runs a server, with what it repeats, until it is stopped or has lost its store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from server.config import Config
from server.lobby.census import Census
from server.store.errors import StoreError


class RunningServer(Protocol):
    """What its host may ask of a server that runs."""

    def census(self) -> Census:
        """Return how much goes on in the lobby, or in this server's parts of it."""

    def reconfigure(self, config: Config) -> None:
        """Go on with another configuration.

        Only idle limits, the records to keep, and the pace of bots that begin from now on change.
        """


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


async def run_until_stopped(  # noqa: PLR0913 - what happens to a server
    run: Coroutine[Any, Any, None],
    *,
    stop: asyncio.Event,
    ready: asyncio.Event,
    lost: Coroutine[Any, Any, str],
    on_ready: Callable[[], None],
    shut_down: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    """Run a server, and shut it down once `stop` is set.

    Args:
        run: serves until it is cancelled.
        stop: ends the server.
        ready: set as soon as players can connect.
        lost: returns a sentence once the store is lost.
        on_ready: called once when `ready` is set.
        shut_down: tells everybody that the server ends, while it still runs.

    Raises:
        StoreError: the store is lost; the text says why and what to do.
    """
    running = asyncio.create_task(run)
    stopping = asyncio.create_task(stop.wait())
    opening = asyncio.create_task(ready.wait())
    losing = asyncio.create_task(lost)
    tasks: tuple[asyncio.Task[Any], ...] = (running, stopping, opening, losing)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            on_ready()
        await asyncio.wait({running, stopping, losing}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()  # only a bug ends it: raise the error here
        if losing.done():
            raise StoreError(losing.result())
        await shut_down()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
