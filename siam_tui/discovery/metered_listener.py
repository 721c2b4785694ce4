"""Reads only so much of what computers on the network send by multicast DNS.

Each record takes time in the event loop, and anybody on the network can send thousands in a packet.
"""

from __future__ import annotations

import asyncio

from transport.allowances import Allowance, Allowances

_CREDIT, _PER_SECOND = 24 * 1024, 4 * 1024
"""Bytes that one address may send at once, and in each second after that. An announcement has 300.
"""
_ALL_CREDIT, _ALL_PER_SECOND = 128 * 1024, 32 * 1024
"""The same for all addresses together."""


class MeteredListener(asyncio.DatagramProtocol):
    """Passes packets on to a listener, as long as their sender has not sent too much."""

    def __init__(self, listener: asyncio.DatagramProtocol) -> None:
        """Prepare.

        Args:
            listener: it takes the packets.
        """
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._of_address = Allowances(_CREDIT, _PER_SECOND)
        self._of_all = Allowance(_ALL_CREDIT, _ALL_PER_SECOND, self._loop.time())

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Pass a packet on, or drop it."""
        size, now = len(data), self._loop.time()
        is_paid = self._of_address.of(addr[0], now).spend(size, now)
        if is_paid and self._of_all.spend(size, now):
            self._listener.datagram_received(data, addr)

    def error_received(self, exc: Exception) -> None:
        """Pass an error on."""
        self._listener.error_received(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass the end on."""
        self._listener.connection_lost(exc)
