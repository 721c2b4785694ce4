"""Several servers of one lobby as programs, on one mosquitto and one PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from protocol.links import Link
from server.store import PostgresUrl
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
        arguments = ("--cluster", "--broker", str(broker), "--announce", "nobody")
        programs = [Program(folder, arguments, database) for _ in range(servers)]
        try:
            link = await programs[0].start()
            await asyncio.gather(*(each.start() for each in programs[1:]))
            yield RunningCluster(programs, link, database)
        finally:
            for each in programs:
                if each.is_running:
                    await each.kill()
