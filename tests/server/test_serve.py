"""The server as the command line starts it."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

import server.app
from protocol.commands import OpenTable
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link, parse_link
from protocol.messages import Done
from protocol.states import LobbyState
from server.app import serve
from server.config import Config
from tests.brokers import free_port, mosquitto, running_broker
from tests.patience import PATIENCE
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
        await asyncio.wait_for(self.task, PATIENCE)


async def test_a_free_port_is_found_and_named_in_the_link() -> None:
    serving = Serving(Config(SecretKey.generate()))
    link = await asyncio.wait_for(serving.ready, PATIENCE)
    assert link.broker.host == "127.0.0.1"
    async with person(link) as ann:
        assert isinstance(await ann.ask(OpenTable("siam", 2)), Done)
    await serving.end()


async def test_the_end_is_announced_before_the_embedded_broker_goes() -> None:
    serving = Serving(Config(SecretKey.generate()))
    link = await asyncio.wait_for(serving.ready, PATIENCE)
    async with person(link) as ann:
        await ann.ask(OpenTable("siam", 2))
        ending = asyncio.create_task(serving.end())
        await ann.until(
            lambda each: isinstance(each.message, LobbyState) and not each.message.serving
        )
        await ending
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(link.broker.host, link.broker.port)


async def test_it_ends_as_soon_as_the_farewell_has_gone_round(
    broker: BrokerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app, "_FAREWELL_SECONDS", 3600)
    serving = Serving(Config(SecretKey.generate(), broker=broker))
    await asyncio.wait_for(serving.ready, PATIENCE)
    await serving.end()


async def test_a_link_for_other_machines_names_the_public_host() -> None:
    serving = Serving(Config(SecretKey.generate(), host="0.0.0.0", public_host="siam.example"))
    link = await asyncio.wait_for(serving.ready, PATIENCE)
    assert link.broker.host == "siam.example"
    await serving.end()


async def test_an_address_of_ipv6_is_listened_on_and_stands_in_the_link() -> None:
    serving = Serving(Config(SecretKey.generate(), host="::1"))
    link = await asyncio.wait_for(serving.ready, PATIENCE)
    assert (link.broker.host, parse_link(str(link))) == ("::1", link)
    _, writer = await asyncio.open_connection("::1", link.broker.port)
    writer.close()
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
    broker = BrokerAddress("mqtt", "127.0.0.1", free_port())
    serving = Serving(Config(SecretKey.generate(), broker=broker))
    assert f"{broker.host}:{broker.port}" in await asyncio.wait_for(
        serving.troubles.get(), PATIENCE
    )
    async with running_broker("embedded", tmp_path, broker.port):
        link = await asyncio.wait_for(serving.ready, PATIENCE)
        assert link.broker == broker
        while await asyncio.wait_for(serving.troubles.get(), PATIENCE):
            pass  # and the last one is empty: all is well again
        await serving.end()


async def test_stopped_while_no_broker_is_there_it_ends_at_once() -> None:
    nowhere = BrokerAddress("mqtt", "127.0.0.1", free_port())
    serving = Serving(Config(SecretKey.generate(), broker=nowhere))
    await asyncio.wait_for(serving.troubles.get(), PATIENCE)
    await serving.end()
    assert not serving.ready.done()


async def test_a_broker_with_users_is_given_name_and_password(tmp_path: Path) -> None:
    with mosquitto(tmp_path, users={"siam": "secret"}) as known:
        broker = BrokerAddress("mqtt", known.host, known.port, "siam")
        wrong = Serving(Config(SecretKey.generate(), broker=broker, password="guess"))
        assert "refuses the user siam" in await asyncio.wait_for(wrong.troubles.get(), PATIENCE)
        await wrong.end()
        right = Serving(Config(SecretKey.generate(), broker=broker, password="secret"))
        await asyncio.wait_for(right.ready, PATIENCE)
        await right.end()
