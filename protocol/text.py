"""Cleans text that people write for each other."""

from __future__ import annotations

import unicodedata
from itertools import chain
from typing import Final

_MARKS = 2
"""Combining marks kept on a letter; more would be drawn over the lines above and below."""

_IGNORABLE: Final = (
    *(range(0xAD, 0xAE), range(0x34F, 0x350), range(0x61C, 0x61D), range(0x115F, 0x1161)),
    *(range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010), range(0x202A, 0x202F)),
    *(range(0x2060, 0x2070), range(0x3164, 0x3165), range(0xFE00, 0xFE10), range(0xFEFF, 0xFF00)),
    *(range(0xFFA0, 0xFFA1), range(0xFFF0, 0xFFF9), range(0x1BCA0, 0x1BCA4)),
    *(range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000)),
)
"""Default_Ignorable_Code_Point of Unicode 15.0: invisible characters."""
_EMPTY: Final = (0x2800, 0x13441, 0x13442, 0x1D159)
"""Characters that count as visible but are empty: a Braille pattern, blanks, a null notehead."""
_INVISIBLE: Final = dict.fromkeys(chain(_EMPTY, *_IGNORABLE))


_ENDS = (".", "!", "?", "”", "“", "»")
"""How a sentence ends."""


def as_sentence(reason: str) -> str:
    """Return a reason as a sentence that fits a message.

    >>> as_sentence("it is not your turn")
    'It is not your turn.'
    """
    short = reason[:398]
    return short[:1].upper() + short[1:] + ("" if short.endswith(_ENDS) else ".")


def printable(text: str, longest: int) -> str:
    """Return a text as one line that is safe for a terminal.

    Invisible characters, marks without a letter and excess marks are removed. Control characters
    become blanks, and several blanks become one.

    Args:
        text: the original text.
        longest: how many characters to return at most.
    """
    kept: list[str] = []
    marks = _MARKS  # there is no letter yet
    for letter in unicodedata.normalize("NFC", text.translate(_INVISIBLE)):
        category = unicodedata.category(letter)[0]
        if category == "M":
            marks += 1
            if marks <= _MARKS:
                kept.append(letter)
        elif category in "CZ":
            kept.append(" ")
            marks = _MARKS
        else:
            kept.append(letter)
            marks = 0
    return " ".join("".join(kept).split())[:longest].rstrip()
