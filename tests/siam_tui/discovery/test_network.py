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
from typing import Any

import pytest
from zeroconf import ServiceStateChange, Zeroconf

from protocol import PROTOCOL_VERSION
from protocol.keys import SecretKey, encode_key
from protocol.links import BrokerAddress, Link
from server.config import Config
from siam_tui.cli.serving.serve import AnnouncementSettings, Host
from siam_tui.discovery import network_announcer, network_search
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.network_announcer import (
    MAX_TEXT,
    SERVICE,
    MeteredListener,
    NetworkAnnouncement,
    announced_on_network,
)
from siam_tui.discovery.network_candidates import (
    MAX_CANDIDATES,
    MAX_OF_ADDRESS,
    Candidate,
    Candidates,
)
from siam_tui.discovery.network_search import NetworkSearch
from siam_tui.discovery.own_networks import announced_addresses, near_addresses
from siam_tui.discovery.search import FoundLobby
from tests.brokers import free_port, running_broker, running_server
from tests.patience import PATIENCE
from tests.programs import ROOT, SIAM, serving
from tests.siam_tui.discovery.lobbies import ANN, BEN, found_on_network
from tests.siam_tui.discovery.networks import two_computers

HERE = "127.0.0.1"
KEY = encode_key(ANN.public.raw)
GOOD = {"protocol": str(PROTOCOL_VERSION), "key": KEY}

SEARCH = """
import asyncio, json
from siam_tui.cli.serving.serve import AnnouncementSettings, Host
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


def watched(candidates: Candidates) -> dict[str, Candidate]:
    return {each.name: each for each in candidates}


async def sit(candidate: Candidate) -> None:
    """Watch an announcement for ever."""
    await asyncio.Future()


@pytest.fixture
async def candidates() -> AsyncIterator[Candidates]:
    found = Candidates()
    yield found
    await found.clear()
    assert not len(found)


class TestPlacesForAnnouncements:
    async def test_a_flood_is_bounded_and_hides_no_lobby_that_answers(
        self, candidates: Candidates
    ) -> None:
        candidates.add("real", sit)
        watched(candidates)["real"].lobby = found_on_network(ANN, "Friday club")
        for number in range(3 * MAX_CANDIDATES):
            candidates.add(f"fake {number}", sit)
        assert len(candidates) == MAX_CANDIDATES
        assert {"real", f"fake {3 * MAX_CANDIDATES - 1}"} <= watched(candidates).keys()

    async def test_an_address_with_many_lobbies_gives_way_to_others(
        self, candidates: Candidates
    ) -> None:
        """All answer, even those of the stranger."""
        for number in range(2 * MAX_CANDIDATES):
            candidates.add(f"{number}", sit)
            each = watched(candidates)[f"{number}"]
            each.address = "10.0.0.9" if number % 2 else f"10.0.1.{number}"
            each.lobby = found_on_network(ANN, "x", each.address)
        strangers = [each for each in candidates if each.address == "10.0.0.9"]
        assert len(candidates) == MAX_CANDIDATES
        assert len(strangers) <= 2

    async def test_a_lobby_that_the_player_knows_keeps_its_place(
        self, candidates: Candidates
    ) -> None:
        for number in range(MAX_CANDIDATES):
            candidates.add(f"{number}", sit)
            watched(candidates)[f"{number}"].is_kept = True
        candidates.add("late", sit)
        assert "late" not in candidates

    async def test_an_address_has_a_share_and_who_answers_keeps_it(
        self, candidates: Candidates
    ) -> None:
        for number in range(MAX_OF_ADDRESS + 1):
            candidates.add(f"{number}", sit)
        *others, late = candidates
        assert not candidates.claim_share(late)
        for each in others[1:]:
            each.lobby = found_on_network(ANN, "x")
        others[0].failures = 1
        assert candidates.claim_share(late)
        assert others[0].name not in candidates

    async def test_a_place_is_free_again_when_its_probe_fails(self, candidates: Candidates) -> None:
        async def fail(_: Candidate) -> None:
            raise RuntimeError("a bug")

        candidates.add("bug", fail)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert "bug" not in candidates


async def test_an_announcement_whose_name_cannot_be_one_is_ignored() -> None:
    search = NetworkSearch(lambda: True, asyncio.Event())
    for name in (f"x\0y.{SERVICE}", f".{SERVICE}", f"{'x' * 70}.{SERVICE}"):
        assert await search._read_announcement(None, Candidate(name)) == ()  # type: ignore[arg-type]


async def test_an_address_that_is_told_late_has_no_more_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Announcements that answer no question at first have no address until they do."""
    monkeypatch.setattr(network_search, "PROBE_SECONDS", 0.001)
    monkeypatch.setattr(network_search, "_NEW_PROBE_SECONDS", 0.0)
    search = NetworkSearch(lambda: True, asyncio.Event())
    link = Link(BrokerAddress("mqtt", HERE, 2000), ANN.public)
    asked: set[str] = set()
    answered = asyncio.Event()

    async def read_late(_: object, candidate: Candidate) -> tuple[Link, ...]:
        if candidate.name not in asked:
            asked.add(candidate.name)
            return ()
        candidate.address = HERE
        return (link,)

    async def answer(candidate: Candidate, links: tuple[Link, ...]) -> FoundLobby | None:
        if candidate.lobby:
            await asyncio.Future()  # one answer of each is enough
        if links:
            answered.set()
        return found_on_network(ANN, "x") if links else None

    monkeypatch.setattr(search, "_read_announcement", read_late)
    monkeypatch.setattr(search, "_probe", answer)
    for number in range(3 * MAX_OF_ADDRESS):
        answered.clear()
        search._note(Zeroconf, SERVICE, f"{number}.{SERVICE}", ServiceStateChange.Added)  # type: ignore[arg-type]
        _, watching = search._candidates._tasks[f"{number}.{SERVICE}"]
        waiting = {watching, asyncio.create_task(answered.wait())}
        await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    assert len(search._candidates) == MAX_OF_ADDRESS
    await search._candidates.clear()


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


