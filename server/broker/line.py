"""One connection to the embedded broker, as bytes: framed, timed and bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from server.broker.limits import FLOOD, Allowance, Limits
from server.broker.packets import CONNECT, PUBACK, PUBLISH
from server.broker.turns import Turns, Use

_KEEP_ALIVES = 1.5
"""How many times the silence it promised a client is granted."""
_MAX_LENGTH_BYTES = 4


class CutOffError(Exception):
    """A connection has done what none may; the text is the reason it is counted by."""


class Line:
    """Reads whole packets and writes without waiting; within limits, or not at all.

    Attributes:
        blame: the reason it was cut off or refused for, or empty.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        limits: Limits,
        turns: Turns,
        count: Callable[[str], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._limits = limits
        self._turns = turns
        self._count = count
        self._loop = asyncio.get_running_loop()
        self._use = Use(limits.newcomer, self._loop.time())
        self._silence = limits.silence
        self._allowance: Allowance | None = None
        self._first = b""
        self._unacknowledged = 0
        self.blame = ""

    @property
    def peer(self) -> tuple[str, int]:
        """Address and port of the other end."""
        host, port, *_ = self._writer.get_extra_info("peername") or ("", 0)
        return host, port

    # ------------------------------------------------------------ in

    async def read_connect(self) -> tuple[int, bytes]:
        """Return flags and body of the CONNECT everybody has to begin with.

        Raises:
            CutOffError: it is something else, or does not come in time.
        """
        try:
            async with asyncio.timeout(self._limits.connect_seconds):
                kind, flags, body, _ = await self._packet(await self._reader.readexactly(1))
        except TimeoutError as error:
            raise CutOffError("no greeting") from error
        if kind != CONNECT:
            raise CutOffError("malformed")
        await self._turns.take(self._use, self._limits.connect_cost)
        return flags, body

    def admit(self, keep_alive: int, *, unlimited: bool) -> None:
        """Begin to measure what the connection does."""
        if keep_alive:
            self._silence = min(self._silence, _KEEP_ALIVES * keep_alive)
        if not unlimited:
            limits = self._limits
            self._allowance = Allowance(
                limits.credit, limits.per_second, limits.newcomer, self._loop.time()
            )

    def put_back(self, packet: bytes) -> None:
        """Let a packet be read before what comes from the other end."""
        self._first = packet

    def take_first(self) -> bytes:
        """Return the packet put back, once."""
        first, self._first = self._first, b""
        return first

    async def read(self) -> tuple[int, int, bytes, bytes]:
        """Return kind, flags and body of the next packet, and the packet as it came.

        Raises:
            CutOffError: it does not come in time, is too long, or one too many.
            OSError, asyncio.IncompleteReadError: the other end has gone.
        """
        await asyncio.sleep(0)  # others' turn, even if everything has arrived already
        try:
            async with asyncio.timeout(self._silence):
                first = await self._reader.readexactly(1)
        except TimeoutError as error:
            raise CutOffError("silence") from error
        try:
            async with asyncio.timeout(self._limits.packet_seconds):
                packet = await self._packet(first)
        except TimeoutError as error:
            raise CutOffError("half a packet") from error
        await self._charge(packet[0], len(packet[3]))
        return packet

    async def _packet(self, first: bytes) -> tuple[int, int, bytes, bytes]:
        head = bytearray(first)
        length = 0
        for place in range(_MAX_LENGTH_BYTES):
            byte = (await self._reader.readexactly(1))[0]
            head.append(byte)
            length |= (byte & 127) << 7 * place
            if byte < 128:
                break
        else:
            raise CutOffError("malformed")
        if length > self._limits.packet:
            raise CutOffError("packet too long")
        body = await self._reader.readexactly(length)
        return head[0] >> 4, head[0] & 15, body, bytes(head) + body

    async def _charge(self, kind: int, size: int) -> None:
        if kind == PUBACK and self._unacknowledged:
            self._unacknowledged -= 1
        elif self._allowance is not None:
            amount = 1 + size // self._limits.packet_share
            if not self._allowance.take(amount, self._loop.time()):
                raise CutOffError(FLOOD)
            more = bool(self._reader._buffer)  # type: ignore[attr-defined]  # noqa: SLF001 - nothing else tells
            await self._turns.take(self._use, amount, more=more)

    # ------------------------------------------------------------ out

    def write(self, data: bytes) -> None:
        """Send, or cut off a client that lets too much wait."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if data and data[0] >> 4 == PUBLISH and data[0] & 6:
            self._unacknowledged += 1
        if transport.get_write_buffer_size() + len(data) > self._limits.unread:
            self.cut_off("unread")
        elif self._unacknowledged > self._limits.unacknowledged:
            self.cut_off("unacknowledged")
        else:
            self._writer.write(data)

    # ------------------------------------------------------------ the end

    def refuse(self, reason: str, answer: bytes) -> None:
        """Say no, and hang up."""
        self._blame(reason)
        self._writer.write(answer)
        self.hang_up()

    def cut_off(self, reason: str) -> None:
        """End the connection for something it did."""
        self._blame(reason)
        self.abort()

    def _blame(self, reason: str) -> None:
        if not self.blame:
            self.blame = reason
            self._count(reason)

    def hang_up(self) -> None:
        """End the connection when everything written has been sent."""
        self._writer.close()

    def abort(self) -> None:
        """End the connection now."""
        self._writer.transport.abort()

    async def close(self, seconds: float) -> None:
        """Hang up, and wait so long for the rest to be read."""
        self.hang_up()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(seconds):
                await self._writer.wait_closed()
        self.abort()
