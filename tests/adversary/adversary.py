"""An adversary: a client of the broker that may read, write and retain anything anywhere.

It knows the invitation, and so the server's public key and every topic; it may even be a player of
this lobby. It knows no other key. What it can do is listed in `Attack`: one function for a kind,
from what was recorded to what is to be published.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import aiomqtt
from nacl.public import Box

from protocol import PROTOCOL_VERSION
from protocol.envelope import Envelope, open_sealed, open_signed, seal, sign
from protocol.errors import ProtocolError
from protocol.keys import PublicKey, SecretKey
from protocol.links import BrokerAddress, Link
from protocol.messages import Done, Message, Welcome
from protocol.states import LobbyState, SeatState, TableState
from protocol.topics import Topics
from tests.brokers import plain_client
from tests.patience import PATIENCE
from tests.server.broker.raw import CONNACK_OK, connect, raw

FORGED = "forged by Mallory"
BIG = 10_000_000
HEAD = b"SIAM" + bytes([PROTOCOL_VERSION]) + b"s"


class Frame(NamedTuple):
    """Something published: where, what, and whether the broker is to keep it."""

    topic: str
    payload: bytes
    retain: bool = False


@dataclass
class Adversary:
    """Listens to everything, and publishes what it likes.

    Attributes:
        link: the invitation it has got hold of.
        key: its own key; as a player of the lobby it is no better than others.
        recorded: everything it heard, in order.
    """

    link: Link
    mqtt: aiomqtt.Client
    random: Random
    key: SecretKey = field(default_factory=lambda: SecretKey(b"m" * 32))
    recorded: list[Frame] = field(default_factory=list)
    mine: set[bytes] = field(default_factory=set)
    published: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def topics(self) -> Topics:
        return Topics(self.link.lobby)

    def on(self, part: str) -> list[Frame]:
        """Return what others published on an inbox, outbox, table or the lobby."""
        within = f"{self.topics.lobby_state().removesuffix('lobby')}{part}"
        return [frame for frame in self.recorded if frame.topic.startswith(within)]

    async def publish(self, frame: Frame) -> None:
        self.mine.add(frame.payload)
        self.published += 1
        await self.mqtt.publish(frame.topic, frame.payload, 1, retain=frame.retain)

    async def listen(self) -> None:
        async for message in self.mqtt.messages:
            payload = message.payload
            assert isinstance(payload, bytes)
            if payload and payload not in self.mine:
                self.recorded.append(Frame(message.topic.value, payload, message.retain))
                self.arrived.set()

    def readable(self, *keys: SecretKey) -> list[Message]:
        """Return every recorded message that can be read with the invitation and these keys."""
        found = []
        for topic, payload, _ in self.recorded:
            for opened in (
                lambda payload=payload, topic=topic: open_signed(payload, self.link.server, topic),
                *(
                    lambda key=key, payload=payload, topic=topic: open_sealed(payload, key, topic)
                    for key in (self.key, *keys)
                ),
            ):
                try:
                    found.append(opened().message)
                except ProtocolError:
                    continue
        return found

    def holds(self, *secrets: str) -> list[str]:
        """Return those of these texts that stand in the clear anywhere in what was recorded."""
        return [
            text
            for text in secrets
            if any(text.encode() in frame.payload for frame in self.recorded)
        ]

    async def until_heard(self, part: str, whose: str, count: int) -> list[Frame]:
        """Return what others published on somebody's inbox or outbox once it is so much."""
        async with asyncio.timeout(PATIENCE):
            while (
                len(found := [each for each in self.on(part) if each.topic.endswith(whose)]) < count
            ):
                self.arrived.clear()
                await self.arrived.wait()
        return found

    async def until_holds(self, text: str) -> None:
        """Wait until this text stands in the clear in what was recorded."""
        async with asyncio.timeout(PATIENCE):
            while not self.holds(text):
                self.arrived.clear()
                await self.arrived.wait()


@asynccontextmanager
async def adversary(link: Link, seed: int = 1) -> AsyncIterator[Adversary]:
    """Let an adversary onto a broker that lets everybody do everything."""
    at_once = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]  # it waits for nobody's small packets
    async with plain_client(link.broker, socket_options=at_once) as mqtt:
        mallory = Adversary(link, mqtt, Random(seed))
        await mqtt.subscribe("#", qos=1)
        listening = asyncio.create_task(mallory.listen())
        try:
            yield mallory
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


