"""How lobbies on the network are found, and what is not believed."""

from __future__ import annotations

import asyncio
import json
import signal
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from zeroconf import ServiceStateChange, Zeroconf

from protocol.keys import SecretKey
from protocol.links import Link
from server.config import Config
from siam_tui.discovery import network_announcer
from siam_tui.discovery.network_announcer import (
    SERVICE,
    MeteredListener,
    NetworkAnnouncement,
    announced_on_network,
)
from siam_tui.discovery.network_candidates import (
    MAX_CANDIDATES,
)
from siam_tui.discovery.network_search import NetworkSearch
from tests.brokers import free_port, running_broker, running_server
from tests.patience import PATIENCE
from tests.programs import ROOT, SIAM, serving
from tests.siam_tui.discovery.lobbies import ANN, BEN, HERE
from tests.siam_tui.discovery.networks import two_computers

SEARCH = """
import asyncio, json
from siam_tui.cli.serving.host import AnnouncementSettings, Host
from siam_tui.discovery import network_announcer, network_search
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.network_search import NetworkSearch
network_search.PROBE_SECONDS = 0.2
async def main():
    changed = asyncio.Event()
    search = NetworkSearch(lambda: True, changed)
    running = asyncio.create_task(search.run())
    while True:
        await changed.wait()
        changed.clear()
        print(json.dumps([(each.title, each.place, each.census) for each in search.lobbies]))
asyncio.run(main())
"""


