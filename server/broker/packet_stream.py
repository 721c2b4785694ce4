"""One connection to the embedded broker as a stream of packets, limited in size, rate and time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, cast

from server.broker.limits import FLOOD, Limits
from server.broker.packets import CONNECT
from server.broker.scheduler import FairScheduler, Use
from transport.allowances import Allowance
from transport.packets import read_packet_head

_KEEP_ALIVES = 1.5
"""A client may be silent for this many times its keep-alive."""
_READ_AHEAD = 16 * 1024
"""Bytes read from the socket at a time, and beyond the next packet."""
_WRITE_AHEAD = 64 * 1024
"""Unread bytes at which a client gets no more retained messages."""
_SLICE = 0.002
"""Seconds for which the server's own connection is read in one go; others yield at each packet."""


class CutOffError(Exception):
    """A connection broke a rule; the text is the reason by which it is counted."""


class Packet(NamedTuple):
    """One packet: kind and flags of its first byte, and what follows its length."""

    kind: int
    flags: int
    body: bytes


class PacketStream(asyncio.BufferedProtocol):
    """Reads whole packets and writes without waiting, within limits.

    Attributes:
        peer: address and port of the other end.
        own: address and port of this end.
        has_greeted: whether its first packet has arrived.
        blame: why it was cut off or refused; else empty.
        playing: whether it belongs to a player of a running game.
    """

    __slots__ = (
        "_accepted",
        "_allowance",
        "_buffer",
        "_chunk",
        "_count",
        "_deadline",
        "_heard",
        "_limits",
        "_loop",
        "_lost",
        "_needed",
        "_outgoing",
        "_outgoing_size",
        "_packet_began",
        "_resumed",
        "_scheduler",
        "_silence",
        "_stalled",
        "_transport",
        "_use",
        "_waiter",
        "_writable",
        "blame",
        "has_greeted",
        "own",
        "peer",
        "playing",
    )

    def __init__(
        self,
        limits: Limits,
        scheduler: FairScheduler,
        count: Callable[[str], None],
        accepted: Callable[[PacketStream], None],
    ) -> None:
        """Prepare for a connection.

        Args:
            limits: the limits of the broker.
            scheduler: delays packets while all connections together send too many.
            count: called with the reason when the connection is refused or cut off.
            accepted: called when the connection is made.
        """
        self._limits = limits
        self._scheduler = scheduler
        self._count = count
        self._accepted = accepted
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._use = Use(limits.newcomer_use, now)
        self.playing = False
        self._allowance: Allowance | None = None
        self._buffer = bytearray()
        self._chunk = bytearray()
        self._needed = 2
        self._outgoing: list[bytes] = []
        self._outgoing_size = 0
        self._waiter: asyncio.Future[None] | None = None
        self._heard = self._packet_began = self._resumed = now
        self._silence = limits.silence
        self._deadline: tuple[float, str] | None = (now + limits.connect_seconds, "no greeting")
        self._lost = self._loop.create_future()
        self._writable: asyncio.Future[None] | None = None
        self._stalled: float | None = None
        self.peer = self.own = ("", 0)
        self.has_greeted = False
        self.blame = ""

    # ------------------------------------------------------------ called by the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(min(_WRITE_AHEAD, self._limits.unread // 2))
        self.peer = _address(transport.get_extra_info("peername"))
        self.own = _address(transport.get_extra_info("sockname"))
        self._accepted(self)

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - little is read at a time
        """Return the buffer for the next bytes."""
        self._chunk = bytearray(_READ_AHEAD)
        return self._chunk

    def buffer_updated(self, nbytes: int) -> None:
        """Add the received bytes."""
        self._heard = self._loop.time()
        if not self._buffer:
            self._packet_began = self._heard
        self._buffer += memoryview(self._chunk)[:nbytes]
        self._chunk = bytearray()
        if len(self._buffer) >= max(self._needed, _READ_AHEAD):
            self._transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        """Close the connection when the other end does."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - it is over either way
        """End the waits of both directions."""
        if not self._lost.done():
            self._lost.set_result(None)
        self._let_write()
        self._wake()

    def pause_writing(self) -> None:
        """Note that the other end reads less than is written."""
        self._writable = self._writable or self._loop.create_future()
        self._stalled = self._loop.time()

    def resume_writing(self) -> None:
        """Note that the other end has read nearly everything."""
        self._let_write()

    def _let_write(self) -> None:
        if self._writable is not None and not self._writable.done():
            self._writable.set_result(None)
        self._writable = self._stalled = None

    # ------------------------------------------------------------ in

    async def read_connect(self) -> Packet:
        """Return the CONNECT with which every client must begin.

        Raises:
            CutOffError: it is something else.
            ConnectionError: the other end has gone, or has been cut off.
        """
        packet = await self._next()
        self._deadline = None
        self.has_greeted = True
        if packet.kind != CONNECT:
            raise CutOffError("malformed")
        return packet

    async def greet(self, crowd: int) -> None:
        """Wait for the turn of a new client's CONNECT.

        Args:
            crowd: how many others of its network wait to be identified; they make it wait longer.

        Raises:
            ConnectionError: the other end has gone, or has been cut off.
        """
        self._use.record(crowd, self._loop.time())
        turn = self._scheduler.wait_turn(self._use, self._limits.connect_cost)
        waiting = self._loop.create_task(turn)
        try:
            await asyncio.wait({waiting, self._lost}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()  # who has gone takes nobody's turn
        if self._transport.is_closing():
            raise ConnectionResetError

    def admit(self, keep_alive: int, *, unlimited: bool) -> None:
        """Begin to apply the limits of an admitted connection."""
        if keep_alive:
            self._silence = min(self._silence, _KEEP_ALIVES * keep_alive)
        if not unlimited:
            limits = self._limits
            now = self._loop.time()
            self._allowance = Allowance(limits.credit, limits.per_second, now, left=limits.newcomer)

    async def read(self) -> Packet:
        """Return the next packet.

        Raises:
            CutOffError: it is too long or malformed.
            ConnectionError: the other end has gone, or has been cut off.
        """
        limited = self._allowance is not None
        if self._buffer and (limited or self._loop.time() - self._resumed > _SLICE):
            await asyncio.sleep(0)  # let others run, even if more has already arrived
            self._resumed = self._loop.time()
        return await self._next()

    async def charge(self, amount: float) -> None:
        """Charge the connection for a packet, and wait for its turn.

        Raises:
            CutOffError: it sends too much.
        """
        if self._allowance is not None:
            if not self._allowance.spend(amount, self._loop.time()):
                raise CutOffError(FLOOD)
            await self._scheduler.wait_turn(
                self._use, amount, more=bool(self._buffer), playing=self.playing
            )

    def packet_cost(self, packet: Packet) -> int:
        """Return the cost of a packet by its length."""
        return 1 + len(packet.body) // self._limits.packet_share

    async def _next(self) -> Packet:
        while (packet := self._cut()) is None:
            if self._transport.is_closing():
                raise ConnectionResetError
            self._transport.resume_reading()
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
            self._resumed = self._loop.time()
        if self.blame:  # packets from before the cut-off no longer count
            raise ConnectionResetError
        return packet

    def _cut(self) -> Packet | None:
        """Cut the next packet off the buffer, if it is whole."""
        buffer = self._buffer
        if len(buffer) < self._needed:
            return None
        try:
            head = read_packet_head(buffer)
        except ValueError as error:
            raise CutOffError("malformed") from error
        if head is None:
            self._needed = len(buffer) + 1
            return None
        if head.end - head.start > self._limits.packet:
            raise CutOffError("packet too long")
        if len(buffer) < head.end:
            self._needed = head.end
            return None
        body = bytes(memoryview(buffer)[head.start : head.end])
        packet = Packet(head.kind, head.flags, body)
        del buffer[: head.end]
        self._needed = 2
        self._packet_began = self._loop.time()
        return packet

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # ------------------------------------------------------------ out

    def write(self, data: bytes) -> None:
        """Send, or cut off a client with too many unread bytes."""
        if self._transport.is_closing():
            return
        if self.unread + len(data) > self._limits.unread:
            self.cut_off("unread")
            return
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing.append(data)
        self._outgoing_size += len(data)

    def _flush(self) -> None:
        """Give everything written in this turn of the loop to the socket at once."""
        data, self._outgoing, self._outgoing_size = b"".join(self._outgoing), [], 0
        if data and not self._transport.is_closing():
            self._transport.write(data)

    @property
    def unread(self) -> int:
        """Bytes that wait for the other end to read."""
        return self._outgoing_size + self._transport.get_write_buffer_size()

    async def pace(self, amount: float) -> None:
        """Wait until the other end has read what was sent, and may get more.

        The connection is charged for it, and delayed rather than cut off.

        Raises:
            ConnectionError: the other end has gone, or has been cut off.
        """
        if self._writable is not None:
            await asyncio.shield(self._writable)
        if self._allowance is not None:
            amount = min(amount, self._limits.credit)
            while not self._allowance.spend(amount, self._loop.time()):  # noqa: ASYNC110 - it is earned
                await asyncio.sleep(amount / self._limits.per_second)
            await self._scheduler.wait_turn(self._use, amount, playing=self.playing)
        if self._transport.is_closing():
            raise ConnectionResetError

    # ------------------------------------------------------------ time

    def expire(self, seconds: float, reason: str) -> None:
        """Cut the connection off after a time, unless `stay` is called."""
        self._deadline = (self._loop.time() + seconds, reason)

    def stay(self) -> None:
        """Cancel `expire`."""
        self._deadline = None

    def check_time(self, now: float) -> None:
        """Cut off a client that is silent, or reads or sends too slowly; called regularly."""
        if self._transport.is_closing():
            return
        if self._stalled is not None and now - self._stalled > self._limits.stalled_seconds:
            self.cut_off("unread")
        elif self._deadline is not None and now > self._deadline[0]:
            self.cut_off(self._deadline[1])
        elif self._waiter is None:
            return  # nobody waits for the other end
        elif self._buffer:
            if now - self._packet_began > self._limits.packet_seconds:
                self.cut_off("half a packet")
        elif now - self._heard > self._silence:
            self.cut_off("silence")

    # ------------------------------------------------------------ the end

    def refuse(self, reason: str, answer: bytes) -> None:
        """Send a refusal and close the connection."""
        self._blame(reason)
        self.write(answer)
        self.hang_up()

    def cut_off(self, reason: str) -> None:
        """End the connection at once, and count the reason."""
        self._blame(reason)
        self.abort()

    def _blame(self, reason: str) -> None:
        if not self.blame:
            self.blame = reason
            self._count(reason)

    def hang_up(self) -> None:
        """End the connection when everything written has been sent."""
        self._flush()
        self._transport.close()
        self._wake()

    def abort(self) -> None:
        """End the connection now."""
        self._transport.abort()
        self._wake()

    async def close(self, seconds: float) -> None:
        """Close the connection; wait for a time until the rest is read."""
        self.hang_up()
        await asyncio.wait([self._lost], timeout=seconds)
        self.abort()


def _address(name: tuple[str, int] | None) -> tuple[str, int]:
    """Return address and port of a socket's name, which has more parts in IPv6."""
    return (str(name[0]), name[1]) if name else ("", 0)
