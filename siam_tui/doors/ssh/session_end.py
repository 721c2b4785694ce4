"""Why a session ended, and what its visitor is told."""

from __future__ import annotations

from enum import Enum


class Ending(Enum):
    """Why a session ended; the value is what its visitor reads last."""

    BY_ITSELF = ""
    IDLE = "Your session has ended, because you typed nothing for a long time. Your seats are kept."
    STALLED = "Your session has ended, because your terminal took nothing for a long time."
    FAILED = "Your session has ended because of a bug. Log in again: your seats are kept."
    CLOSED = "The lobby is closed. Its tables are kept until it opens again."

    @property
    def sentence(self) -> str:
        """What the visitor reads last; empty for nothing."""
        return self.value
