"""What the command palette offers on a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias, runtime_checkable

PaletteCommand: TypeAlias = tuple[str, str, Callable[[], object]]
"""Title, what it does in a few words, and what is called."""


@runtime_checkable
class Commanded(Protocol):
    """A screen with commands of its own; one of them opens its help."""

    def commands(self) -> Iterable[PaletteCommand]:
        """Yield what can be done now."""
