"""Reads only so much of what computers on the network send by multicast DNS.

Each record takes time in the event loop, and anybody on the network can send thousands in a packet.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

_CREDIT, _PER_SECOND = 24 * 1024, 4 * 1024
"""Bytes that one address may send at once, and in each second after that. An announcement has 300.
"""
_ALL_CREDIT, _ALL_PER_SECOND = 128 * 1024, 32 * 1024
"""The same for all addresses together."""
_MAX_ADDRESSES = 1024
_ALL = ""


class MeteredListener(asyncio.DatagramProtocol):
    """Passes packets on to a listener, as long as their sender has not sent too much."""

    def __init__(self, listener: asyncio.DatagramProtocol) -> None:
        """Prepare.

        Args:
            listener: it takes the packets.
        """
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Pass a packet on, or drop it."""
        size = len(data)
        if self._spend(addr[0], size, _CREDIT, _PER_SECOND) and self._spend(
            _ALL, size, _ALL_CREDIT, _ALL_PER_SECOND
        ):
            self._listener.datagram_received(data, addr)

    def _spend(self, address: str, size: int, credit: float, per_second: float) -> bool:
        now = self._loop.time()
        left, since = self._left.pop(address, (credit, now))
        left = min(credit, left + (now - since) * per_second)
        is_enough = left >= size
        self._left[address] = left - size * is_enough, now
        if len(self._left) > _MAX_ADDRESSES:
            self._left.popitem(last=False)
        return is_enough

    def error_received(self, exc: Exception) -> None:
        """Pass an error on."""
        self._listener.error_received(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass the end on."""
        self._listener.connection_lost(exc)
