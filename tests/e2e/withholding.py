"""A broker's owner in the middle: reads every packet, and keeps from a client what they choose."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from protocol.links import BrokerAddress, Link

_PUBLISH, _PUBACK = 3, 0x40


def nothing(topic: str, payload: bytes) -> bool:
    """Let everything through."""
    del topic, payload
    return False


@dataclass
class Withholder:
    """Passes packets on between a client and its broker, but for some publications.

    What is withheld is acknowledged to the broker in the client's name, which notices nothing.

    Attributes:
        behind: the broker.
        withholds: tells by topic and payload what the client does not get.
        withheld: how many publications it did not get.
        port: where the client connects.
    """

    behind: BrokerAddress
    withholds: Callable[[str, bytes], bool] = nothing
    withheld: int = 0
    port: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def through(self, link: Link) -> Link:
        """Return the link that leads through here."""
        return replace(link, broker=replace(link.broker, host="127.0.0.1", port=self.port))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_connection(self.behind.host, self.behind.port)
        for each in (writer, onward):
            each.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._up(reader, onward))
                group.create_task(self._down(there, writer, onward))
        except* (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()
            onward.transport.abort()

    async def _up(self, reader: asyncio.StreamReader, onward: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            onward.write(data)
        raise ConnectionResetError

    async def _down(
        self,
        there: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        onward: asyncio.StreamWriter,
    ) -> None:
        while True:
            head, body = await _packet(there)
            if head[0] >> 4 == _PUBLISH:
                length = int.from_bytes(body[:2])
                topic, rest = body[2 : 2 + length].decode(), body[2 + length :]
                acknowledged = head[0] & 0b110
                if self.withholds(topic, rest[2:] if acknowledged else rest):
                    self.withheld += 1
                    if acknowledged:
                        onward.write(bytes([_PUBACK, 2]) + rest[:2])
                    continue
            writer.write(head + body)


async def _packet(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return a packet's fixed header and the rest of it."""
    head = await reader.readexactly(2)
    while head[-1] & 0x80:
        head += await reader.readexactly(1)
    length = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(head[1:]))
    return head, await reader.readexactly(length)


@asynccontextmanager
async def withholder(broker: BrokerAddress) -> AsyncIterator[Withholder]:
    """Run a broker's owner in front of a broker; they withhold nothing at first."""
    owner = Withholder(broker)
    server = await asyncio.start_server(owner.serve, "127.0.0.1", 0)
    owner.port = server.sockets[0].getsockname()[1]
    try:
        yield owner
    finally:
        server.close()
        await server.wait_closed()
