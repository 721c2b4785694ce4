"""Who has to make room for whom, when more want to connect than may."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from client.client import Client
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from protocol.messages import Done
from server.broker.access import ANYBODY, LobbyAccess, Visitor
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.gate import account, network, origin
from server.broker.limits import Limits
from server.broker.places import EVICTED, Places
from server.config import Config
from server.lobby.census import Roster
from tests.brokers import running_server
from tests.patience import PATIENCE
from tests.server.broker.conftest import ANN, BEN, LOBBY, SERVER, Enter, short_of
from tests.server.broker.raw import CONNACK_OK, connect, raw, subscribe
from tests.watched_counter import watched
from transport.login import key_login

CONNACK_UNAVAILABLE = b"\x20\x02\x00\x03"
STRANGERS = 400


class Guest:
    """A connection that only knows whether it was cut off."""

    def __init__(self, *, has_greeted: bool = True) -> None:
        self.has_greeted = has_greeted
        self.reason = ""

    def cut_off(self, reason: str) -> None:
        self.reason = reason


def visitor(name: str) -> Visitor:
    return Visitor(name, "lobby")


def come(places: Places, who: Visitor = ANYBODY, origin: str = "") -> tuple[Guest, str]:
    """Let somebody in; return their connection, and why it was refused, if it was."""
    guest = Guest()
    reason = places.take_place(guest, "", 0) or places.admit(guest, who, origin)
    if reason:
        places.give_back(guest)
    return guest, reason


def test_there_are_few_places_without_a_key() -> None:
    places = Places(Limits(anonymous=2), kept=tuple)
    assert [come(places)[1] for _ in range(3)] == ["", "", "anonymous connections"]
    assert come(places, visitor("ann"))[1] == ""


def test_who_has_a_key_takes_the_place_of_who_has_none() -> None:
    places = Places(Limits(connections=2), kept=tuple)
    first, second = come(places)[0], come(places)[0]
    assert come(places)[1] == "connections"
    assert come(places, visitor("ann"))[1] == ""
    assert (first.reason, second.reason) == (EVICTED, "")


def test_who_has_a_seat_keeps_their_place_and_the_oldest_other_key_goes() -> None:
    places = Places(Limits(connections=3), kept=lambda: {"ann"})
    ann, _ = come(places, visitor("ann"))
    server, _ = come(places, Visitor("lobby", "lobby"))
    ben, _ = come(places, visitor("ben"))
    assert come(places, visitor("cid"))[1] == ""
    assert [each.reason for each in (ann, server, ben)] == ["", "", EVICTED]


def test_nobody_goes_where_all_places_are_kept() -> None:
    places = Places(Limits(connections=1), kept=lambda: {"ann"})
    ann, _ = come(places, visitor("ann"))
    assert come(places, visitor("ben"))[1] == "connections"
    assert ann.reason == ""


def test_a_key_has_few_places_and_the_last_ones_count() -> None:
    places = Places(Limits(per_key=2), kept=tuple)
    guests = [come(places, visitor("ann"))[0] for _ in range(4)]
    assert [each.reason for each in guests] == [EVICTED, EVICTED, "", ""]
    assert come(places, visitor("ben"))[1] == ""
    assert guests[3].reason == ""


def test_one_address_does_not_take_all_places_but_for_who_has_a_seat() -> None:
    places = Places(Limits(per_address=2), kept=lambda: {"ann"})
    assert [come(places, visitor(str(n)), "one")[1] for n in range(3)] == [
        "",
        "",
        "connections of one address",
    ]
    assert come(places, visitor("ann"), "one")[1] == ""
    assert come(places, visitor("ben"), "two")[1] == ""
    assert [come(places, visitor(f"near {n}"))[1] for n in range(9)] == [""] * 9


def test_the_silent_stranger_of_the_busiest_network_makes_room() -> None:
    places = Places(Limits(strangers=3), kept=tuple)
    alone, first, second = (Guest(has_greeted=False) for _ in range(3))
    for guest, where in ((alone, "one"), (first, "two"), (second, "two")):
        assert places.take_place(guest, where, 0) == ""
    assert places.take_place(Guest(), "three", 0) == ""
    assert [each.reason for each in (alone, first, second)] == ["", EVICTED, ""]


def test_strangers_who_wait_for_their_turn_are_not_sent_away() -> None:
    places = Places(Limits(strangers=2), kept=tuple)
    assert [places.take_place(Guest(), "", 0) for _ in range(3)] == ["", "", "connections"]


def test_an_address_whose_logins_wait_makes_room_for_another_one() -> None:
    places = Places(Limits(strangers=3), kept=tuple)
    waiting = [Guest() for _ in range(3)]
    for each in waiting:
        assert places.take_place(each, "one", 0) == ""
    assert places.strangers_of("one") == 3
    assert places.take_place(Guest(), "two", 0) == ""
    assert [each.reason for each in waiting] == ["", "", EVICTED]
    assert places.take_place(Guest(), "two", 0) == "connections"


def test_hammering_at_the_door_does_not_keep_the_others_of_the_address_out_for_long() -> None:
    places = Places(Limits(per_address=4, new_per_second=1), kept=tuple)
    for _ in range(1000):
        guest = Guest()
        if not places.take_place(guest, "one", 0):
            places.give_back(guest)
    assert places.take_place(Guest(), "one", 0) == "new connections of one address"
    assert places.take_place(Guest(), "one", 1) == ""


def test_who_has_gone_is_forgotten() -> None:
    places = Places(Limits(), kept=tuple)
    for number in range(10_000):
        guest = Guest()
        places.take_place(guest, str(number), number)
        assert places.admit(guest, visitor(str(number)), str(number)) == ""
        places.give_back(guest)
    assert len(places._coming._kept) <= 4096
    left = (places._admitted, places._strangers, places._of_key, places._of_origin)
    assert not any((*left, places._of_network))


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("127.0.0.1", ""),
        ("127.8.9.10", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::"),
        ("2001:db8:1:2::5%eth0", "2001:db8:1:2::"),
        ("", ""),
    ],
)
def test_an_address_tells_people_apart_or_not(host: str, told: str) -> None:
    assert network(host) == told


@pytest.fixture
def another_account() -> Iterator[int]:
    """Yield a port of this machine to which another account has connected."""
    if os.geteuid() != 0:
        pytest.skip("only the superuser can be another account")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        reading, writing = os.pipe()
        if not (child := os.fork()):
            os.setuid(65534)
            with socket.socket() as mine:
                mine.connect(listener.getsockname())
                os.close(writing)
                os.read(reading, 1)
            os._exit(0)
        os.close(reading)
        accepted, _ = listener.accept()
        with accepted:
            yield accepted.detach()
        os.close(writing)
        os.waitpid(child, 0)


@pytest.mark.skipif(not hasattr(socket, "AF_NETLINK"), reason="only Linux tells")
def test_the_kernel_tells_whose_a_connection_of_this_machine_is(another_account: int) -> None:
    with socket.socket(fileno=another_account) as accepted:
        peer, own = accepted.getpeername(), accepted.getsockname()
        assert account(peer, own) == 65534
        assert origin(peer, own) == "account 65534"
        assert account(("127.0.0.1", 1), own) is None


@pytest.mark.skipif(not hasattr(socket, "AF_NETLINK"), reason="only Linux tells")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_account_of_the_server_stands_for_many(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, 0), family=family)
    except OSError:
        pytest.skip("no IPv6 here")
    with listener, socket.create_connection(listener.getsockname()[:2]):
        accepted, _ = listener.accept()
        with accepted:
            peer, own = accepted.getpeername()[:2], accepted.getsockname()[:2]
            assert account(peer, own) == os.geteuid()
            assert origin(peer, own) == ""


# ---------------------------------------------------------------- on the wire


@asynccontextmanager
async def idle_strangers(port: int) -> AsyncIterator[None]:
    """Connect without a key from several addresses, and do nothing."""
    connections = []
    try:
        for number in range(STRANGERS):
            source = (f"127.{number % 50 + 1}.0.2", 0)
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
            connections.append(writer)
            if number % 2:
                writer.write(connect() + subscribe(f"siam/v1/{LOBBY}/lobby"))
        yield
    finally:
        for writer in connections:
            writer.transport.abort()


async def test_400_idle_strangers_keep_nobody_with_a_key_out() -> None:
    roster = Roster()
    key = SecretKey.generate()
    access = LobbyAccess(key.public.fingerprint)
    async with (
        embedded_broker("127.0.0.1", 0, access, kept=roster.players) as broker,
        idle_strangers(broker.address.port),
        running_server(broker.address, Config(key, broker=broker.address)) as running,
        AsyncExitStack() as stack,
    ):
        roster.lobby = lambda: running.server.service.lobby
        refused = watched(broker.refused)
        await refused.until(lambda: refused["anonymous connections"])  # they are all there
        people = []
        for name in ("Ann", "Ben"):
            client = Client(running.link, SecretKey.generate(), name)
            people.append(await stack.enter_async_context(client))
            await asyncio.wait_for(client.ready(), PATIENCE)
        ann = people[0]
        opened = await ann.request(OpenTable("siam", 2, seat=0))
        assert isinstance(opened, Done)
        await ann.follow(opened.table)
        await ann.request(SeatBot(opened.table, 1, "random"))
        await ann.request(StartGame(opened.table))
        async with asyncio.timeout(PATIENCE), ann.changes() as changes:
            while (state := ann.table(opened.table)) is None or state.status != "running":
                await anext(changes)
        table = running.server.service.lobby.tables[opened.table]
        assert {seat.actor for seat in table.seats} <= roster.players()


@short_of(idle_seconds=0.3)
async def test_an_anonymous_connection_that_reads_nothing_is_ended(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with enter() as silent, enter() as reader, enter(ANN) as ann:
        reader.send(subscribe(f"siam/v1/{LOBBY}/lobby"))
        assert await silent.rest() == b""
        await ann.ping()
        await reader.ping()
    assert lobby_broker.refused == {"reading nothing": 1}


@short_of(anonymous=1)
async def test_an_anonymous_connection_too_many_is_told_so(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with enter(), raw(lobby_broker.address) as one_more:
        one_more.send(connect())
        assert await one_more.rest() == CONNACK_UNAVAILABLE
    assert lobby_broker.refused == {"anonymous connections": 1}


@short_of(connections=2)
async def test_a_place_is_free_again_for_who_has_a_key(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with enter() as anonymous, enter(SERVER), enter(ANN) as ann:
        assert await anonymous.rest() == b""
        async with enter(BEN) as ben:
            assert await ann.rest() == b""
            await ben.ping()
    login = key_login(ANN, LOBBY)
    async with raw(lobby_broker.address) as again:
        again.send(connect(login.client_id, login.user, login.password))
        assert await again.read(4) == CONNACK_OK
