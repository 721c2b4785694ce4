"""The names players go by: printable, not too long, and no two alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from itertools import count

from protocol.messages import MAX_NAME
from protocol.text import printable

NAMELESS = "Player"
"""What a player is called whose name has nothing to show."""


def clean_name(name: str) -> str:
    """Return a name without control and formatting characters and without superfluous blanks."""
    return printable(name, MAX_NAME) or NAMELESS


def distinct_name(name: str, taken: Container[str]) -> str:
    """Return the name, or with a number behind it if somebody has it already.

    Args:
        name: a clean name.
        taken: the names others go by, as `fold` returns them.
    """
    if fold(name) not in taken:
        return name
    for number in count(2):
        numbered = f"{name[: MAX_NAME - len(str(number)) - 1].rstrip()} {number}"
        if fold(numbered) not in taken:
            return numbered
    raise AssertionError("numbers do not end")


def fold(name: str) -> str:
    """Return what two names that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold()
