"""A connection to a broker that sends what it likes, byte for byte."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from protocol.links import BrokerAddress
from tests.patience import PATIENCE

CONNACK_OK = b"\x20\x02\x00\x00"
CONNACK_LOGIN = b"\x20\x02\x00\x04"
CONNACK_NOT_ALLOWED = b"\x20\x02\x00\x05"
PINGREQ = b"\xc0\x00"
PINGRESP = b"\xd0\x00"


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("!H", len(data)) + data


def packet(first: int, body: bytes) -> bytes:
    """Return a packet with this first byte; the length goes before the body."""
    length = bytearray()
    left = len(body)
    while True:
        left, low = divmod(left, 128)
        length.append(low | (128 if left else 0))
        if not left:
            return bytes([first]) + bytes(length) + body


def connect(
    client_id: str = "raw",
    user: str = "",
    password: str | None = None,
    *,
    keep_alive: int = 0,
    clean: bool = True,
    will: tuple[str, bytes, bool] | None = None,
    level: int = 4,
) -> bytes:
    """Return a CONNECT; a will is its topic, its payload and whether it is to be retained."""
    flags = 2 * clean
    payload = text(client_id)
    if will:
        topic, words, retain = will
        flags |= 4 | 8 | 32 * retain
        payload += text(topic) + text(words)
    if user:
        flags |= 128
        payload += text(user)
    if password is not None:
        flags |= 64
        payload += text(password)
    properties = b"\0" if level == 5 else b""
    head = text("MQTT") + bytes([level, flags]) + struct.pack("!H", keep_alive) + properties
    return packet(0x10, head + payload)


def publish(topic: str | bytes, data: bytes, *, retain: bool = False, qos: int = 1) -> bytes:
    number = b"\0\1" if qos else b""
    return packet(0x30 | qos << 1 | retain, text(topic) + number + data)


def subscribe(*topics: str, qos: int = 1) -> bytes:
    return packet(0x82, b"\0\1" + b"".join(text(each) + bytes([qos]) for each in topics))


@dataclass
class Raw:
    """One TCP connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def read(self, length: int) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readexactly(length)

    async def rest(self, seconds: float = PATIENCE) -> bytes:
        """Return what comes until the other end closes.

        Raises:
            TimeoutError: it does not.
        """
        data = b""
        async with asyncio.timeout(seconds):
            try:
                while more := await self.reader.read(4096):
                    data += more
            except ConnectionError:
                pass
        return data

    async def ping(self) -> None:
        """Wait until everything sent so far has been dealt with."""
        self.send(PINGREQ)
        data = b""
        async with asyncio.timeout(PATIENCE):
            while PINGRESP not in data:
                more = await self.reader.read(4096)
                assert more, f"closed after {data!r}"
                data += more

    def drop(self) -> None:
        """End the connection without a word, as a crash does."""
        self.writer.transport.abort()


@asynccontextmanager
async def raw(address: BrokerAddress) -> AsyncIterator[Raw]:
    """Connect by TCP, and say nothing."""
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()
