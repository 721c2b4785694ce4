"""What each address may use of something: so much at once, and then so much a second. Pure."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_MOST_ADDRESSES: Final = 4096
"""Addresses that are remembered; those forgotten have all of their allowance again."""


class AddressAllowance:
    """Counts what addresses use; clocks are given."""

    def __init__(self, at_once: float, per_second: float) -> None:
        """Prepare.

        Args:
            at_once: how much an address may use at once.
            per_second: how much of it comes back each second.
        """
        self._at_once, self._per_second = at_once, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, network: str, now: float) -> float:
        """Return what an address has left; less than 0 if it has used too much."""
        left, since = self._left.get(network, (self._at_once, now))
        return min(self._at_once, left + (now - since) * self._per_second)

    def use(self, network: str, amount: float, now: float) -> None:
        """Note what an address has used."""
        self._left[network] = (self.left(network, now) - amount, now)
        self._left.move_to_end(network)
        if len(self._left) > _MOST_ADDRESSES:
            self._left.popitem(last=False)

    def take_one(self, network: str, now: float) -> bool:
        """Use one, if an address has one left; return whether it had."""
        allowed = self.left(network, now) >= 1
        self.use(network, float(allowed), now)
        return allowed

    def seconds_until_some(self, network: str, now: float) -> float:
        """Return how long it takes until an address has something left; 0 if it has."""
        return max(0.0, -self.left(network, now) / self._per_second)
