"""Several nodes of NATS that are one broker, each at an address of its own on this machine.

They are joined as docs/how-to/run-a-broker.md says.
"""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.brokers import free_port
from tests.e2e.deployed import replaced, written
from tests.patience import PATIENCE
from tests.requirements import need_program

NODES = 3
_CONFIGURATION = """\
server_name: siam-{number}
listen: "{address}:{clients}"
max_payload: 66560
jetstream {{ store_dir: "{folder}", max_file_store: 256MB }}
mqtt {{ listen: "{address}:{mqtt}" }}
"""
_CONNECT = b"\x10\x11\0\4MQTT\4\2\0\1\0\5probe"
"""A packet that connects a client which is called `probe`."""
_CONNACK = b"\x20\2\0\0"


@dataclass
class NatsNode:
    """One node, that is killed and started again."""

    configuration: Path
    address: str
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and do not wait for anything: it takes clients once most nodes run."""
        log = self.configuration.with_suffix(".log")
        command = [need_program("nats-server"), "-c", str(self.configuration), "-l", str(log)]
        self.process = subprocess.Popen(command)

    def kill(self) -> None:
        """Kill it (-9)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def takes_clients(self) -> bool:
        """Return whether it lets a client connect now."""
        try:
            with socket.create_connection((self.address, self.port), 1) as probe:
                probe.sendall(_CONNECT)
                return probe.recv(4) == _CONNACK
        except OSError:
            return False


@contextmanager
def nats_nodes(folder: Path) -> Iterator[list[NatsNode]]:
    """Run three nodes, which all take clients at the same port."""
    addresses = [f"127.0.0.{number}" for number in range(1, NODES + 1)]
    clients, cluster, mqtt = free_port(), free_port(), free_port()
    nodes = []
    for number, address in enumerate(addresses):
        configuration = folder / f"nats-{number}.conf"
        store = folder / f"nats-{number}"
        text = _CONFIGURATION.format(
            number=number, address=address, clients=clients, mqtt=mqtt, folder=store
        )
        routes = {
            f"nats-{n}.example.org:6222": f"{each}:{cluster}" for n, each in enumerate(addresses, 1)
        }
        joined = replaced(
            written("nats-cluster.conf"), {"0.0.0.0:6222": f"{address}:{cluster}", **routes}
        )
        configuration.write_text(text + joined)
        nodes.append(NatsNode(configuration, address, mqtt))
    with ExitStack() as stack:
        for node in nodes:
            node.start()
            stack.callback(node.kill)
        deadline = time.monotonic() + PATIENCE
        while not all(node.takes_clients() for node in nodes):
            assert time.monotonic() < deadline, "the nodes do not find each other"
            time.sleep(0.1)  # only trying tells that a node takes clients
        yield nodes
