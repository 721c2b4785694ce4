"""Limits of the door: connections that come, and sessions. Pure; clocks are given."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from transport.allowances import Allowances

NEW_AT_ONCE: Final = 60
NEW_PER_SECOND: Final = 3.0
"""New connections of one address: so many at once, and then so many a second."""
STARTS_AT_ONCE: Final = 8
STARTS_PER_SECOND: Final = 0.2
"""New sessions of one address: so many at once, and then so many a second."""

FULL: Final = "This lobby's SSH door is full. Please try again in a while."
FULL_FOR_ADDRESS: Final = "Too many sessions come from your address. Please end one of them first."
TOO_FAST: Final = "Too many sessions were started from your address. Please try again in a minute."


@dataclass(slots=True)
class SessionLimits:
    """Counts connections and sessions.

    Attributes:
        most: sessions at a time.
        of_address: sessions at a time from one address.
    """

    most: int
    of_address: int
    _sessions: Counter[str] = field(default_factory=Counter)
    _new: Allowances = field(default_factory=lambda: Allowances(NEW_AT_ONCE, NEW_PER_SECOND))
    _starts: Allowances = field(
        default_factory=lambda: Allowances(STARTS_AT_ONCE, STARTS_PER_SECOND)
    )

    def may_come(self, network: str, now: float) -> bool:
        """Count a new connection of an address; return False if they come too fast."""
        return self._new.of(network, now).spend(1, now)

    def take_session(self, network: str, now: float) -> str:
        """Count a new session; return why there can be none, or nothing."""
        if self._sessions.total() >= self.most:
            return FULL
        if self._sessions[network] >= self.of_address:
            return FULL_FOR_ADDRESS
        if not self._starts.of(network, now).spend(1, now):
            return TOO_FAST
        self._sessions[network] += 1
        return ""

    def give_session_back(self, network: str) -> None:
        """Count no longer a session that has ended."""
        self._sessions[network] -= 1
        if self._sessions[network] <= 0:
            del self._sessions[network]
