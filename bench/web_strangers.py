"""Strangers who attack the web page, each kind in a process of its own.

`bench.web_door strangers` starts them; by hand it is::

    python -m bench.web_strangers KIND PORT SECONDS [ADDRESS ...]

They use raw sockets. A connection that is refused or cut off comes back at once. Each connection
leaves from one of the addresses in turn. They stop by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from itertools import cycle
from time import monotonic

from siam_tui.browser.page_files import page_files, page_version

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
LOWEST_PRIORITY = 19
BYTES_PER_SECOND = 1_000_000
PIECE = 6_000
TABLE = "abc1"
VERSION = page_version(page_files())
FIRST = bytes([0x81, 0x80 + len(VERSION), 0, 0, 0, 0]) + VERSION.encode()
"""The first message of a spectator, as a frame."""
PING = bytes.fromhex("898000000000")
BEGIN, CONTINUE = bytes.fromhex("018000000000"), bytes.fromhex("008000000000")
WRONG_CODE = "/stop/ABCD-EFGH-JKLM-NPQR"


def request(port: int, line: str, *headers: str, body: bytes = b"") -> bytes:
    """Return a request."""
    own = f"127.0.0.1:{port}"
    lines = (f"{line} HTTP/1.1", f"Host: {own}", f"Origin: http://{own}", *headers, "", "")
    return "\r\n".join(lines).encode() + body


def upgrade(port: int) -> bytes:
    """Return the request of a spectator."""
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    more = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
    return request(port, f"GET /watch/table/{TABLE}", *more)


def post(port: int, path: str, body: bytes = b"") -> bytes:
    """Return a request that sends something."""
    return request(port, f"POST {path}", f"Content-Length: {len(body)}", body=body)


async def send_always(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """Send a piece again and again, 1 MB a second."""
    pause = len(piece) / BYTES_PER_SECOND
    while True:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause)


class Stranger:
    """What one connection does, again and again."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def watch(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, piece: bytes
    ) -> None:
        """Watch a table, and send frames that mean nothing."""
        writer.write(upgrade(self.port))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(FIRST)
        await send_always(writer, piece)

    async def pings(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ping as a spectator."""
        await self.watch(reader, writer, PING * (PIECE // len(PING)))

    async def fragments(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Begin a message as a spectator, and continue it with nothing."""
        writer.write(upgrade(self.port))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(BEGIN)
        await send_always(writer, CONTINUE * (PIECE // len(CONTINUE)))

    async def pipelines(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for a file many times at once, and read the answers."""
        piece = request(self.port, "GET /assets/icon.svg") * 32
        reading = asyncio.create_task(read_to_end(reader))
        try:
            while True:
                writer.write(piece)
                await writer.drain()
        finally:
            reading.cancel()

    async def half_open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Never end a request."""
        writer.write(b"GET / HTTP/1.1\r\nHost: 127")
        await read_to_end(reader)

    async def connections(self, _: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        """Connect, and leave."""

    async def handshakes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Begin to watch, and leave once something is shown."""
        writer.write(upgrade(self.port))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(FIRST)
        await reader.read(1)

    async def garbage(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send what is no request."""
        writer.write(b"\x00garbage\r\n\r\n")
        await read_to_end(reader)

    async def bodies(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a record in pieces of which most bytes are no record."""
        writer.write(request(self.port, f"POST /replay?{VERSION}", "Transfer-Encoding: chunked"))
        reading = asyncio.create_task(read_to_end(reader))
        try:
            await send_always(writer, (b"1;" + b"x" * 90 + b"\r\na\r\n") * (PIECE // 98))
        finally:
            reading.cancel()

    async def replays(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for records: none, broken ones, and some that the lobby does not have."""
        for path, body in (("/replay", b""), ("/replay", b"x" * 60_000), ("/replay/nix/1", b"")):
            writer.write(post(self.port, f"{path}?{VERSION}", body))
            await reader.readuntil(b"\r\n\r\n")

    async def codes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Try stop codes."""
        writer.write(post(self.port, WRONG_CODE))
        await reader.readuntil(b"\r\n\r\n")


AT_ONCE = {
    Stranger.pings: 20,
    Stranger.fragments: 20,
    Stranger.pipelines: 20,
    Stranger.half_open: 800,
    Stranger.connections: 40,
    Stranger.handshakes: 40,
    Stranger.garbage: 40,
    Stranger.bodies: 20,
    Stranger.replays: 12,
    Stranger.codes: 40,
}
KINDS: dict[str, Callable[..., object]] = {each.__name__: each for each in AT_ONCE}


async def read_to_end(reader: asyncio.StreamReader) -> None:
    """Read until the door hangs up."""
    while await reader.read(1 << 16):
        pass


async def attack(kind: str, port: int, seconds: float, addresses: tuple[str, ...]) -> int:
    """Attack for some seconds; return how many connections it took."""
    act, sources, until, number = KINDS[kind], cycle(addresses), monotonic() + seconds, 0

    async def repeat() -> None:
        nonlocal number
        while monotonic() < until:
            with contextlib.suppress(OSError, EOFError):
                local = (next(sources), 0)
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=local)
                number += 1
                try:
                    await act(Stranger(port), reader, writer)  # type: ignore[misc]
                finally:
                    writer.transport.abort()
            await asyncio.sleep(0)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(repeat() for _ in range(AT_ONCE[act])))  # type: ignore[index]
    return number


if __name__ == "__main__":
    os.nice(LOWEST_PRIORITY)
    given = sys.argv[1:]
    print(asyncio.run(attack(given[0], int(given[1]), float(given[2]), tuple(given[3:]))))
