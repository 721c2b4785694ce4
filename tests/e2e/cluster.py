"""Several servers of one lobby as programs, on one mosquitto and one PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from protocol.links import Link
from server.store import PostgresUrl
from siam_tui.lobby.kept_games import KEY
from siam_tui.profile.key_files import load_or_create_key
from tests.brokers import mosquitto, need_mosquitto
from tests.e2e.program import Program


@dataclass
class RunningCluster:
    """The servers, in the order of their starts.

    Attributes:
        servers: the programs; killed ones stay in the list.
        link: to the lobby.
        database: where its store is.
    """

    servers: list[Program]
    link: Link
    database: PostgresUrl

    def server_named(self, owner: str) -> Program:
        """Return the server that owns leases under this name, which ends with its process."""
        process = int(owner.rsplit(maxsplit=1)[-1])
        return next(
            each
            for each in self.servers
            if each.process is not None and each.process.pid == process
        )


@asynccontextmanager
async def running_cluster(
    folder: Path, database: PostgresUrl, servers: int
) -> AsyncIterator[RunningCluster]:
    """Run so many servers; players can come when this yields."""
    need_mosquitto()
    with mosquitto(folder) as broker:
        load_or_create_key(folder / KEY)  # all servers have it, and start at once
        arguments = ("--cluster", "--broker", str(broker), "--keep", str(folder))
        programs = [Program(folder, arguments, database) for _ in range(servers)]
        try:
            links = await asyncio.gather(*(each.start() for each in programs))
            yield RunningCluster(programs, links[0], database)
        finally:
            for each in programs:
                if each.is_running:
                    await each.kill()
