"""How much of the embedded broker one connection may have."""

from __future__ import annotations

from protocol.topics import Topics
from server.broker.embedded import EmbeddedBroker
from server.broker.limits import ShutOut
from tests.server.broker.conftest import ANN, LOBBY, NARROW, SERVER, Enter
from tests.server.broker.raw import (
    CONNACK_NOT_ALLOWED,
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
    shut_out.shut("ann", 100)
    assert shut_out.holds("ann", 105)
    assert not shut_out.holds("ben", 105)
    assert not shut_out.holds("ann", 110)
    for number in range(10_000):
        shut_out.shut(str(number), 0)
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
