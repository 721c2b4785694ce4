"""What a key that is pressed at a table types, and in which order it is done. Pure functions."""

from __future__ import annotations

from typing import Final

from textual.events import Key

TYPE_KEYS: Final = ("colon", "slash")
"""The keys that begin a typed line."""
IN_ORDER: Final = frozenset(
    (*TYPE_KEYS, "enter", "escape", "backspace", "up", "down", "left", "right", "tab")
)
"""Keys of a move in the making: what they do is done in the order in which they were typed."""
_GO_ON: Final = ("enter", "escape", "backspace", "tab")


def goes_on(event: Key) -> bool:
    """Return whether people press a key to go on; others, as Ctrl-Q, do what they always do."""
    return event.is_printable or event.key in _GO_ON


def typed_character(event: Key) -> str:
    """Return the character of a key; with Alt it is a command's key and types nothing."""
    return "" if event.key.startswith("alt+") else event.character or ""
