"""The server's connection: fast, and up again whenever the broker is."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from protocol.commands import OpenTable
from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from protocol.messages import Done
from server.config import Config
from server.messaging.wire import Wire
from tests.brokers import (
    RunningServer,
    free_port,
    running_broker,
    running_server,
)
from tests.e2e.deployed import websocket_broker
from tests.patience import PATIENCE
from tests.server.person import person, silent_person
from transport.mqtt import Credentials, connected
from transport.mqtt_client import MqttClient


def _nodelay(running: RunningServer) -> bool:
    client = running.server._wire._client
    assert client is not None
    wrapped: Any = client._client.socket()
    raw = wrapped if isinstance(wrapped, socket.socket) else wrapped._socket
    return bool(raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


@pytest.mark.parametrize("broker", ["mosquitto"], indirect=True)
async def test_small_packets_leave_at_once(server: RunningServer) -> None:
    assert _nodelay(server)


async def test_small_packets_leave_at_once_through_a_websocket() -> None:
    with websocket_broker() as address:
        async with running_server(address) as running, person(running.link) as ann:
            assert _nodelay(running)
            assert isinstance(await ann.ask(OpenTable("siam", 2)), Done)


async def test_a_broker_that_comes_back_has_all_states_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()
    address = BrokerAddress("mqtt", "127.0.0.1", port)
    key = SecretKey.generate()
    stopping = running_broker("mosquitto", tmp_path, port)
    await stopping.__aenter__()
    async with running_server(address, Config(key, broker=address)) as running:
        async with person(running.link) as ann:
            opened = await ann.ask(OpenTable("siam", 2))
        running.server.ready.clear()
        await stopping.__aexit__(None, None, None)
        async with running_broker("mosquitto", tmp_path, port):
            await asyncio.wait_for(running.server.ready.wait(), PATIENCE)
            assert "was lost" in running.troubles[0]
            async with silent_person(running.link, key=ann.key) as again:
                again.session, again.counter = ann.session, count(1000)
                lobby = await again.until_lobby(lambda _: True)
                assert [table.table for table in lobby.tables] == [opened.table]
                assert (await again.until_table(lambda _: True)).table == opened.table
                assert isinstance(await again.ask(OpenTable("siam", 3)), Done)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_topic_that_comes_while_the_server_connects_is_read(tmp_path: Path) -> None:
    arrived: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def connect() -> AsyncIterator[MqttClient]:
        async with connected(address, Credentials(SecretKey.generate(), "lobby")) as client:
            subscribe = client.subscribe

            async def subscribe_slowly(*arguments: Any) -> Any:
                granted = await subscribe(*arguments)
                wire.topics = ("one", "two")
                return granted

            client.subscribe = subscribe_slowly  # type: ignore[method-assign]
            yield client

    async def greet() -> None:
        wire.send("two", b"hello", False)

    async with running_broker("lawless", tmp_path) as address:
        wire = Wire(
            connect, str, ("one",), lambda topic, *_: arrived.set_result(topic), greet, print
        )
        running = asyncio.create_task(wire.run())
        try:
            assert await asyncio.wait_for(arrived, PATIENCE) == "two"
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
