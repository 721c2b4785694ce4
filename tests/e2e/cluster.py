"""Several servers of one lobby as programs, on one broker and one PostgreSQL."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.topics import LIST_PART, part_of
from server.store.parts.status import read_status
from server.store.place import PostgresUrl
from siam_tui.lobby.waiting_games import KEY
from siam_tui.profile.key_files import load_or_create_key
from tests.brokers import Mosquitto, mosquitto_program
from tests.e2e.program import Program
from tests.nats_nodes import NatsNode, nats_nodes
from tests.programs import SIAM
from tests.several_addresses import NAME


@dataclass
class RunningCluster:
    """The servers, in the order of their starts.

    Attributes:
        servers: the programs; killed ones stay in the list.
        link: to the lobby.
        database: where its store is.
        nodes: of the broker; none if it is mosquitto.
        mosquitto: the broker, if it is that.
    """

    servers: list[Program]
    link: Link
    database: PostgresUrl
    nodes: list[NatsNode]
    mosquitto: Mosquitto | None = None

    def brokers(self) -> list[int]:
        """Return the ids of the broker's processes that run now."""
        programs = [each.process for each in (*self.nodes, self.mosquitto) if each is not None]
        return [each.pid for each in programs if each is not None and each.poll() is None]

    def server_named(self, owner: str) -> Program | None:
        """Return the server that owns leases under this name, which ends with its process."""
        process = int(owner.rsplit(maxsplit=1)[-1])
        for each in self.servers:
            if each.process is not None and each.process.pid == process:
                return each
        return None


@asynccontextmanager
async def running_cluster(
    folder: Path,
    database: PostgresUrl,
    servers: int,
    *,
    nodes: bool = False,
    more: tuple[str, ...] = (),
) -> AsyncIterator[RunningCluster]:
    """Run so many servers; players can come when this yields.

    Args:
        folder: where the servers keep their key and logs, and the broker its files.
        database: where the store is.
        servers: how many.
        nodes: whether the broker is NATS with three nodes, found by one name; else mosquitto.
        more: what the servers are started with as well.
    """
    with ExitStack() as stack:
        if nodes:
            brokers = stack.enter_context(nats_nodes(folder))
            mosquitto = None
            broker = BrokerAddress("mqtt", NAME, brokers[0].port)
            addresses = ",".join(each.address for each in brokers)
            siam = (sys.executable, "-m", "tests.several_addresses", addresses)
        else:
            brokers, siam = [], SIAM
            mosquitto = mosquitto_program(folder)
            stack.callback(mosquitto.end)
            broker = mosquitto.start()
        load_or_create_key(folder / KEY)  # all servers have it, and start at once
        arguments = ("--cluster", "--broker", str(broker), "--keep", str(folder), *more)
        programs = [Program(folder, arguments, database, siam=siam) for _ in range(servers)]
        try:
            links = await asyncio.gather(*(each.start() for each in programs))
            yield RunningCluster(programs, links[0], database, brokers, mosquitto)
        finally:
            for each in programs:
                if each.is_running:
                    await each.kill()


def key_elsewhere(database: PostgresUrl, servers: int) -> SecretKey:
    """Return the key of a player whose tables another server runs than the one with the list.

    Args:
        database: of the cluster.
        servers: how many servers it has; it is waited until all of them own parts.
    """
    owners: dict[int, str] = {}
    while servers > 1 and len({*owners.values()} - {""}) < servers:
        owners = {each.part: each.owner for each in read_status(database).parts}
    while True:
        key = SecretKey.generate()
        part = part_of(key.public.fingerprint)
        if servers == 1 or owners[part] not in ("", owners[LIST_PART]):
            return key
