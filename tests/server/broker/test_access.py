"""Who may publish and read what on the embedded broker, tried on the wire."""

from __future__ import annotations

import asyncio

import pytest

from protocol import PROTOCOL_VERSION
from protocol.keys import SecretKey
from protocol.topics import Topics
from server.broker.access import LobbyAccess
from server.broker.embedded import EmbeddedBroker, embedded_broker
from tests.patience import PATIENCE
from tests.server.broker.conftest import ANN, BEN, LOBBY, SERVER, Enter, visit
from tests.server.broker.raw import CONNACK_LOGIN, CONNACK_NOT_ALLOWED, connect, publish, raw
from transport.login import Login, key_login, read_login

TOPICS = Topics(LOBBY)
NEXT = f"siam/v{PROTOCOL_VERSION + 1}"
WHOSE = {
    "lobby": TOPICS.lobby_state(),
    "table": TOPICS.table("t"),
    "Ann's inbox": TOPICS.inbox(ANN.public.fingerprint),
    "Ann's outbox": TOPICS.outbox(ANN.public.fingerprint),
    "Ann's inbox, next version": f"{NEXT}/{LOBBY}/in/{ANN.public.fingerprint}",
    "another lobby": Topics("other").lobby_state(),
    "no topic of ours": "home/lamp",
    "no version": f"siam/x/{LOBBY}/lobby",
    "deeper": f"{TOPICS.table('t')}/deeper",
}
WRITES = {
    (SERVER, "lobby"),
    (SERVER, "table"),
    (SERVER, "Ann's outbox"),
    (ANN, "Ann's inbox"),
    (ANN, "Ann's inbox, next version"),
}
READS = {
    *((who, what) for who in (SERVER, ANN, BEN, None) for what in ("lobby", "table")),
    (ANN, "Ann's outbox"),
    (SERVER, "Ann's inbox"),
    (SERVER, "Ann's inbox, next version"),
}
PEOPLE = {"server": SERVER, "Ann": ANN, "Ben": BEN, "nobody": None}


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("what", WHOSE)
async def test_everybody_publishes_only_where_they_may(
    lobby_broker: EmbeddedBroker, enter: Enter, who: str, what: str
) -> None:
    key = PEOPLE[who]
    async with enter(key) as someone:
        someone.send(publish(WHOSE[what], b"hello"))
        if (key, what) in WRITES:
            await someone.ping()
        else:
            assert await someone.rest() == b""
    assert bool(lobby_broker.refused["publishing elsewhere"]) is ((key, what) not in WRITES)


@pytest.mark.parametrize(
    ("key", "what", "allowed"),
    [
        (SERVER, "lobby", True),
        (SERVER, "table", True),
        (SERVER, "Ann's outbox", False),
        (ANN, "Ann's inbox", False),
    ],
)
async def test_only_what_is_public_is_retained(
    enter: Enter, lobby_broker: EmbeddedBroker, key: SecretKey, what: str, allowed: bool
) -> None:
    async with enter(key) as someone:
        someone.send(publish(WHOSE[what], b"stays", retain=True))
        if allowed:
            await someone.ping()
        else:
            assert await someone.rest() == b""


@pytest.mark.parametrize("who", PEOPLE)
async def test_everybody_reads_only_what_they_may(who: str) -> None:
    """Everything is published on a broker whose only rules are those of reading."""

    class OnlyReading(LobbyAccess):
        def may_publish(self, *_: object, **__: object) -> bool:
            return True

    key = PEOPLE[who]
    async with (
        embedded_broker("127.0.0.1", 0, OnlyReading(LOBBY)) as running,
        visit(running, key or SERVER if key else SecretKey.generate()) as reader,
        visit(running, SERVER) as publisher,
    ):
        await reader.subscribe("#", 1)
        for what, topic in WHOSE.items():
            if what == "no version":
                continue  # rules that let nobody publish there need not keep anybody from reading
            await publisher.publish(topic, what.encode(), 1)
        await publisher.publish(TOPICS.lobby_state(), b"the end", 1)
        heard = set()
        async with asyncio.timeout(PATIENCE):
            async for message in reader.messages:
                assert isinstance(message.payload, bytes)
                if message.payload == b"the end":
                    break
                heard.add(message.payload.decode())
        assert heard == {what for someone, what in READS if someone is key}


async def test_a_key_that_is_not_shown_opens_nothing(lobby_broker: EmbeddedBroker) -> None:
    anns, bens = key_login(ANN, LOBBY), key_login(BEN, LOBBY)
    async with raw(lobby_broker.address) as thief:
        thief.send(connect(bens.client_id, anns.user, bens.password))
        assert await thief.rest() == CONNACK_LOGIN
    async with raw(lobby_broker.address) as moved:
        moved.send(connect("another", anns.user, anns.password))
        assert await moved.rest() == CONNACK_LOGIN


async def test_nobody_comes_for_another_lobby(lobby_broker: EmbeddedBroker) -> None:
    login = key_login(ANN, "another")
    async with raw(lobby_broker.address) as lost:
        lost.send(connect(login.client_id, login.user, login.password))
        assert await lost.rest() == CONNACK_NOT_ALLOWED
    assert lobby_broker.refused["another lobby"] == 1


@pytest.mark.parametrize("user", ["", "ann", "siam:", "siam::", "siam:x:y", "siam:x:" + "A" * 43])
@pytest.mark.parametrize("password", [None, "", "x", "A" * 88])
def test_a_login_that_is_none(user: str, password: str | None) -> None:
    assert read_login(Login("id", user, password)) is None


def test_a_login_is_for_one_connection_of_one_key_to_one_lobby() -> None:
    login = key_login(ANN, LOBBY)
    assert read_login(login) == (ANN.public.fingerprint, LOBBY)
    assert read_login(Login("else", login.user, login.password)) is None
    assert len(login.client_id) <= 23  # MQTT 3.1.1: as long as every broker must take
