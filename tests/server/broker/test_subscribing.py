"""What subscriptions may cost: long filters, overlapping ones, and subscribing again and again."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from statistics import median
from time import thread_time

import pytest

from protocol.topics import Topics
from server.broker.access import LobbyAccess
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.limits import Limits
from tests.server.broker.conftest import ANN, BEN, LOBBY, SERVER, Enter, short_of, visit
from tests.server.broker.raw import CONNACK_OK, Raw, connect, publish, raw, subscribe

TOPICS = Topics(LOBBY)
REFUSED = b"\x80"
OVERLAPPING = (
    "#",
    "siam/#",
    "siam/+/#",
    TOPICS.table("+"),
    f"siam/+/{LOBBY}/table/+",
    f"+/+/{LOBBY}/#",
    *(f"siam/v1/{LOBBY}/{'/'.join(rest)}" for rest in (("+", "+"), ("#",), ("table", "#"))),
)
TABLES = 20


async def answer_to(connection: Raw, *filters: str) -> bytes:
    """Subscribe at QoS 0; return what the broker grants."""
    connection.send(subscribe(*filters, qos=0))
    first, length = await connection.read(2)
    assert first == 0x90
    return (await connection.read(length))[2:]


@pytest.mark.parametrize(
    "topic_filter",
    [
        "x" * 129,
        f"{TOPICS.table('x')}/#/",
        TOPICS.table("x" * 128),
        "+/" * 8 + "#",
        "/" * 1900,
        "home/lamp",
        Topics("another").lobby_state(),
        TOPICS.outbox(ANN.public.fingerprint),
        TOPICS.every_inbox(),
        f"{TOPICS.table('x')}/deeper",
        "$SYS/#",
        "",
    ],
)
async def test_a_filter_that_can_match_nothing_readable_is_refused(
    enter: Enter, topic_filter: str
) -> None:
    for key in (None, BEN):
        async with enter(key) as someone:
            assert await answer_to(someone, topic_filter) == REFUSED
            assert await answer_to(someone, TOPICS.lobby_state(), topic_filter) == b"\0" + REFUSED


async def test_a_filter_of_65_kilobytes_is_refused_and_not_kept() -> None:
    async with (
        embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY)) as running,
        raw(running.address) as stranger,
    ):
        stranger.send(connect())
        assert await stranger.read(4) == CONNACK_OK
        assert await answer_to(stranger, "a/" * 32_000) == REFUSED


async def test_a_retained_message_goes_once_however_many_filters_match(enter: Enter) -> None:
    async with enter(SERVER) as server, enter() as stranger:
        for number in range(TABLES):
            topic = TOPICS.table(str(number))
            server.send(publish(topic, b"state of table", retain=True, qos=0))
        await server.ping()
        stranger.send(subscribe(*OVERLAPPING[:5], qos=0))
        stranger.send(b"\xc0\x00")
        data = b""
        while b"\xd0\x00" not in data:
            data += await stranger.read(1)
        assert data.count(b"state of table") == TABLES


@short_of(packet=70_000, retained_share=1000, newcomer=50, per_second=100, unread=1_000_000)
async def test_who_subscribes_in_a_loop_is_sent_no_more_than_their_share(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    """50 packets at once and 100 a second, of 1000 bytes each: the next tables have to wait."""
    async with visit(lobby_broker, SERVER) as server, enter() as stranger:
        for number in range(TABLES):
            await server.publish(TOPICS.table(str(number)), bytes(10_000), 1, retain=True)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for _ in range(10):
            stranger.send(subscribe("#", qos=0))
        read = 0
        while read < 100_000:
            read += len(await stranger.reader.read(65536))
        elapsed = loop.time() - begun
        assert read < 50_000 + 100_000 * elapsed + 2 * 10_000
        assert not lobby_broker.refused  # they are held up, and not cut off


async def test_many_who_subscribe_in_a_loop_hold_up_nobody_else() -> None:
    limits = replace(Limits(), unread=10_000_000)
    async with (
        embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY), limits) as running,
        visit(running, SERVER) as server,
        visit(running, ANN) as ann,
        AsyncExitStack() as stack,
    ):
        await ann.subscribe(TOPICS.lobby_state(), 1)
        for number in range(100):
            await server.publish(TOPICS.table(str(number)), bytes(3_000), 1, retain=True)
        reading = []
        for _ in range(5):
            greedy = await stack.enter_async_context(raw(running.address))
            greedy.send(connect() + subscribe(*OVERLAPPING, qos=0) * 20)
            reading.append(asyncio.create_task(greedy.rest()))
        waits = []  # of processor time: all of them are in this thread, which others may hold up
        answers = aiter(ann.messages)
        for _ in range(30):
            begun = thread_time()
            await server.publish(TOPICS.lobby_state(), b"state", 0)
            await anext(answers)
            waits.append(thread_time() - begun)
        assert median(waits) < 0.1
        for each in reading:
            each.cancel()
