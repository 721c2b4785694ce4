"""Real brokers and a real server for the tests."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import aiomqtt

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from server.app import Server
from server.broker.access import LobbyAccess, Visitor
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.limits import Limits
from server.config import Config
from server.store.store import open_store
from tests.patience import PATIENCE
from tests.requirements import need_program

_CONFIGURATION = """\
listener {port} 127.0.0.1
{access}
set_tcp_nodelay true
log_dest stderr
connection_messages false
"""


NO_LIMITS = Limits(
    credit=10**9,
    newcomer=10**9,
    all_credit=10**9,
    packet=2**24,
    new_per_second=10**9,
    unread=2**30,
    anonymous=700,
    per_key=700,
    connect_seconds=10**9,
    idle_seconds=10**9,
    packet_seconds=10**9,
    silence=10**9,
    stalled_seconds=10**9,
)
"""Not of time either: where others keep the machine busy, everything takes long."""


def plain_client(address: BrokerAddress, **settings: Any) -> aiomqtt.Client:
    """Return a client of a broker, not connected, that is patient where a machine is busy."""
    return aiomqtt.Client(address.host, address.port, timeout=PATIENCE, **settings)


class Lawless:
    """Anybody may do anything, as on a broker of somebody else's."""

    def may_enter(self, visitor: Visitor) -> bool:
        return True

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:
        return True

    def readable(self, visitor: Visitor) -> tuple[str, ...]:
        return ("#",)


class AnyLobby:
    """The rules of the embedded broker, for tests that start it before its server has a key."""

    def may_enter(self, visitor: Visitor) -> bool:
        return True

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:
        return LobbyAccess(visitor.lobby).may_publish(visitor, topic, retain=retain)

    def readable(self, visitor: Visitor) -> tuple[str, ...]:
        return LobbyAccess("+").readable(visitor)


_EMBEDDED: dict[BrokerAddress, EmbeddedBroker] = {}
"""The embedded brokers that run in this process: servers of this process need no socket to them."""


@dataclass
class RunningServer:
    """A server in this process, and what it said to its host."""

    server: Server
    link: Link
    key: SecretKey
    troubles: list[str] = field(default_factory=list)


@asynccontextmanager
async def running_server(
    address: BrokerAddress, config: Config | None = None
) -> AsyncIterator[RunningServer]:
    """Run a server on a broker that runs already; it is ready when this yields."""
    troubles: list[str] = []
    config = config or Config(SecretKey.generate(), broker=address)
    async with open_store(config.store, config.key.public.fingerprint) as store:
        server = Server(config, _EMBEDDED.get(address, address), store, troubles.append)
        await server.service.restore()
        running = asyncio.create_task(server.run())
        try:
            await asyncio.wait_for(server.ready.wait(), PATIENCE)
            yield RunningServer(server, server.link, config.key, troubles)
        finally:
            await server.shut_down()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await server.bots.stop_bots()


@asynccontextmanager
async def running_broker(kind: str, directory: Path, port: int = 0) -> AsyncIterator[BrokerAddress]:
    """Run a broker, on a free port if none is given.

    Args:
        kind: "embedded", as servers run it; "lawless", the same without rules and limits; or
            "mosquitto", without rules.
        directory: where it may write.
        port: the port, or 0.
    """
    if kind in ("embedded", "lawless"):
        access, limits = (Lawless(), NO_LIMITS) if kind == "lawless" else (AnyLobby(), Limits())
        async with embedded_broker("127.0.0.1", port, access, limits) as broker:
            _EMBEDDED[broker.address] = broker
            yield broker.address
            del _EMBEDDED[broker.address]
    else:
        with mosquitto(directory, port) as address:
            yield address


@dataclass
class Mosquitto:
    """The mosquitto program, that can be killed and started again at the same port."""

    configuration: Path
    port: int
    process: subprocess.Popen[str] | None = None

    def start(self) -> BrokerAddress:
        """Start it; it listens when this returns."""
        command = [need_program("mosquitto"), "-c", str(self.configuration)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        said = []
        for line in self.process.stderr:
            said.append(line)
            if "running" in line:
                return BrokerAddress("mqtt", "127.0.0.1", self.port)
        self.end()
        raise RuntimeError(f"mosquitto does not run: {said}")

    def kill(self) -> None:
        """Kill it (-9)."""
        assert self.process is not None
        self.process.kill()
        self.end()

    def end(self) -> None:
        """End it, and wait for that."""
        if self.process is not None:
            self.process.terminate()
            self.process.communicate()
            self.process = None


def mosquitto_program(
    directory: Path, port: int = 0, users: dict[str, str] | None = None
) -> Mosquitto:
    """Return mosquitto, not started, for a port, or for a free one; for these users, or for all."""
    port = port or free_port()
    configuration = directory / f"mosquitto-{port}.conf"
    configuration.write_text(_CONFIGURATION.format(port=port, access=_access(directory, users)))
    return Mosquitto(configuration, port)


@contextmanager
def mosquitto(
    directory: Path, port: int = 0, users: dict[str, str] | None = None
) -> Iterator[BrokerAddress]:
    """Run mosquitto on a port, or on a free one; for these users, or for everybody."""
    program = mosquitto_program(directory, port, users)
    try:
        yield program.start()
    finally:
        program.end()


def _access(directory: Path, users: dict[str, str] | None) -> str:
    if users is None:
        return "allow_anonymous true"
    passwords = directory / "passwords"
    passwords.touch()
    write_passwords(passwords, users)
    return f"allow_anonymous false\npassword_file {passwords}\nuser root"


def write_passwords(file: Path, users: dict[str, str]) -> None:
    """Write users with their passwords into a file, as mosquitto reads it."""
    tool = need_program("mosquitto_passwd")
    for user, password in users.items():
        subprocess.run([tool, "-b", str(file), user, password], check=True)


_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_FIRST = 20_000 + _WORKER % 12 * 1000
_PORTS = cycle((*range(_FIRST + os.getpid() % 1000, _FIRST + 1000), *range(_FIRST, _FIRST + 1000)))


def free_port() -> int:
    """Return a port nobody listens on, and nobody is given before it is used, or used again.

    It lies below those the system gives to whoever connects; every worker has a thousand.
    """
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a cycle has no end")
