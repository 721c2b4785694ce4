"""What clients see of our broker and of mosquitto, for the same random steps.

Mosquitto sends a copy for each filter that matches, or else one with the QoS of any of them. Copies
are counted as one message here, with the greatest QoS, as the standard wants it (MQTT-3.3.5-1).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from protocol.links import BrokerAddress
from server.broker.embedded import embedded_broker
from tests.brokers import NO_LIMITS, Lawless, free_port
from tests.e2e.deployed import running_mosquitto
from tests.patience import PATIENCE
from tests.server.broker.raw import (
    CONNACK_OK,
    PINGREQ,
    Raw,
    connect,
    packet,
    publish,
    raw,
    subscribe,
    text,
)

_CONFIGURATION = """\
listener {port} 127.0.0.1
allow_anonymous true
set_tcp_nodelay true
max_queued_messages 0
max_inflight_messages 0
allow_duplicate_messages true
log_dest none
"""
LEVELS = ("a", "b", "c")
CLIENTS = 3
STEPS = 60

Seen = dict[tuple[str, bytes, bool], int]
"""QoS of each message, by topic, payload and whether it had been retained."""


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrokerAddress]:
    port = free_port()
    with running_mosquitto(tmp_path_factory.mktemp("m"), _CONFIGURATION.format(port=port), port):
        yield BrokerAddress("mqtt", "127.0.0.1", port)


@dataclass
class Observer:
    """A client that acknowledges and remembers what it is sent."""

    connection: Raw
    codes: list[bytes] = field(default_factory=list)
    seen: Seen = field(default_factory=dict)
    times: int = 0

    async def settle(self) -> None:
        """Take everything the broker has sent until it answers a ping."""
        self.connection.send(PINGREQ)
        while (kind := await self.take()) != 13:
            assert kind in (3, 4, 9, 11), kind

    async def take(self) -> int:
        """Take one packet; return its kind."""
        first = (await self.connection.read(1))[0]
        length, shift = 0, 0
        while True:
            (byte,) = await self.connection.read(1)
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        body = await self.connection.read(length)
        if first >> 4 == 3:
            self._see(first, body)
        elif first >> 4 == 9:
            self.codes.append(body[2:])
        return first >> 4

    def _see(self, first: int, body: bytes) -> None:
        end = 2 + int.from_bytes(body[:2])
        topic, qos = body[2:end].decode(), first >> 1 & 3
        if qos:
            self.connection.send(b"\x40\x02" + body[end : end + 2])
            end += 2
        which = (topic, body[end:], bool(first & 1))
        self.times += 1
        self.seen[which] = max(qos, self.seen.get(which, 0))


@asynccontextmanager
async def observer(address: BrokerAddress, name: str, will: object) -> AsyncIterator[Observer]:
    async with raw(address) as connection:
        connection.send(connect(name, will=will))  # type: ignore[arg-type]
        assert await connection.read(4) == CONNACK_OK
        yield Observer(connection)


def any_topic(random: Random) -> str:
    return "/".join(random.choices(LEVELS, k=random.randint(1, 3)))


def any_filter(random: Random) -> str:
    levels = random.choices((*LEVELS, "+", "+"), k=random.randint(1, 3))
    return "/".join([*levels, "#"] if random.random() < 0.3 else levels)


async def story(address: BrokerAddress, seed: int) -> list[object]:
    """Let clients of one broker do random things; return all they saw, after each."""
    random = Random(seed)
    shown: list[object] = []
    stack = AsyncExitStack()
    async with stack:
        watcher = await stack.enter_async_context(observer(address, "watcher", None))
        watcher.connection.send(subscribe("#", qos=1))
        await watcher.settle()
        clients: dict[int, tuple[Observer, AsyncExitStack, bool]] = {}
        for step in range(STEPS):
            number = random.randrange(CLIENTS)
            if number not in clients:
                will = (any_topic(random), b"will %d" % step, random.random() < 0.5)
                willing = will if random.random() < 0.5 else None
                own = AsyncExitStack()
                stack.push_async_exit(own)
                one = await own.enter_async_context(observer(address, f"c{number}", willing))
                clients[number] = one, own, willing is not None
            one, own, has_will = clients[number]
            match random.choice(("subscribe", "subscribe", "publish", "publish", "less", "end")):
                case "subscribe":
                    wanted = [any_filter(random) for _ in range(random.randint(1, 3))]
                    one.connection.send(subscribe(*dict.fromkeys(wanted), qos=random.randint(0, 1)))
                    await one.settle()
                case "publish":
                    payload = b"" if (retain := random.random() < 0.5) and step % 3 == 0 else b"%d"
                    payload = payload and payload % step
                    qos = random.randint(0, 1)
                    one.connection.send(publish(any_topic(random), payload, retain=retain, qos=qos))
                    await one.settle()
                case "less":
                    one.connection.send(packet(0xA2, b"\0\2" + text(any_filter(random))))
                    await one.settle()
                case "end":
                    del clients[number]
                    if graceful := random.random() < 0.5:
                        one.connection.send(b"\xe0\x00")
                        await one.connection.rest()
                    before = watcher.times
                    await own.aclose()
                    async with asyncio.timeout(PATIENCE):
                        while has_will and not graceful and watcher.times == before:
                            await watcher.take()
            everybody = [watcher, *(each for each, _, _ in clients.values())]
            for each in everybody:
                await each.settle()
            shown.append([(each.codes, each.seen) for each in everybody])
            for each in everybody:
                each.codes, each.seen = [], {}
    return shown


async def clear_retained(address: BrokerAddress) -> None:
    """Remove what an earlier story has left."""
    async with observer(address, "cleaner", None) as cleaner:
        cleaner.connection.send(subscribe("#"))
        await cleaner.settle()
        for topic, _, _ in list(cleaner.seen):
            cleaner.connection.send(publish(topic, b"", retain=True, qos=0))
        await cleaner.settle()


@pytest.mark.parametrize("seed", range(4))
async def test_clients_see_the_same(
    reference: BrokerAddress, seed: int, request: pytest.FixtureRequest
) -> None:
    seeds = range(seed, 400, 4) if request.config.getoption("--long") else [seed]
    for each in seeds:
        await clear_retained(reference)
        async with embedded_broker("127.0.0.1", 0, Lawless(), NO_LIMITS) as ours:
            mine = await story(ours.address, each)
        theirs = await story(reference, each)
        for step, (ours_saw, theirs_saw) in enumerate(zip(mine, theirs, strict=True)):
            assert ours_saw == theirs_saw, (each, step)


async def test_overlapping_filters_bring_a_message_once(tmp_path: Path) -> None:
    async with (
        embedded_broker("127.0.0.1", 0, Lawless(), NO_LIMITS) as ours,
        observer(ours.address, "reader", None) as reader,
        observer(ours.address, "writer", None) as writer,
    ):
        writer.connection.send(publish("a/b", b"kept", retain=True))
        await writer.settle()
        reader.connection.send(subscribe("a/b", "a/+", "#", "+/b", "a/#"))
        await reader.settle()
        assert (reader.times, reader.codes) == (1, [b"\1" * 5])
        writer.connection.send(publish("a/b", b"live", qos=0))
        await writer.settle()
        await reader.settle()
        assert reader.times == 2
        assert reader.seen == {("a/b", b"kept", True): 1, ("a/b", b"live", False): 0}