async def die_with_will(broker: BrokerAddress, frame: Frame) -> None:
    """Connect with a will, and drop the connection without a word."""
    greeting = connect(
        f"will{secrets.token_hex(8)}", will=(frame.topic, frame.payload, frame.retain)
    )
    async with raw(broker) as dying:
        dying.send(greeting)
        assert await dying.read(4) == CONNACK_OK
        dying.drop()


# ---------------------------------------------------------------- what it publishes

Attack = Callable[[Adversary, list[Frame]], Frame]
"""Makes one thing to publish out of those recorded."""


def replay(_: Adversary, heard: list[Frame]) -> Frame:
    """Play something again as it was: later, so out of its order, and twice."""
    return _.random.choice(heard)


def retain_old(mallory: Adversary, heard: list[Frame]) -> Frame:
    return mallory.random.choice(heard)._replace(retain=True)


def move(mallory: Adversary, heard: list[Frame]) -> Frame:
    """Play something again in another place."""
    there = mallory.random.choice(heard).topic
    return mallory.random.choice(heard)._replace(topic=there)


def truncate(mallory: Adversary, heard: list[Frame]) -> Frame:
    frame = mallory.random.choice(heard)
    return frame._replace(payload=frame.payload[: mallory.random.randrange(1, len(frame.payload))])


def flip(mallory: Adversary, heard: list[Frame]) -> Frame:
    frame = mallory.random.choice(heard)
    data = bytearray(frame.payload)
    data[mallory.random.randrange(len(data))] ^= 1 << mallory.random.randrange(8)
    return frame._replace(payload=bytes(data))


def squat(mallory: Adversary, heard: list[Frame]) -> Frame:
    """Leave something of one's own on a topic, for whoever comes next."""
    data = mallory.random.randbytes(mallory.random.randrange(1, 300))
    return Frame(mallory.random.choice(heard).topic, data, retain=True)


def forge(mallory: Adversary, heard: list[Frame]) -> Frame:
    """Speak as the server, signed and sealed with one's own key."""
    topic = mallory.random.choice(heard).topic
    seat = SeatState(FORGED[:24], "person", mallory.key.public.fingerprint)
    message: Message = mallory.random.choice(
        [
            LobbyState(2**30, FORGED[:24], (), ()),
            TableState(
                topic.rpartition("/")[2], 2**30, "siam", "", (), "over", "", FORGED[:24], (seat,)
            ),
            Done("forged", 2**30),
            Welcome(bytes(16), bytes(16), bytes(16), FORGED[:24], FORGED[:24]),
        ]
    )
    envelope = Envelope(mallory.key.public, topic, bytes(16), 2**40, bytes(16), message)
    in_the_name_of_the_server = Envelope(
        mallory.link.server, topic, bytes(16), 2**40, bytes(16), message
    )
    return Frame(
        topic,
        mallory.random.choice(
            [
                sign(envelope, mallory.key),
                sign(in_the_name_of_the_server, mallory.key),
                seal(envelope, mallory.key, mallory.link.server),
            ]
        ),
        mallory.random.random() < 0.5,
    )


def bomb(mallory: Adversary, _: list[Frame]) -> Frame:
    """Seal what unpacks to far more than it is, as a player of the lobby who may seal anything."""
    data = mallory.random.choice(
        [
            b"\x91" * 60_000,  # arrays in arrays
            b"\x81" * 60_000,
            b"\xdd\xff\xff\xff\xff",  # an array of four thousand million, which does not follow
            b"\xdf\xff\xff\xff\xff",
            b"\xc6\xff\xff\xff\xff",
            b"\xdd" + struct.pack("!I", 60_000) + b"\xc0" * 60_000,
            b"\x96" + b"\xc4\x20" + bytes(32) + b"\xdc\xea\x60" + b"\x90" * 60_000,
            b"\xc7\xff\x01" + bytes(255),
        ]
    )
    return Frame(
        mallory.topics.inbox(mallory.key.public.fingerprint),
        raw_sealed(data, mallory.key, mallory.link.server),
    )


def big(mallory: Adversary, heard: list[Frame]) -> Frame:
    return Frame(mallory.random.choice(heard).topic, HEAD + bytes(BIG))


ATTACKS: tuple[Attack, ...] = (replay, retain_old, move, truncate, flip, squat, forge, bomb)
"""Those that are cheap enough to be made by the hundred."""


def raw_sealed(data: bytes, secret: SecretKey, recipient: PublicKey) -> bytes:
    """Seal bytes that are no envelope."""
    box = Box(secret.sealing, recipient.sealing)
    return HEAD + secret.public.raw + bytes(box.encrypt(data))
