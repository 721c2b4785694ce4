"""Limits of the door: connections that have no session, and sessions. Pure; clocks are given."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from siam_tui.doors.address_allowance import AddressAllowance

MOST_WAITING: Final = 60
"""Connections at a time that have no session: they have not logged in, or only just."""
NEW_AT_ONCE: Final = 60
NEW_PER_SECOND: Final = 3.0
"""New connections of one address: so many at once, and then so many a second."""
STARTS_AT_ONCE: Final = 12
STARTS_PER_SECOND: Final = 0.2
"""New sessions of one address: so many at once, and then so many a second."""

FULL: Final = "This lobby's SSH door is full. Please try again in a while."
FULL_FOR_ADDRESS: Final = "Too many sessions come from your address. Please end one of them first."
TOO_FAST: Final = "Too many sessions were started from your address. Please try again in a minute."

Connection = TypeVar("Connection")


@dataclass(slots=True)
class SessionLimits(Generic[Connection]):
    """Counts connections and sessions.

    Attributes:
        most: sessions at a time.
        of_address: sessions at a time from one address.
    """

    most: int
    of_address: int
    _sessions: Counter[str] = field(default_factory=Counter)
    _waiting: dict[Connection, str] = field(default_factory=dict)
    _new: AddressAllowance = field(
        default_factory=lambda: AddressAllowance(NEW_AT_ONCE, NEW_PER_SECOND)
    )

    _starts: AddressAllowance = field(
        default_factory=lambda: AddressAllowance(STARTS_AT_ONCE, STARTS_PER_SECOND)
    )

    def may_come(self, network: str, now: float) -> bool:
        """Count a new connection of an address; return False if they come too fast."""
        return self._new.take_one(network, now)

    def wait(self, connection: Connection, network: str) -> Connection | None:
        """Give a connection a place to wait for its login or session.

        Returns:
            Who loses the place for it: of the address with most places, the one that waits longest.
        """
        self._waiting[connection] = network
        if len(self._waiting) <= MOST_WAITING:
            return None
        places = Counter(self._waiting.values())
        most = max(places.values())
        oldest = next(each for each, of in self._waiting.items() if places[of] == most)
        self.stop_waiting(oldest)
        return oldest

    def stop_waiting(self, connection: Connection) -> None:
        """Take a place back from a connection that has ended or has a session now."""
        self._waiting.pop(connection, None)

    def starts_left(self, network: str, now: float) -> float:
        """Return how many sessions an address may start now."""
        return self._starts.left(network, now)

    def take_session(self, network: str, now: float) -> str:
        """Count a new session; return why there can be none, or nothing."""
        if self._sessions.total() >= self.most:
            return FULL
        if self._sessions[network] >= self.of_address:
            return FULL_FOR_ADDRESS
        if not self._starts.take_one(network, now):
            return TOO_FAST
        self._sessions[network] += 1
        return ""

    def give_session_back(self, network: str) -> None:
        """Count no longer a session that has ended."""
        self._sessions[network] -= 1
        if self._sessions[network] <= 0:
            del self._sessions[network]
