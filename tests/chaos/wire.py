"""A proxy that knows MQTT's packets, and hurts them: late, cut, twice, in the wrong order."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from protocol.links import BrokerAddress, Link

PUBLISH = 3
PUBACK = 4
_PATIENCE = 0.2
"""Seconds a message waits for another to change places with."""


async def read_packet(reader: asyncio.StreamReader) -> bytes:
    """Read one MQTT 3.1.1 packet, whole: a byte of type, its length in 7-bit digits, the rest."""
    head = await reader.readexactly(1)
    length, shift = 0, 0
    while True:
        digit = await reader.readexactly(1)
        head += digit
        length |= (digit[0] & 127) << shift
        shift += 7
        if digit[0] < 128:
            return head + await reader.readexactly(length)


@dataclass
class Direction:
    """One way along a wire.

    Attributes:
        late: seconds the next packet comes late.
        double: whether the next message is passed on twice.
        swap: whether the next message changes places with the one after it.
        echoes: acknowledgements of doubled messages to be swallowed on this way.
    """

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    late: float = 0.0
    double: bool = False
    swap: bool = False
    echoes: int = 0
    back: Direction | None = None
    _held: bytes = b""
    _letting_go: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Pass packets on until either end hangs up."""
        self.writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            while True:
                packet = await read_packet(self.reader)
                if self.late:
                    late, self.late = self.late, 0.0
                    await asyncio.sleep(late)  # the delay that is the fault
                self._pass_on(packet)
                await self.writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            if self._letting_go is not None:
                self._letting_go.cancel()
            self.writer.transport.abort()

    def _pass_on(self, packet: bytes) -> None:
        kind = packet[0] >> 4
        if kind == PUBACK and self.echoes:
            self.echoes -= 1
            return
        if kind == PUBLISH and self.swap:
            self.swap, self._held = False, packet
            self._letting_go = asyncio.get_running_loop().call_later(_PATIENCE, self._let_go)
            return
        self.writer.write(packet)
        if kind == PUBLISH:
            self._let_go()
            if self.double:
                self.double = False
                self._again(packet)

    def _again(self, packet: bytes) -> None:
        if packet[0] & 0b0110 == 0b0010:  # QoS 1: it will be acknowledged twice
            assert self.back is not None
            self.back.echoes += 1
            packet = bytes([packet[0] | 0b1000]) + packet[1:]  # marked as MQTT marks repetitions
        self.writer.write(packet)

    def _let_go(self) -> None:
        if self._held:
            self.writer.write(self._held)
            self._held = b""


@dataclass
class Wires:
    """Everybody's connections to one broker.

    Attributes:
        behind: the broker.
        port: where the wires begin.
    """

    behind: BrokerAddress
    port: int = 0
    _open: list[tuple[Direction, Direction]] = field(default_factory=list)
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    def through(self, link: Link) -> Link:
        """Return the link that leads along these wires."""
        return replace(link, broker=replace(link.broker, host="127.0.0.1", port=self.port))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, onward = await asyncio.open_connection(self.behind.host, self.behind.port)
        except OSError:  # the broker is dead just now
            writer.transport.abort()
            return
        wire = Direction(reader, onward), Direction(there, writer)
        wire[0].back, wire[1].back = wire[1], wire[0]
        self._open.append(wire)
        self._opened.set()
        try:
            await asyncio.gather(*(direction.run() for direction in wire))
        finally:
            self._open.remove(wire)

    async def pick(self, where: float) -> tuple[Direction, Direction]:
        """Return the wire so far along the list of those there are, once there is one."""
        while not self._open:
            self._opened.clear()
            await self._opened.wait()
        return self._open[int(where * len(self._open))]

    def cut(self, wire: tuple[Direction, Direction]) -> None:
        """Cut a wire without a word."""
        for direction in wire:
            direction.writer.transport.abort()

    def cut_all(self) -> None:
        """Cut every wire without a word."""
        for wire in list(self._open):
            self.cut(wire)


@asynccontextmanager
async def wires_to(broker: BrokerAddress) -> AsyncIterator[Wires]:
    """Run a proxy of hurtable wires in front of a broker."""
    wires = Wires(broker)
    server = await asyncio.start_server(wires.serve, "127.0.0.1", 0)
    wires.port = server.sockets[0].getsockname()[1]
    try:
        yield wires
    finally:
        server.close()
        wires.cut_all()
        await server.wait_closed()
