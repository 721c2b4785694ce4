"""Holes that a broker in Python had here before, and that must stay closed."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import resource
import socket
from dataclasses import replace
from pathlib import Path

import aiomqtt
import pytest

from protocol.topics import Topics
from server.broker.access import LobbyAccess
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.packet_stream import PacketStream
from server.config import Config
from tests.patience import PATIENCE
from tests.server.broker.conftest import ANN, BEN, LOBBY, NARROW, SERVER, Enter, short_of, visit
from tests.server.broker.raw import (
    CONNACK_NOT_ALLOWED,
    CONNACK_OK,
    connect,
    packet,
    publish,
    raw,
    subscribe,
    text,
)
from transport.login import key_login

TOPICS = Topics(LOBBY)
ANNS_INBOX = TOPICS.inbox(ANN.public.fingerprint)
ANNS_OUTBOX = TOPICS.outbox(ANN.public.fingerprint)


async def received(client: aiomqtt.Client) -> tuple[str, bytes]:
    async with asyncio.timeout(PATIENCE):
        message = await anext(aiter(client.messages))
    assert isinstance(message.payload, bytes)
    return str(message.topic), message.payload


@pytest.mark.parametrize("retain", [False, True])
@pytest.mark.parametrize("topic", [TOPICS.lobby_state(), TOPICS.table("t"), ANNS_OUTBOX, "else"])
async def test_a_will_obeys_the_rules_of_access(
    lobby_broker: EmbeddedBroker, topic: str, retain: bool
) -> None:
    login = key_login(BEN, LOBBY)
    greeting = connect(login.client_id, login.user, login.password, will=(topic, b"forged", retain))
    async with visit(lobby_broker, ANN) as ann, visit(lobby_broker, SERVER) as server:
        await ann.subscribe([(TOPICS.lobby_state(), 1), (ANNS_OUTBOX, 1), (TOPICS.table("+"), 1)])
        async with raw(lobby_broker.address) as ben:
            ben.send(greeting)
            assert await ben.rest() == CONNACK_NOT_ALLOWED
        await server.publish(TOPICS.lobby_state(), b"genuine", 1)
        assert await received(ann) == (TOPICS.lobby_state(), b"genuine")
        async with visit(lobby_broker, ANN) as later:
            await later.subscribe([(TOPICS.lobby_state(), 1), (TOPICS.table("+"), 1)])
            await server.publish(TOPICS.lobby_state(), b"the first there is", 1)
            assert (await received(later))[1] == b"the first there is"
    assert lobby_broker.refused["will"] == 1


async def test_a_will_that_may_be_is_published(lobby_broker: EmbeddedBroker, enter: Enter) -> None:
    async with visit(lobby_broker, SERVER) as server:
        await server.subscribe(TOPICS.every_inbox(), 1)
        async with enter(ANN, will=(ANNS_INBOX, b"I am gone", False)) as ann:
            ann.drop()
            assert await received(server) == (ANNS_INBOX, b"I am gone")


async def test_retained_messages_go_only_to_those_who_subscribe(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with visit(lobby_broker, SERVER) as server, visit(lobby_broker, ANN) as ann:
        await server.publish(TOPICS.lobby_state(), b"retained", 1, retain=True)
        await ann.subscribe(TOPICS.lobby_state(), 1)
        assert await received(ann) == (TOPICS.lobby_state(), b"retained")
        async with enter(BEN) as ben:
            await ben.ping()  # fails if anything else comes before the answer
            ben.send(b"\xc0\x00")
            assert await ben.read(2) == b"\xd0\x00"


async def test_whoever_uses_ones_client_id_changes_nothing(
    lobby_broker: EmbeddedBroker,
) -> None:
    login = key_login(ANN, LOBBY)
    async with visit(lobby_broker, SERVER) as server, raw(lobby_broker.address) as ann:
        ann.send(connect(login.client_id, login.user, login.password) + subscribe(ANNS_OUTBOX))
        assert await ann.read(4) == CONNACK_OK
        assert await ann.read(5) == b"\x90\x03\x00\x01\x01"
        async with raw(lobby_broker.address) as unknown, raw(lobby_broker.address) as wrong:
            unknown.send(connect(login.client_id))
            assert await unknown.read(4) == CONNACK_OK
            wrong.send(connect(login.client_id, login.user, "guess"))
            await wrong.rest()
            await server.publish(ANNS_OUTBOX, b"sealed", 1)
            got = await ann.read(4)
            assert got[0] >> 4 == 3
            await unknown.ping()
            assert unknown.reader._buffer == b""  # type: ignore[attr-defined]
    assert lobby_broker.refused["login"] == 1


@pytest.mark.parametrize("clean", [True, False])
async def test_no_session_is_taken_over_by_its_client_id(
    lobby_broker: EmbeddedBroker, enter: Enter, clean: bool
) -> None:
    """A session that waits with messages for Ann is handed to nobody, as there is none."""
    login = key_login(ANN, LOBBY)
    async with visit(lobby_broker, SERVER) as server:
        async with raw(lobby_broker.address) as ann:
            ann.send(connect(login.client_id, login.user, login.password, clean=False))
            assert await ann.read(4) == CONNACK_OK
            ann.send(subscribe(ANNS_OUTBOX))
            assert await ann.read(5)
            ann.drop()
        await server.publish(ANNS_OUTBOX, b"sealed for Ann", 1)
        async with raw(lobby_broker.address) as thief:
            thief.send(connect(login.client_id, clean=clean))
            assert await thief.read(4) == CONNACK_OK  # the third byte: no session was found
            thief.send(b"\xc0\x00")
            assert await thief.read(2) == b"\xd0\x00"


async def test_a_silent_client_is_noticed_by_its_keep_alive_and_its_will_fires(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with visit(lobby_broker, SERVER) as server:
        await server.subscribe(TOPICS.every_inbox(), 1)
        async with enter(ANN, keep_alive=1, will=(ANNS_INBOX, b"silent", False)) as ann:
            begun = asyncio.get_running_loop().time()
            assert await received(server) == (ANNS_INBOX, b"silent")
            assert asyncio.get_running_loop().time() - begun >= 1.4
            assert await ann.rest() == b""
    assert lobby_broker.refused["silence"] == 1


@short_of(silence=0.3)
async def test_a_client_that_promised_no_keep_alive_is_not_kept_for_ever(
    lobby_broker: EmbeddedBroker, enter: Enter
) -> None:
    async with enter() as silent:
        assert await silent.rest() == b""
    assert lobby_broker.refused["silence"] == 1


@short_of(connect_seconds=0.3)
async def test_a_connection_that_says_nothing_is_closed(lobby_broker: EmbeddedBroker) -> None:
    async with raw(lobby_broker.address) as silent:
        assert await silent.rest() == b""
    assert lobby_broker.refused["no greeting"] == 1


@short_of(connect_seconds=0.3)
async def test_a_greeting_half_sent_is_not_waited_for(lobby_broker: EmbeddedBroker) -> None:
    async with raw(lobby_broker.address) as slow:
        slow.send(connect()[:-2])
        assert await slow.rest() == b""
    assert lobby_broker.refused == {"no greeting": 1}


@short_of(packet_seconds=0.3)
async def test_a_packet_half_sent_is_not_waited_for(lobby_broker: EmbeddedBroker) -> None:
    async with raw(lobby_broker.address) as slow:
        slow.send(connect())
        assert await slow.read(4) == CONNACK_OK
        slow.send(publish(ANNS_INBOX, bytes(100))[:-1])
        assert await slow.rest() == b""
    assert lobby_broker.refused == {"half a packet": 1}


@pytest.mark.parametrize("size", [NARROW.packet + 1, 10_000_000, 268_435_455])
async def test_a_packet_too_long_is_not_read(
    lobby_broker: EmbeddedBroker, enter: Enter, size: int
) -> None:
    async with enter(ANN) as ann:
        ann.send(packet(0x32, bytes(size))[:5] if size < 2**24 else b"\x32\xff\xff\xff\x7f")
        assert await ann.rest() == b""
    assert lobby_broker.refused["packet too long"] == 1


async def test_a_greeting_of_200_megabytes_is_not_buffered(lobby_broker: EmbeddedBroker) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with raw(lobby_broker.address) as big:
        big.send(b"\x10\x80\x84\xaf\x5f")  # 200,000,000 bytes to come
        try:
            for _ in range(200):
                big.send(bytes(1_000_000))
                await big.writer.drain()
        except ConnectionError:
            pass
        await big.rest()
    assert lobby_broker.refused["packet too long"] == 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB


@short_of(connect_seconds=1, connections=200)
async def test_garbage_leaks_nothing(lobby_broker: EmbeddedBroker) -> None:
    def open_files() -> int:
        gc.collect()
        return len(list(Path("/proc/self/fd").iterdir()))

    async def come_and_go(number: int) -> None:
        async with raw(lobby_broker.address) as stranger:
            stranger.send(os.urandom(number))
            if number % 2:
                await stranger.rest()

    before, tasks = open_files(), asyncio.all_tasks()
    await asyncio.gather(*(come_and_go(number) for number in range(100)))
    async with visit(lobby_broker, ANN) as ann:
        await ann.subscribe(TOPICS.lobby_state())
    async with asyncio.timeout(PATIENCE):  # the last connections are just being closed
        while more := asyncio.all_tasks() - tasks:
            await asyncio.wait(more)
    await asyncio.sleep(0)  # which closes their sockets
    assert open_files() <= before


@pytest.mark.parametrize(
    "data",
    [
        b"\x20\x02\x00\x00",  # only brokers send CONNACK
        b"\x00\x00",
        b"\xf0\x00",
        b"\x62\x02\x00\x01",  # QoS 2 is not offered
        b"\x80\x00",  # SUBSCRIBE without its flags
        b"\x82\x02\x00\x01",  # and to nothing
        b"\x82\x06\x00\x01\x00\x09ab",
        b"\x32\xff\xff\xff\xff\x01",  # a length of five bytes
        b"\xc0\x01\x00",
        publish(b"\xff\xfe", b"no UTF-8"),
        publish("siam/+/x", b"a wildcard"),
        publish("", b"no topic"),
        publish("a\0b", b"a null"),
        publish("$SYS/x", b"the broker's own"),
        publish(ANNS_INBOX, b"", qos=2),
        connect(),
    ],
)
async def test_what_is_not_well_formed_ends_the_connection_that_sends_it(
    lobby_broker: EmbeddedBroker, enter: Enter, data: bytes
) -> None:
    async with enter(ANN) as ann:
        ann.send(data)
        assert await ann.rest() == b""
    assert lobby_broker.refused["malformed"] == 1


@pytest.mark.parametrize(
    ("level", "answer"), [(5, b"\x20\x03\x00\x84\x00"), (3, b"\x20\x02\x00\x01")]
)
async def test_another_version_of_mqtt_is_told_so(
    lobby_broker: EmbeddedBroker, level: int, answer: bytes
) -> None:
    async with raw(lobby_broker.address) as modern:
        modern.send(connect(level=level))
        assert await modern.rest() == answer


async def test_a_client_that_does_not_read_is_cut_off() -> None:
    limits = replace(NARROW, packet=70_000)
    async with (
        embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY), limits) as running,
        visit(running, SERVER) as server,
        raw(running.address) as stalled,
        asyncio.timeout(PATIENCE),
    ):
        stalled.writer.transport.pause_reading()  # type: ignore[attr-defined]
        stalled.send(connect() + subscribe(TOPICS.table("+")))
        while not running.refused["unread"]:
            await server.publish(TOPICS.table("t"), bytes(60_000), 1)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of the socket nobody reads
async def test_it_stops_within_seconds_though_a_subscriber_has_stalled() -> None:
    loop = asyncio.get_running_loop()
    async with embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY)) as running:
        async with visit(running, SERVER) as server:
            _, writer = await asyncio.open_connection(running.address.host, running.address.port)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(connect() + subscribe(TOPICS.table("+")))
            for _ in range(200):
                await server.publish(TOPICS.table("t"), bytes(20_000), 1)
        begun = loop.time()
    assert loop.time() - begun < PATIENCE  # without an end to its own patience, never
    writer.transport.abort()


async def test_small_packets_leave_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """88 ms an answer without: Nagle's algorithm waits for the delayed acknowledgement."""
    accepted: list[asyncio.BaseTransport] = []
    made = PacketStream.connection_made

    def watched(stream: PacketStream, transport: asyncio.BaseTransport) -> None:
        accepted.append(transport)
        made(stream, transport)

    monkeypatch.setattr(PacketStream, "connection_made", watched)
    async with (
        embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY)) as running,
        visit(running, ANN),
    ):
        theirs = accepted[0].get_extra_info("socket")
        assert theirs.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_nothing_is_open_to_the_network_unless_asked_for() -> None:
    assert Config(SERVER).host == "127.0.0.1"
    assert inspect.signature(embedded_broker).parameters["host"].default is inspect.Parameter.empty


def test_a_text_is_framed_as_the_standard_says() -> None:
    assert text("MQTT") == b"\0\4MQTT"
    assert packet(0x30, bytes(200))[:3] == b"\x30\xc8\x01"
