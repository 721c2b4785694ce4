"""How lobbies on the network are found, and what is not believed."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from protocol import PROTOCOL_VERSION
from protocol.keys import SecretKey, encode_key
from protocol.links import BrokerAddress, Link
from server.config import Config
from siam_tui.cli.serving.serve import AnnouncementSettings, Host
from siam_tui.discovery import network_search
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.network_announcement import MAX_TEXT, NetworkAnnouncement
from siam_tui.discovery.network_announcer import announced_on_network
from siam_tui.discovery.network_candidates import MAX_CANDIDATES, Candidate, Candidates
from siam_tui.discovery.network_search import NetworkSearch
from siam_tui.discovery.own_networks import announced_addresses, near_addresses
from tests.brokers import free_port, running_broker, running_server
from tests.patience import PATIENCE
from tests.programs import ROOT, SIAM, serving
from tests.siam_tui.discovery.lobbies import ANN, BEN
from tests.siam_tui.discovery.networks import two_computers

HERE = "127.0.0.1"
KEY = encode_key(ANN.public.raw)
GOOD = {"protocol": str(PROTOCOL_VERSION), "key": KEY}

SEARCH = """
import asyncio, json
from siam_tui.cli.serving.serve import AnnouncementSettings, Host
from siam_tui.discovery import network_search
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


@pytest.fixture
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the loopback network for one to announce and search."""
    monkeypatch.setenv("SIAM_LAN", HERE)
    monkeypatch.setattr(network_search, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(network_search, "_ANSWER_SECONDS", 1.0)


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


@asynccontextmanager
async def open_lobby(folder: Path, key: SecretKey, name: str) -> AsyncIterator[Link]:
    async with running_broker("embedded", folder) as address:
        config = Config(key, broker=address, name=name)
        async with running_server(address, config) as running:
            yield running.link


def announced(link: Link, key: SecretKey) -> NetworkAnnouncement:
    return NetworkAnnouncement((HERE,), link.broker.port, key.public)


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


def test_an_announcement_is_read_as_it_was_written() -> None:
    one = NetworkAnnouncement(("10.0.0.1",), 1883, ANN.public)
    assert NetworkAnnouncement.parse(one.addresses, one.port, b"", one.properties()) == one


@pytest.mark.parametrize(
    ("port", "text", "entries"),
    [
        (1883, b"x" * (MAX_TEXT + 1), GOOD),
        (25, b"", GOOD),
        (0, b"", GOOD),
        (70000, b"", GOOD),
        (1883, b"", {}),
        (1883, b"", {"key": KEY}),
        (1883, b"", GOOD | {"protocol": "1"}),
        (1883, b"", GOOD | {"key": None}),
        (1883, b"", GOOD | {"key": KEY[:-2]}),
        (1883, b"", GOOD | {"key": "\x1b[2J"}),
    ],
)
def test_what_is_no_announcement(port: int, text: bytes, entries: dict[str, str | None]) -> None:
    with pytest.raises(ValueError, match=r"it|its"):
        NetworkAnnouncement.parse((HERE,), port, text, entries)


class TestAddresses:
    def test_strangers_cannot_have_us_call_computers_elsewhere(self, loopback: None) -> None:
        assert near_addresses(("192.0.2.1", "127.8.8.8", "10.0.0.1", HERE)) == ("127.8.8.8", HERE)

    @pytest.mark.parametrize(
        ("bind", "addresses"),
        [(HERE, (HERE,)), ("0.0.0.0", (HERE,)), ("127.0.0.2", ()), ("::1", ())],
    )
    def test_a_lobby_is_announced_where_it_listens(
        self, loopback: None, bind: str, addresses: tuple[str, ...]
    ) -> None:
        assert announced_addresses(bind) == addresses

    @pytest.mark.parametrize("wanted", ["off", "192.0.2.1"])
    def test_the_player_can_say_where_not(
        self, monkeypatch: pytest.MonkeyPatch, wanted: str
    ) -> None:
        monkeypatch.setenv("SIAM_LAN", wanted)
        assert announced_addresses("0.0.0.0") == ()

    def test_loopback_is_no_network_by_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SIAM_LAN", "")
        assert HERE not in announced_addresses("0.0.0.0")


async def test_a_flood_of_announcements_is_bounded_and_hides_no_lobby_that_answers() -> None:
    async def watch(candidate: Candidate) -> None:
        candidate.failures += 1
        await asyncio.Future()

    candidates = Candidates()
    candidates.add("real", lambda _: asyncio.sleep(PATIENCE))
    for number in range(3 * MAX_CANDIDATES):
        candidates.add(f"fake {number}", watch)
        await asyncio.sleep(0)
    names = [each.name for each in candidates]
    assert len(names) == MAX_CANDIDATES
    assert {"real", f"fake {3 * MAX_CANDIDATES - 1}"} <= set(names)
    await candidates.clear()
    assert not len(candidates)


class TestWhoIsAnnounced:
    @pytest.mark.parametrize(
        ("changes", "audience", "addresses"),
        [
            ({}, Audience.EVERYONE, (HERE,)),
            ({}, Audience.ACCOUNT, ()),
            ({}, Audience.NOBODY, ()),
            ({"owners": frozenset({"ann"})}, Audience.EVERYONE, ()),
            ({"broker": BrokerAddress("mqtt", HERE, 1883)}, Audience.EVERYONE, ()),
            ({"host": "127.0.0.2"}, Audience.EVERYONE, ()),
        ],
    )
    async def test_only_lobbies_for_everybody_with_a_port_on_the_network(
        self,
        tmp_path: Path,
        loopback: None,
        changes: dict[str, Any],
        audience: Audience,
        addresses: tuple[str, ...],
    ) -> None:
        config = Config(ANN, **({"host": HERE} | changes))
        host = Host(config, AnnouncementSettings(tmp_path, audience, "Ann"), private=True)
        assert host.network_addresses() == addresses
