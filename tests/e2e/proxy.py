"""A TCP proxy between a client and its broker whose wires can be cut."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from protocol.links import BrokerAddress, Link


@dataclass
class Proxy:
    """Passes bytes on until it is cut.

    Attributes:
        behind: where the connections lead.
        port: where it listens.
    """

    behind: BrokerAddress
    port: int = 0
    _cut: bool = False
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    def through(self, link: Link) -> Link:
        """Return the link that leads through this proxy."""
        return replace(link, broker=replace(link.broker, host="127.0.0.1", port=self.port))

    def cut(self) -> None:
        """Cut every connection without a word, and let none through any more."""
        self._cut = True
        self.drop()

    def drop(self) -> None:
        """Cut every connection without a word; new ones go through."""
        for writer in self._writers:
            writer.transport.abort()

    def mend(self) -> None:
        """Let connections through again."""
        self._cut = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        there, onward = await asyncio.open_connection(self.behind.host, self.behind.port)
        self._writers |= {writer, onward}
        try:
            await asyncio.gather(_pass_on(reader, onward), _pass_on(there, writer))
        finally:
            self._writers -= {writer, onward}


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        while data := await reader.read(4096):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()


@asynccontextmanager
async def proxy_to(
    broker: BrokerAddress, tls: ssl.SSLContext | None = None
) -> AsyncIterator[Proxy]:
    """Run a proxy in front of a broker; with TLS, it speaks that to who comes."""
    proxy = Proxy(broker)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0, ssl=tls)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
        await server.wait_closed()
