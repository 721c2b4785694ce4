"""The connection to the broker: fast, silent, and plain about what is wrong."""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.changes import Status
from client.client import Client
from client.errors import ConnectionEndedError, NoAnswerError
from protocol.commands import OpenTable
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from tests.brokers import RunningServer, free_port, running_server
from tests.certificates import TestAuthority
from tests.e2e.deployed import websocket_broker
from tests.e2e.guests import Guest, guest
from tests.e2e.proxy import proxy_to
from tests.patience import PATIENCE

SERVER = SecretKey(b"s" * 32)


@asynccontextmanager
async def somebody(broker: BrokerAddress, password: str | None = None) -> AsyncIterator[Guest]:
    """Somebody who tries to get in."""
    key = SecretKey.generate()
    async with Client(Link(broker, SERVER.public), key, "Ann", password=password) as client:
        yield Guest(client, key)


async def trouble(someone: Guest) -> str:
    """Return the first trouble there is."""
    async with asyncio.timeout(PATIENCE), someone.client.changes() as changes:
        while not someone.client.trouble:
            await anext(changes)
    return someone.client.trouble


def has_no_delay(client: Client) -> bool:
    mqtt = client._link._connection._mqtt
    assert mqtt is not None
    wire = mqtt._client.socket()
    assert wire is not None
    with socket.fromfd(wire.fileno(), socket.AF_INET, socket.SOCK_STREAM) as raw:
        return raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


class TestNoDelay:
    async def test_tcp(self, server: RunningServer):
        async with guest(server.link, "Ann") as ann:
            assert has_no_delay(ann.client)

    async def test_websocket(self):
        with websocket_broker() as broker:
            async with running_server(broker) as server, guest(server.link, "Ann") as ann:
                assert server.link.broker.websocket
                assert has_no_delay(ann.client)
                assert (await ann.done(OpenTable("siam", 2))).table


class TestTrouble:
    async def test_nobody_listens(self):
        port = free_port()
        async with somebody(BrokerAddress("mqtt", "127.0.0.1", port)) as ann:
            assert (
                await trouble(ann) == f"Nothing listens at 127.0.0.1:{port}: is the server running?"
            )
            assert ann.client.status is Status.CONNECTING

    @pytest.mark.parametrize("host", ["no-such-host.invalid", "a..b"])
    async def test_there_is_no_such_host(self, host):
        async with somebody(BrokerAddress("mqtt", host, 1883)) as ann:
            assert f"There is no host named {host}" in await trouble(ann)

    @pytest.mark.parametrize(
        ("code", "sentence"),
        [(4, "refuses the user ann"), (5, "refuses the user ann"), (3, "ended the connection")],
    )
    async def test_the_broker_refuses(self, code, sentence):
        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readexactly(2)
            writer.write(bytes([0x20, 2, 0, code]))  # CONNACK
            await writer.drain()
            writer.close()

        broker = await asyncio.start_server(refuse, "127.0.0.1", 0)
        port = broker.sockets[0].getsockname()[1]
        try:
            async with somebody(BrokerAddress("mqtt", "127.0.0.1", port, "ann"), "wrong") as ann:
                assert sentence in await trouble(ann)
                assert ann.client.status.ended == (code != 3)
        finally:
            broker.close()

    async def test_the_broker_is_there_but_the_server_is_not(self, broker: BrokerAddress):
        async with somebody(broker) as ann:
            assert "server does not answer" in await trouble(ann)
            assert ann.client.status is Status.CONNECTING
            asking = asyncio.create_task(ann.client.ready())
            await asyncio.sleep(0)
            assert not asking.done()
            asking.cancel()

    async def test_whoever_waits_only_for_a_while_is_told_why(self):
        port = free_port()
        async with somebody(BrokerAddress("mqtt", "127.0.0.1", port)) as ann:
            await trouble(ann)
            with pytest.raises(NoAnswerError, match=f"Nothing listens at 127.0.0.1:{port}"):
                await ann.client.ready(0.01)
            assert not ann.client.status.ended

    async def test_what_waits_is_told_when_the_client_is_closed(self, broker: BrokerAddress):
        async with somebody(broker) as ann:
            asking = asyncio.create_task(ann.client.request(OpenTable("siam", 2)))
            readying = asyncio.create_task(ann.client.ready())
            await trouble(ann)
        done = await asyncio.gather(asking, readying, return_exceptions=True)
        assert [type(each).__name__ for each in done] == ["ConnectionEndedError"] * 2


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a certificate for localhost, its key, and the CA that signed it."""
    where = tmp_path_factory.mktemp("tls")
    TestAuthority(where).issue("broker", "localhost")
    return where


class TestTls:
    @asynccontextmanager
    async def door(self, broker: BrokerAddress, certificate: Path) -> AsyncIterator[BrokerAddress]:
        """Put TLS before a broker."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate / "broker.pem", certificate / "broker.key")
        async with proxy_to(broker, tls=context) as proxy:
            yield BrokerAddress("mqtts", "localhost", proxy.port)

    async def test_a_trusted_broker(self, server, certificate, monkeypatch):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "ca.pem"))
        async with (
            self.door(server.link.broker, certificate) as broker,
            guest(Link(broker, server.link.server), "Ann") as ann,
        ):
            assert has_no_delay(ann.client)
            assert (await ann.done(OpenTable("siam", 2))).table

    async def test_a_certificate_nobody_vouches_for(self, server, certificate):
        async with self.door(server.link.broker, certificate) as broker, somebody(broker) as ann:
            assert "cannot be trusted" in await trouble(ann)
            assert ann.client.status is Status.UNTRUSTED

    async def test_a_certificate_of_another_host(self, server, certificate, monkeypatch):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "ca.pem"))
        async with self.door(server.link.broker, certificate) as door:
            broker = BrokerAddress("mqtts", "127.0.0.1", door.port)
            async with somebody(broker) as ann:
                assert "is for another host" in await trouble(ann)
                assert ann.client.status is Status.UNTRUSTED

    async def test_a_broker_without_tls(self, server):
        broker = BrokerAddress("mqtts", "127.0.0.1", server.link.broker.port)
        async with somebody(broker) as ann:
            assert await trouble(ann)


async def test_losing_and_regaining_the_broker_writes_nothing_on_the_screen(server: RunningServer):
    script = Path(__file__).with_name("reconnecting.py")
    async with proxy_to(server.link.broker) as proxy:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-X", "dev", str(script),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{proxy.through(server.link)}\n".encode())
        async with asyncio.timeout(PATIENCE):
            for _ in range(5):
                assert await process.stdout.readline() == b"ONLINE\n"
                proxy.drop()
                assert await process.stdout.readline() == b"LOST\n"
            proxy.cut()
            process.stdin.close()
            assert (await process.communicate())[1] == b""
            assert process.returncode == 0


async def test_a_name_nobody_can_see_is_refused_with_what_to_do(server: RunningServer):
    async with Client(server.link, SecretKey.generate(), "\u3164") as client:
        with pytest.raises(ConnectionEndedError, match="choose another one"):
            async with asyncio.timeout(PATIENCE):
                await client.ready()
        assert client.status is Status.REFUSED
