"""Serves a lobby as one of several servers, from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

import aiomqtt

from protocol.links import Link
from server.cluster.cluster_server import ClusterServer
from server.config import Config
from server.lobby.census import Census
from server.rejection_stats import RejectionStats
from server.store import PostgresUrl, StoreError

logger = logging.getLogger(__name__)

_FAREWELL_SECONDS = 20
_NEEDS = (
    "A cluster needs a broker of its own and PostgreSQL: give --broker and --store postgresql://…"
)


async def serve_in_cluster(  # noqa: PLR0913 - each callback by itself, as `server.app.serve`
    config: Config,
    *,
    stop: asyncio.Event,
    on_ready: Callable[[Link, Link], None] = lambda _, __: None,
    on_trouble: Callable[[str], None] = logger.warning,
    tally: RejectionStats | None = None,
    on_start: Callable[[Callable[[], Census]], None] = lambda _: None,
) -> None:
    """Run parts of a lobby until `stop` is set; the arguments are those of `server.app.serve`.

    Raises:
        StoreError: the database cannot be used; the text says why and what to do.
    """
    if not (isinstance(config.store, PostgresUrl) and config.broker is not None):
        raise StoreError(_NEEDS)
    server = ClusterServer(
        config, config.broker, config.store, on_trouble, tally or RejectionStats()
    )
    try:
        await server.begin()
        on_start(server.census)
        running = asyncio.create_task(server.run())
        waiting = [asyncio.create_task(each.wait()) for each in (stop, server.ready, server.lost)]
        stopping, ready, lost = waiting
        try:
            await asyncio.wait({running, *waiting}, return_when=asyncio.FIRST_COMPLETED)
            if ready.done():
                on_ready(server.link, server.link)
            await asyncio.wait({running, stopping, lost}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()  # only a bug ends it: raise the error here
            if lost.done():
                raise StoreError(server.loss)
            await server.stop_taking()
            with contextlib.suppress(TimeoutError, aiomqtt.MqttError):
                async with asyncio.timeout(_FAREWELL_SECONDS):
                    await server.shut_down()
        finally:
            for task in (running, *waiting):
                task.cancel()
            await asyncio.gather(running, *waiting, return_exceptions=True)
    finally:
        await server.close()
