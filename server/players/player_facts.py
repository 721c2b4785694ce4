"""What the server knows of players beyond its tables, by their fingerprints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class PlayerFacts(Protocol):
    """Answers questions about players; `Sessions` does, from what it remembers."""

    def heard(self, player: str) -> float | None:
        """Return when they last gave a sign of life, by the lobby's clock; None if never."""

    def all_heard(self) -> Mapping[str, float | None]:
        """Return the same for all people who are remembered and have ever entered the lobby."""

    def is_regular(self, player: str) -> bool:
        """Return whether they played a game here to its end, a day ago or earlier."""

    def origin(self, player: str) -> str:
        """Return the address they connect from; empty where it does not tell players apart."""

    def name_of(self, player: str) -> str:
        """Return the name they go by; empty if they are not remembered."""