@asynccontextmanager
async def searching() -> AsyncIterator[tuple[NetworkSearch, asyncio.Event]]:
    changed = asyncio.Event()
    search = NetworkSearch(lambda: True, changed)
    running = asyncio.create_task(search.run())
    yield search, changed
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def until_shown(search: NetworkSearch, changed: asyncio.Event, *titles: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while [each.title for each in search.lobbies] != list(titles):
            changed.clear()
            await changed.wait()


async def until_found(search: NetworkSearch, changed: asyncio.Event, link: Link) -> None:
    """Wait until a lobby is shown, maybe among those of other tests."""
    async with asyncio.timeout(PATIENCE):
        while link not in {each.link for each in search.lobbies}:
            changed.clear()
            await changed.wait()


@asynccontextmanager
async def open_lobby(folder: Path, key: SecretKey, name: str) -> AsyncIterator[Link]:
    async with running_broker("embedded", folder) as address:
        config = Config(key, broker=address, name=name)
        async with running_server(address, config) as running:
            yield running.link


def pointers(first: int, count: int, service: bytes) -> bytes:
    """Return a packet of multicast DNS with announcements of services that do not exist."""
    name = b"\5_siam\4_tcp\5local\0"
    records = []
    for number in range(first, first + count):
        label = f"x{number}".encode()
        data = bytes([len(label)]) + label + service
        owner = b"\xc0\x0c" if records else name
        records.append(owner + struct.pack("!HHIH", 12, 1, 4500, len(data)) + data)
    return struct.pack("!6H", 0, 0x8400, 0, count, 0, 0) + b"".join(records)


def say(listeners: list[MeteredListener], packet: bytes) -> None:
    """Have a search hear a packet, which other programs on this machine do not."""
    for listener in listeners:
        listener.datagram_received(packet, (HERE, 5353))


@pytest.fixture
def listeners(monkeypatch: pytest.MonkeyPatch) -> list[MeteredListener]:
    """Return what hears multicast DNS in this process, once it does."""
    found: list[MeteredListener] = []

    class Noted(MeteredListener):
        def __init__(self, listener: asyncio.DatagramProtocol) -> None:
            super().__init__(listener)
            found.append(self)

    monkeypatch.setattr(network_announcer, "MeteredListener", Noted)
    return found


def announced(link: Link, key: SecretKey) -> NetworkAnnouncement:
    return NetworkAnnouncement((HERE,), link.broker.port, key.public)


@pytest.mark.xdist_group("multicast on loopback")
class TestOnLoopback:
    async def test_only_who_holds_the_key_is_shown_until_they_end(
        self, tmp_path: Path, loopback: None
    ) -> None:
        """Mallory announces Ben's key at Ann's server, and Ann's key where nobody answers."""
        async with searching() as (search, changed):
            async with open_lobby(tmp_path, ANN, "Friday\x1b[2J club") as link:
                nowhere = NetworkAnnouncement((HERE,), free_port(), ANN.public)
                async with (
                    announced_on_network(nowhere),
                    announced_on_network(announced(link, BEN)),
                    announced_on_network(announced(link, ANN)),
                ):
                    await until_shown(search, changed, "Friday [2J club")
                    (lobby,) = search.lobbies
                    assert lobby.link == link
                    assert (lobby.place, lobby.census) == (f"{HERE} on your network", "0 tables")
                    assert (lobby.account, lobby.is_own, lobby.host_name) == (None, False, "")
                    async with asyncio.timeout(PATIENCE):
                        while sum(each.failures > 0 for each in search._candidates) < 2:
                            changed.clear()
                            await changed.wait()
                    assert len(search._candidates) == 3
                    await until_shown(search, changed, "Friday [2J club")
            await until_shown(search, changed)

    async def test_names_of_another_service_take_no_place(
        self, tmp_path: Path, loopback: None, listeners: list[MeteredListener]
    ) -> None:
        async with searching() as (search, changed), open_lobby(tmp_path, ANN, "Club") as link:
            async with announced_on_network(announced(link, ANN)):
                for first in (0, 70):
                    say(listeners, pointers(first, 70, b"\5other\4_tcp\5local\0"))
                await until_found(search, changed, link)
            assert all(each.name.endswith(SERVICE) for each in search._candidates)

    async def test_a_lobby_is_found_among_many_that_do_not_exist(
        self, tmp_path: Path, loopback: None, listeners: list[MeteredListener]
    ) -> None:
        async with searching() as (search, changed), open_lobby(tmp_path, ANN, "Club") as link:
            async with announced_on_network(announced(link, ANN)):
                for first in range(0, 600, 200):
                    say(listeners, pointers(first, 200, b"\xc0\x0c"))
                await until_found(search, changed, link)
            assert len(search._candidates) == MAX_CANDIDATES

    async def test_a_false_goodbye_hides_no_lobby_that_answers(
        self, tmp_path: Path, loopback: None
    ) -> None:
        async with (
            searching() as (search, changed),
            open_lobby(tmp_path, ANN, "Club") as link,
            announced_on_network(announced(link, ANN)),
        ):
            await until_found(search, changed, link)
            (name,) = (each.name for each in search._candidates if each.lobby)
            search._note(Zeroconf, SERVICE, name, ServiceStateChange.Removed)  # type: ignore[arg-type]
            assert [each.link for each in search.lobbies] == [link]

    async def test_nothing_is_searched_while_nobody_wants_to_know(self, loopback: None) -> None:
        searched = asyncio.Event()

        def is_wanted() -> bool:
            searched.set()
            return False

        search = NetworkSearch(is_wanted, asyncio.Event())
        running = asyncio.create_task(search.run())
        await searched.wait()
        assert not running.done()
        running.cancel()
        assert not search.lobbies


async def test_another_computer_finds_it_and_notices_that_it_was_killed(tmp_path: Path) -> None:
    """Two namespaces with a network between them, and the programs as people start them."""
    with two_computers() as computers:
        (anns, there), (_, here) = computers.items()
        options = ("--bind", anns, "--lobby-name", "Friday club")
        search = await asyncio.create_subprocess_exec(
            *(*here, sys.executable, "-u", "-c", SEARCH),
            stdout=asyncio.subprocess.PIPE,
            env={"PYTHONPATH": str(ROOT)},
        )
        assert search.stdout is not None
        try:
            program = (*there, *SIAM)
            async with serving(tmp_path, *options, program=program, SIAM_LAN="") as (server, _):
                found = await asyncio.wait_for(search.stdout.readline(), PATIENCE)
                shown = ["Friday club", f"{anns} on your network", "0 tables"]
                assert json.loads(found) == [shown]
                server.send_signal(signal.SIGKILL)
                lost = await asyncio.wait_for(search.stdout.readline(), PATIENCE)
                assert json.loads(lost) == []
        finally:
            search.kill()
            await search.communicate()


async def test_only_a_little_is_heard_of_each_address() -> None:
    heard: list[str] = []

    class Ear(asyncio.DatagramProtocol):
        def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
            heard.append(addr[0])

    metered = MeteredListener(Ear())
    for number in range(1000):
        metered.datagram_received(bytes(1000), ("10.0.0.9", 5353))
        metered.datagram_received(bytes(1000), (f"10.0.1.{number % 250}", 5353))
        if number % 100 == 0:
            metered.datagram_received(bytes(300), ("10.0.0.1", 5353))
    assert 0 < heard.count("10.0.0.9") < 30
    assert len(heard) < 140
    assert "10.0.0.1" in heard