class TestOrder:
    def search(self, *lobbies: FoundLobby, **visited: str) -> NetworkSearch:
        keys = {"ann": ANN.public, "ben": BEN.public}
        places = {keys[name]: place for name, place in visited.items()}
        search = NetworkSearch(lambda: True, asyncio.Event(), places.get)
        found = [Candidate(f"{number}", lobby=each) for number, each in enumerate(lobbies)]
        search._candidates._tasks = {each.name: (each, None) for each in found}  # type: ignore[misc]
        return search

    def test_known_lobbies_come_first_and_each_address_has_its_turn(self) -> None:
        many = [
            found_on_network(SecretKey.generate(), f"A {number:02}", "10.0.0.9")
            for number in range(25)
        ]
        bens, anns = found_on_network(BEN, "Zoo"), found_on_network(ANN, "Zzz", "10.0.0.9")
        search = self.search(*many, bens, anns, ann="10.0.0.9")
        assert [each.title for each in search.lobbies][:4] == ["Zzz", "A 00", "Zoo", "A 01"]
        assert len(search.lobbies) == 27

    def test_a_key_is_shown_where_it_worked_whoever_else_announces_it(self) -> None:
        real = found_on_network(ANN, "Friday club", "10.0.0.1")
        posing = found_on_network(ANN, "Friday club", "10.0.0.9")
        assert self.search(real, posing).lobbies == (real,)
        assert self.search(posing, real, ann="10.0.0.1").lobbies == (real,)
        assert self.search(posing, real, ann="").lobbies == (posing,)

    def test_another_place_of_a_key_is_told(self) -> None:
        real = found_on_network(ANN, "Friday club", "10.0.0.1")
        posing = found_on_network(ANN, "Friday club", "10.0.0.9")
        search = self.search(real, posing)
        assert search.lobbies == (real,)
        search._candidates._tasks.pop("0")
        (shown,) = search.lobbies
        assert shown.place == "10.0.0.9 on your network, before at 10.0.0.1"
        (shown,) = self.search(posing, ann="10.0.0.1").lobbies
        assert shown.earlier == "10.0.0.1"


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
