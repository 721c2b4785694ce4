"""Allowances that grow with time, for what strangers may cost. Pure; clocks are given."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_MOST_KEPT: Final = 4096


class Allowance:
    """What somebody may still spend: so much at once, and then so much a second."""

    __slots__ = ("_left", "_most", "_per_second", "_since")

    def __init__(
        self, most: float, per_second: float, now: float, *, left: float | None = None
    ) -> None:
        self._most = most
        self._per_second = per_second
        self._left = most if left is None else left
        self._since = now

    def spend(self, cost: float, now: float) -> bool:
        """Take a cost if all of it is there; return whether it was."""
        if self.left(now) < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float, now: float) -> None:
        """Take a cost that has arisen, even if less is there."""
        self._left = self.left(now) - cost

    def left(self, now: float) -> float:
        """Return what is there."""
        self._left = min(self._most, self._left + (now - self._since) * self._per_second)
        self._since = now
        return self._left

    def wait(self, now: float) -> float:
        """Return in how many seconds something is there again; 0 if something is."""
        return max(0.0, -self.left(now)) / self._per_second


class Allowances:
    """An allowance for each address, of those that were seen last."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most = most
        self._per_second = per_second
        self._kept: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, network: str, now: float) -> Allowance:
        """Return the allowance of an address."""
        found = self._kept.get(network)
        if found is None:
            found = self._kept[network] = Allowance(self._most, self._per_second, now)
        self._kept.move_to_end(network)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return found
