"""Limits of the door: connections and spectators, by address and in all. Pure."""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_address
from typing import Final

SPARE_CONNECTIONS: Final = 100
"""Connections in all beside those of spectators, which fetch the page."""
SPARE_OF_ADDRESS: Final = 30


def is_shared(network: str) -> bool:
    """Return whether an address tells nobody apart: a proxy on this computer has it.

    >>> is_shared("127.0.0.1"), is_shared("192.0.2.7")
    (True, False)
    """
    try:
        return ip_address(network).is_loopback
    except ValueError:
        return False


class Places:
    """Places for connections of one kind.

    Attributes:
        most: how many there are.
        of_address: how many one address may have.
    """

    def __init__(self, most: int, of_address: int) -> None:
        self.most = most
        self.of_address = of_address
        self._taken: Counter[str] = Counter()
        self._all = 0

    def take(self, network: str) -> bool:
        """Take a place; False if there is none."""
        if self._all >= self.most:
            return False
        if self._taken[network] >= self.of_address and not is_shared(network):
            return False
        self._taken[network] += 1
        self._all += 1
        return True

    def give_back(self, network: str) -> None:
        """Give a place back."""
        self._all -= 1
        self._taken[network] -= 1
        if self._taken[network] <= 0:
            del self._taken[network]
