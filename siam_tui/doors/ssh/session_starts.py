"""Starts few sessions at a time: each of them keeps a processor busy until it shows something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

_MOST_AT_A_TIME: Final = 2


class Starter(Protocol):
    """Who waits for the start of a session."""

    @property
    def network(self) -> str:
        """The address of the visitor."""

    def start(self) -> None:
        """Start the session."""


class SessionStarts:
    """Decides whose session starts next: one of the address that has started fewest lately."""

    def __init__(self, left: Callable[[str], float]) -> None:
        """Prepare.

        Args:
            left: tells how many sessions an address may start now.
        """
        self._left = left
        self._waiting: dict[Starter, None] = {}
        self._starting: set[Starter] = set()

    def ask(self, starter: Starter) -> None:
        """Ask for a start, which may be at once."""
        self._waiting[starter] = None
        self._go_on()

    def forget(self, starter: Starter) -> None:
        """Make room: a session has started, or will not."""
        self._waiting.pop(starter, None)
        self._starting.discard(starter)
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and len(self._starting) < _MOST_AT_A_TIME:
            starter = max(self._waiting, key=lambda each: self._left(each.network))
            del self._waiting[starter]
            self._starting.add(starter)
            starter.start()
