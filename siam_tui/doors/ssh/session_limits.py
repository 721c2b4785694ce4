"""Limits of the door: connections that have not logged in, and sessions. Pure; clocks are given."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Final

MOST_STRANGERS: Final = 60
"""Connections at a time that have not logged in."""
STRANGERS_OF_ADDRESS: Final = 30
NEW_AT_ONCE: Final = 60
NEW_PER_SECOND: Final = 3.0
"""New connections of one address: so many at once, and then so many a second."""
_MOST_ADDRESSES: Final = 4096

FULL: Final = "This lobby's SSH door is full. Please try again in a while."
FULL_FOR_ADDRESS: Final = "Too many sessions come from your address. Please end one of them first."


@dataclass(slots=True)
class SessionLimits:
    """Counts connections and sessions.

    Attributes:
        most: sessions at a time.
        of_address: sessions at a time from one address.
    """

    most: int
    of_address: int
    _connections: int = 0
    _sessions: Counter[str] = field(default_factory=Counter)
    _strangers: Counter[str] = field(default_factory=Counter)
    _coming: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def admit_stranger(self, network: str, now: float) -> bool:
        """Count a new connection, if there may be one more."""
        if not self._earn(network, now):
            return False
        if self._connections >= 2 * self.most + MOST_STRANGERS:
            return False
        if self._strangers.total() >= MOST_STRANGERS:
            return False
        if self._strangers[network] >= STRANGERS_OF_ADDRESS:
            return False
        self._strangers[network] += 1
        self._connections += 1
        return True

    def forget_connection(self) -> None:
        """Count no longer a connection that has ended."""
        self._connections -= 1

    def forget_stranger(self, network: str) -> None:
        """Count no longer a connection that has logged in, or ended."""
        _count_down(self._strangers, network)

    def take_session(self, network: str) -> str:
        """Count a new session; return why there can be none, or nothing."""
        if self._sessions.total() >= self.most:
            return FULL
        if self._sessions[network] >= self.of_address:
            return FULL_FOR_ADDRESS
        self._sessions[network] += 1
        return ""

    def give_session_back(self, network: str) -> None:
        """Count no longer a session that has ended."""
        _count_down(self._sessions, network)

    def _earn(self, network: str, now: float) -> bool:
        left, since = self._coming.pop(network, (float(NEW_AT_ONCE), now))
        left = min(NEW_AT_ONCE, left + (now - since) * NEW_PER_SECOND)
        allowed = left >= 1
        self._coming[network] = (left - allowed, now)
        if len(self._coming) > _MOST_ADDRESSES:
            self._coming.popitem(last=False)
        return allowed


def _count_down(counts: Counter[str], name: str) -> None:
    counts[name] -= 1
    if counts[name] <= 0:
        del counts[name]
