"""The server as the command line starts it."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done, LobbyState, OpenTable
from server.app import serve
from server.config import Config
from tests.brokers import free_port, mosquitto, need_mosquitto, running_broker
from tests.server.person import person


class Serving:
    """`serve` in a task, its link and what it tells its host."""

    def __init__(self, config: Config) -> None:
        self.stop = asyncio.Event()
        self.ready: asyncio.Future[Link] = asyncio.get_running_loop().create_future()
        self.troubles: asyncio.Queue[str] = asyncio.Queue()
        self.task = asyncio.create_task(
            serve(
                config,
                stop=self.stop,
                on_ready=lambda link, _: self.ready.set_result(link),
                on_trouble=self.troubles.put_nowait,
            )
        )

    async def end(self) -> None:
        self.stop.set()
        await asyncio.wait_for(self.task, 20)


async def test_a_free_port_is_found_and_named_in_the_link() -> None:
    serving = Serving(Config(SecretKey.generate()))
    link = await asyncio.wait_for(serving.ready, 20)
    assert link.broker.host == "127.0.0.1"
    async with person(link) as ann:
        assert isinstance(await ann.ask(OpenTable("siam", 2)), Done)
    await serving.end()


async def test_the_end_is_announced_before_the_embedded_broker_goes() -> None:
    serving = Serving(Config(SecretKey.generate()))
    link = await asyncio.wait_for(serving.ready, 20)
    async with person(link) as ann:
        await ann.ask(OpenTable("siam", 2))
        ending = asyncio.create_task(serving.end())
        await ann.until(
            lambda each: isinstance(each.message, LobbyState) and not each.message.serving
        )
        await ending
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(link.broker.host, link.broker.port)


async def test_a_link_for_other_machines_names_the_public_host() -> None:
    serving = Serving(Config(SecretKey.generate(), host="0.0.0.0", public_host="siam.example"))
    link = await asyncio.wait_for(serving.ready, 20)
    assert link.broker.host == "siam.example"
    await serving.end()


async def test_a_port_in_use_is_an_error_that_says_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        serving = Serving(Config(SecretKey.generate(), port=port))
        with pytest.raises(OSError, match="address already in use"):
            await serving.task


async def test_a_broker_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    address = f"127.0.0.1:{(port := free_port())}"
    async with running_broker("embedded", tmp_path) as known:
        broker = type(known)("mqtt", "127.0.0.1", port)
    serving = Serving(Config(SecretKey.generate(), broker=broker))
    assert address in await asyncio.wait_for(serving.troubles.get(), 20)
    async with running_broker("embedded", tmp_path, port):
        link = await asyncio.wait_for(serving.ready, 20)
        assert link.broker == broker
        await serving.end()


async def test_stopped_while_no_broker_is_there_it_ends_at_once(tmp_path: Path) -> None:
    async with running_broker("embedded", tmp_path) as known:
        broker = known
    serving = Serving(Config(SecretKey.generate(), broker=broker))
    await asyncio.wait_for(serving.troubles.get(), 20)
    await serving.end()
    assert not serving.ready.done()


async def test_a_broker_with_users_is_given_name_and_password(tmp_path: Path) -> None:
    need_mosquitto()
    with mosquitto(tmp_path, users={"siam": "secret"}) as known:
        broker = type(known)("mqtt", known.host, known.port, "siam")
        wrong = Serving(Config(SecretKey.generate(), broker=broker, password="guess"))
        assert "user name or password" in await asyncio.wait_for(wrong.troubles.get(), 20)
        await wrong.end()
        right = Serving(Config(SecretKey.generate(), broker=broker, password="secret"))
        await asyncio.wait_for(right.ready, 20)
        await right.end()
