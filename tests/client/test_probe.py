"""What answers when a lobby is asked whether it is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from client.probe import OpenLobby, ProbeError, probe_lobby
from protocol.commands import OpenTable
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.topics import Topics
from server.config import Config
from tests.brokers import RunningServer, free_port, running_broker, running_server
from tests.e2e.guests import guest
from tests.patience import PATIENCE
from tests.server.broker.raw import CONNACK_OK
from transport.mqtt import Credentials, connected


@pytest.fixture
async def friday(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A lobby with a name, on a broker where anybody may do anything."""
    async with running_broker("lawless", tmp_path) as address:
        config = Config(SecretKey.generate(), broker=address, name="Friday club")
        async with running_server(address, config) as running:
            yield running


@asynccontextmanager
async def impostor(link: Link) -> AsyncIterator[None]:
    """Answer everybody who asks that lobby, with frames that its server sent to somebody else."""
    topics = Topics(link.lobby)
    async with connected(link.broker, Credentials(SecretKey.generate(), link.lobby)) as mqtt:
        await mqtt.subscribe(f"siam/v5/{link.lobby}/in/+", qos=1)

        async def answer() -> None:
            async for message in mqtt.arrivals():
                asker = message.topic.value.rpartition("/")[2]
                for _ in range(20):
                    mqtt.post(topics.outbox(asker), bytes(message.payload))

        answering = asyncio.create_task(answer())
        yield
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


async def test_its_server_answers_with_name_and_tables(friday: RunningServer):
    async with guest(friday.link, "Ann") as ann:
        await ann.client.request(OpenTable("siam", 2))
        assert await probe_lobby(friday.link) == OpenLobby("Friday club", 1)


async def test_who_only_asks_is_no_visitor(friday: RunningServer):
    await probe_lobby(friday.link)
    assert friday.server.service.census().people == 0
    async with guest(friday.link, "Ann"):
        assert friday.server.service.census().people == 1


async def test_nobody_answers_for_a_key_that_they_do_not_have(friday: RunningServer):
    """The state that the server signed is there, but nobody can open the question."""
    other = replace(friday.link, server=SecretKey.generate().public)
    async with impostor(other):
        with pytest.raises(ProbeError, match="too much"):
            await asyncio.wait_for(probe_lobby(other), PATIENCE)


async def test_a_closed_port_is_no_lobby(friday: RunningServer):
    closed = replace(friday.link, broker=replace(friday.link.broker, port=free_port()))
    with pytest.raises(ProbeError, match="not reached"):
        await asyncio.wait_for(probe_lobby(closed), PATIENCE)


async def test_little_is_read_of_a_stranger_who_sends_a_huge_packet() -> None:
    """An announcement leads everybody on the network to such a broker."""
    sent = 0

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(CONNACK_OK + b"\x30\xff\xff\xff\x7f")  # a PUBLISH of 268 MB
        with suppress(OSError):
            while True:
                writer.write(bytes(1 << 16))
                await writer.drain()
                sent += 1 << 16
        writer.transport.abort()

    stranger = await asyncio.start_server(serve, "127.0.0.1")
    async with stranger:
        address = BrokerAddress("mqtt", "127.0.0.1", stranger.sockets[0].getsockname()[1])
        with pytest.raises(ProbeError, match="too long"):
            await probe_lobby(Link(address, SecretKey.generate().public))
        assert sent < 20_000_000  # what the two sockets hold
