"""How much of the embedded broker one connection may have."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from protocol.topics import Topics
from server.broker import EmbeddedBroker, LobbyAccess, embedded_broker
from server.broker.limits import Allowance, Limits, Places, ShutOut
from tests.server.broker.conftest import ANN, LOBBY, NARROW, SERVER, Enter, visit
from tests.server.broker.raw import (
    CONNACK_NOT_ALLOWED,
    CONNACK_OK,
    connect,
    publish,
    raw,
    subscribe,
)
from transport.login import key_login

INBOX = Topics(LOBBY).inbox(ANN.public.fingerprint)


async def test_who_floods_is_cut_off(lobby_broker: EmbeddedBroker, enter: Enter) -> None:
    async with enter(ANN) as ann:
        ann.send(publish(INBOX, b"x", qos=0) * 10_000)
        assert await ann.rest() == b""
    assert lobby_broker.refused["flood"] == 1


async def test_who_has_flooded_is_not_let_in_again_at_once(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with enter(ANN) as ann:
        ann.send(publish(INBOX, b"x", qos=0) * 1000)
        assert await ann.rest() == b""
    login = key_login(ANN, LOBBY)
    async with raw(lobby_broker.address) as again:
        again.send(connect(login.client_id, login.user, login.password))
        assert await again.rest() == CONNACK_NOT_ALLOWED
    assert lobby_broker.refused == {"flood": 1, "flooded before": 1}


def test_a_key_is_shut_out_for_a_while_and_not_for_ever() -> None:
    shut_out = ShutOut(10)
    shut_out.add("ann", 100)
    assert shut_out.holds("ann", 105)
    assert not shut_out.holds("ben", 105)
    assert not shut_out.holds("ann", 110)
    for number in range(10_000):
        shut_out.add(str(number), 0)
    assert len(shut_out._until) <= 4096


async def test_the_server_itself_may_say_as_much_as_it_must(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with enter(SERVER) as server:
        server.send(publish(Topics(LOBBY).lobby_state(), b"x", qos=0) * 1000)
        await server.ping()
    assert not lobby_broker.refused


async def test_a_connection_has_so_many_subscriptions_and_no_more(enter: Enter) -> None:
    async with enter() as greedy:
        greedy.send(subscribe(*(Topics(LOBBY).table(str(n)) for n in range(NARROW.filters + 1))))
        granted = await greedy.read(4 + NARROW.filters + 1)
        assert granted[4:] == b"\1" * NARROW.filters + b"\x80"


async def test_so_many_connections_and_no_more() -> None:
    limits = replace(NARROW, per_address=3)
    async with embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY), limits) as running:
        async with (
            visit(running, ANN),
            raw(running.address),
            raw(running.address) as last,
            raw(running.address) as one_more,
        ):
            assert await one_more.rest() == b""
            assert running.refused["connections of one address"] == 1
            last.drop()
        while True:  # a place is free again as soon as the broker has noticed
            async with raw(running.address) as next_one:
                next_one.send(connect())
                with suppress(ConnectionError, asyncio.IncompleteReadError):
                    assert await next_one.read(4) == CONNACK_OK
                    break


def test_an_allowance_is_earned_again() -> None:
    allowance = Allowance(10, 2, 5, 0)
    assert all(allowance.take(1, 0) for _ in range(5))
    assert not allowance.take(1, 0)
    later = Allowance(10, 2, 0, 0)
    assert later.take(10, 1000)
    assert not later.take(1, 1000)
    assert later.take(1, 1001)


def test_one_address_does_not_take_all_places() -> None:
    places = Places(Limits(connections=10, per_address=4, new_per_second=1))
    assert [places.take("one", 0) for _ in range(5)] == [""] * 4 + ["connections of one address"]
    assert places.take("two", 0) == ""
    places.give_back("one")
    assert places.take("one", 0) == "new connections of one address"
    assert places.take("one", 2) == ""


def test_hammering_at_the_door_does_not_keep_the_others_of_the_address_out_for_long() -> None:
    places = Places(Limits(per_address=4, new_per_second=1))
    for _ in range(1000):
        if not places.take("one", 0):
            places.give_back("one")
    assert places.take("one", 1) == ""


def test_all_places_together_are_bounded() -> None:
    places = Places(Limits(connections=2))
    assert [places.take(str(number), 0) for number in range(3)] == ["", "", "connections"]


def test_addresses_that_come_once_are_forgotten() -> None:
    places = Places(Limits())
    for number in range(10_000):
        assert places.take(str(number), number) == ""
        places.give_back(str(number))
    assert len(places._coming) <= 4096
    assert not places._taken
