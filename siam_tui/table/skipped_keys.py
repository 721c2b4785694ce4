"""Keys that were typed for a choice which had no alternative and made itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence


class SkippedKeys:
    """Recognizes a key that answers a question which was not asked, so that it answers no other."""

    def __init__(self) -> None:
        self._keys: list[str] = []

    def expect(self, keys: Sequence[str]) -> None:
        """Take note of the keys of the choices that have just made themselves."""
        self._keys = list(keys)

    def takes(self, key: str, offered: Collection[str]) -> bool:
        """Return whether a key is for a choice that made itself.

        A key that is offered now is for the present question: hints name only the keys that are
        needed.

        Args:
            key: the key.
            offered: the keys of the choices that are offered now.
        """
        if key not in self._keys or key in offered:
            self._keys = []
            return False
        del self._keys[: self._keys.index(key) + 1]
        return True
