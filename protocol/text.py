"""Text that people give for other people to read."""

from __future__ import annotations

import unicodedata

_MARKS = 2
"""Combining marks a letter may bear; more would be drawn over the lines above and below."""


def printable(text: str, longest: int) -> str:
    """Return a text in one line that a terminal can be trusted with.

    Control and formatting characters become blanks, blanks in a row one, and marks piled up on a
    letter are left out.

    Args:
        text: as it was given.
        longest: how many characters to return at most.
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MARKS:
            kept.append(" " if category[0] in "CZ" else letter)
    return " ".join("".join(kept).split())[:longest].rstrip()
