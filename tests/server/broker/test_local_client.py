"""The server's own connection to its embedded broker: like one over the network, but at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from protocol.codec import MAX_BYTES
from protocol.keys import SecretKey
from protocol.topics import Topics
from server.broker.access import LobbyAccess
from server.broker.embedded import EmbeddedBroker, LocalClient, embedded_broker
from tests.patience import PATIENCE
from transport.mqtt import Credentials, connected

SERVER, ANN = SecretKey.generate(), SecretKey.generate()
LOBBY = SERVER.public.fingerprint
TOPICS = Topics(LOBBY)
INBOX = TOPICS.inbox(ANN.public.fingerprint)
OUTBOX = TOPICS.outbox(ANN.public.fingerprint)


@pytest.fixture
async def broker() -> AsyncIterator[EmbeddedBroker]:
    async with embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY)) as running:
        yield running


async def first(client: LocalClient) -> tuple[str, bytes, bool]:
    async with asyncio.timeout(PATIENCE):
        return await anext(client.arrivals())


async def test_it_talks_with_a_player_who_comes_over_the_network(broker: EmbeddedBroker) -> None:
    ann = Credentials(ANN, LOBBY)
    async with (
        broker.connect_server(LOBBY, Counter()) as server,
        connected(broker.address, ann) as player,
    ):
        await server.subscribe(TOPICS.every_inbox(), 1)
        await player.subscribe(OUTBOX, 1)
        player.post(INBOX, b"asked")
        assert await first(server) == (INBOX, b"asked", False)
        server.post(OUTBOX, b"answered")
        async with asyncio.timeout(PATIENCE):
            message = await anext(player.arrivals())
        assert (str(message.topic), message.payload) == (OUTBOX, b"answered")


async def test_what_was_kept_arrives_with_a_subscription(broker: EmbeddedBroker) -> None:
    async with broker.connect_server(LOBBY, Counter()) as server:
        server.post(TOPICS.table("T1"), b"a table", retain=True)
        server.post(TOPICS.table("T2"), b"gone", retain=True)
        server.post(TOPICS.table("T2"), b"", retain=True)
        await server.subscribe(TOPICS.table("+"), 1)
        assert await first(server) == (TOPICS.table("T1"), b"a table", True)
        await server.unsubscribe(TOPICS.table("+"))
        server.post(TOPICS.table("T3"), b"unheard", retain=True)
        await server.subscribe(TOPICS.lobby_state(), 1)
        server.post(TOPICS.lobby_state(), b"the lobby")
        assert await first(server) == (TOPICS.lobby_state(), b"the lobby", False)


async def test_it_reads_nothing_that_a_server_may_not_read(broker: EmbeddedBroker) -> None:
    async with broker.connect_server(LOBBY, Counter()) as server:
        with pytest.raises(ValueError, match="other"):
            await server.subscribe("other/topics", 1)


async def test_messages_that_are_too_long_are_counted_and_not_read(broker: EmbeddedBroker) -> None:
    unread = Counter[str]()
    async with broker.connect_server(LOBBY, unread) as server:
        await server.subscribe(TOPICS.every_inbox(), 1)
        server.post(INBOX, bytes(MAX_BYTES + 1))
        server.post(INBOX, b"short")
        assert await first(server) == (INBOX, b"short", False)
    assert unread == {"OversizedError": 1}


async def test_a_flood_loses_its_own_messages_only(broker: EmbeddedBroker) -> None:
    unread = Counter[str]()
    other = TOPICS.inbox(SecretKey.generate().public.fingerprint)
    async with broker.connect_server(LOBBY, unread) as server:
        await server.subscribe(TOPICS.every_inbox(), 1)
        for _ in range(200):
            server.post(INBOX, bytes(MAX_BYTES))
        server.post(other, b"heard")
        arrived = {(await first(server))[0] for _ in range(2)}
    assert unread["flood"] > 0
    assert arrived == {INBOX, other}


async def test_a_closed_connection_receives_nothing(broker: EmbeddedBroker) -> None:
    async with broker.connect_server(LOBBY, Counter()) as before:
        await before.subscribe(TOPICS.every_inbox(), 1)
    async with broker.connect_server(LOBBY, Counter()) as after:
        await after.subscribe(TOPICS.every_inbox(), 1)
        after.post(INBOX, b"asked")
        assert await first(after) == (INBOX, b"asked", False)
    assert before._arrived.empty()
