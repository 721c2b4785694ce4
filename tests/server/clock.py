"""A clock for tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Clock:
    """A clock that stands until a test moves it."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now
