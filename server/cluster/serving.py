"""Serves a lobby as one of several servers, from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial

import aiomqtt

from protocol.links import Link
from server.cluster.cluster_server import ClusterServer
from server.config import Config
from server.rejection_stats import RejectionStats
from server.reminders.reminder_desk import Postbox
from server.running import RunningServer, run_until_stopped
from server.store.errors import StoreError
from server.store.place import PostgresUrl

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
    on_start: Callable[[RunningServer], None] = lambda _: None,
    postbox: Postbox | None = None,
) -> None:
    """Run parts of a lobby until `stop` is set; the arguments are those of `server.app.serve`.

    Raises:
        StoreError: the database cannot be used; the text says why and what to do.
    """
    if not (isinstance(config.store, PostgresUrl) and config.broker is not None):
        raise StoreError(_NEEDS)
    server = ClusterServer(
        config,
        config.broker,
        config.store,
        on_trouble,
        tally or RejectionStats(),
        postbox or Postbox(),
    )
    try:
        await server.begin()
        on_start(server)
        await run_until_stopped(
            server.run(),
            stop=stop,
            ready=server.ready,
            lost=server.wait_until_lost(),
            on_ready=lambda: on_ready(server.link, server.link),
            shut_down=partial(_shut_down, server),
        )
    finally:
        await server.close()


async def _shut_down(server: ClusterServer) -> None:
    await server.stop_taking()
    with contextlib.suppress(TimeoutError, aiomqtt.MqttError):
        async with asyncio.timeout(_FAREWELL_SECONDS):
            await server.shut_down()
