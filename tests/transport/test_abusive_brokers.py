"""A broker of which nothing is known: what a client reads of it, and how long it waits."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import resource
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import thread_time

import aiomqtt
import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from tests.certificates import TestAuthority
from tests.patience import PATIENCE
from tests.server.broker.raw import CONNACK_OK, PINGRESP, packet
from transport import mqtt_client
from transport.connection_error import explain_error
from transport.login import key_login
from transport.mqtt import connected_as
from transport.tls import CA_VARIABLE

ENDLESS = packet(0x30, bytes(2))[:1] + b"\xff\xff\xff\x7f" + bytes(1 << 20)
"""A PUBLISH of 268 MB, and its first MB."""
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def broker(
    answer: Answer, scheme: str = "mqtt", tls: ssl.SSLContext | None = None
) -> AsyncIterator[BrokerAddress]:
    """Listen, and answer whoever connects."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except OSError:
            pass
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", ssl=tls)
    try:
        yield BrokerAddress(scheme, "127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()


async def meet(address: BrokerAddress) -> str:
    """Connect, read until the connection has ended, and return the sentence about it."""
    with pytest.raises(aiomqtt.MqttError) as caught:
        await asyncio.wait_for(read_to_end(address), PATIENCE)
    return explain_error(caught.value, address, "ann", has_password=False)


async def read_to_end(address: BrokerAddress) -> None:
    async with connected_as(address, key_login(SecretKey.generate(), "lobby")) as client:
        async for _ in client.arrivals():
            pass


async def longest_turn(until: Awaitable[object]) -> float:
    """Return the most processor time that one turn of the loop takes until something is done."""
    waiting, longest = asyncio.ensure_future(until), 0.0
    while not waiting.done():
        began = thread_time()
        await asyncio.sleep(0)
        longest = max(longest, thread_time() - began)
    await waiting
    return longest


async def upgrade(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Make a WebSocket of a connection."""
    asked = await reader.readuntil(b"\r\n\r\n")
    key = next(line for line in asked.split(b"\r\n") if line.startswith(b"Sec-WebSocket-Key"))
    proof = base64.b64encode(hashlib.sha1(key.split(b": ")[1] + GUID).digest())
    head = b"HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
    writer.write(head + proof + b"\r\n\r\n")


async def send_for_ever(writer: asyncio.StreamWriter, data: bytes) -> None:
    while True:
        writer.write(data)
        await writer.drain()


async def huge_packet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await send_for_ever(writer, CONNACK_OK + ENDLESS)


async def huge_instead_of_admission(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await send_for_ever(writer, ENDLESS)


async def huge_frame(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send one WebSocket frame of 2**40 bytes, full of small packets."""
    await upgrade(reader, writer)
    writer.write(b"\x82\x04" + CONNACK_OK + b"\x82\x7f" + (1 << 40).to_bytes(8))
    await send_for_ever(writer, packet(0x30, b"\0\1a" + bytes(60_000)))


@pytest.mark.parametrize(
    ("scheme", "answer"),
    [("mqtt", huge_packet), ("mqtt", huge_instead_of_admission), ("ws", huge_frame)],
)
async def test_what_is_too_large_ends_the_connection(scheme: str, answer: Answer) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with broker(answer, scheme) as address:
        sentence = await meet(address)
    assert "sends what no lobby's broker sends" in sentence
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a byte of a handshake that never ends, now and then."""
    begins_tls = await reader.read(1) == b"\x16"
    writer.write(b"\x16\x03\x03\x40\x00" if begins_tls else b"HTTP/1.1 101 ")
    while not writer.is_closing():
        writer.write(b"\x02")
        await asyncio.sleep(0.05)  # it is what this stranger does


@pytest.mark.parametrize("scheme", ["mqtt", "ws", "wss", "mqtts"])
async def test_a_handshake_that_drips_ends_in_time(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setattr(mqtt_client, "_OPENING_SECONDS", 0.5)
    async with broker(drip, scheme) as address:
        await meet(address)
        threads = asyncio.get_running_loop().shutdown_default_executor()
        await asyncio.wait_for(threads, PATIENCE)


@pytest.mark.parametrize("scheme", ["mqtt", "mqtts"])
async def test_a_million_small_packets_leave_turns_for_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scheme: str
) -> None:
    """With TLS, too, where more is decrypted already whenever a packet has been read."""
    ca = TestAuthority(tmp_path)
    ca.issue("broker", "127.0.0.1")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(tmp_path / "broker.pem", tmp_path / "broker.key")
    monkeypatch.setenv(CA_VARIABLE, str(tmp_path / "ca.pem"))
    left = 100

    async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal left
        writer.write(CONNACK_OK)
        while left:
            left -= 1
            writer.write(PINGRESP * 1023 + b"\xd0")
            writer.write(b"\x00")
            await writer.drain()
        writer.write(PINGRESP + b"\x00\x00")

    async with broker(flood, scheme, tls if scheme == "mqtts" else None) as address:
        longest = await longest_turn(meet(address))
    assert not left
    assert longest < 0.5, f"{longest:.2f} s"
