"""Facts about players for lobbies in which no player is known."""

from __future__ import annotations

from collections.abc import Mapping


class NothingKnown:
    """The facts if no player is known."""

    def heard(self, _: str) -> float | None:
        """Return None."""
        return None

    def all_heard(self) -> Mapping[str, float | None]:
        """Return nobody."""
        return {}

    def is_regular(self, _: str) -> bool:
        """Return False."""
        return False

    def origin(self, _: str) -> str:
        """Return nothing."""
        return ""

    def name_of(self, _: str) -> str:
        """Return nothing."""
        return ""
