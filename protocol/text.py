"""Text that people write for other people to read."""

from __future__ import annotations

import unicodedata
from itertools import chain
from typing import Final

_MARKS = 2
"""Combining marks a letter may bear; more would be drawn over the lines above and below."""

_IGNORABLE: Final = (
    *(range(0xAD, 0xAE), range(0x34F, 0x350), range(0x61C, 0x61D), range(0x115F, 0x1161)),
    *(range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010), range(0x202A, 0x202F)),
    *(range(0x2060, 0x2070), range(0x3164, 0x3165), range(0xFE00, 0xFE10), range(0xFEFF, 0xFF00)),
    *(range(0xFFA0, 0xFFA1), range(0xFFF0, 0xFFF9), range(0x1BCA0, 0x1BCA4)),
    *(range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000)),
)
"""Default_Ignorable_Code_Point of Unicode 15.0: nothing is drawn of these."""
_EMPTY: Final = (0x2800, 0x13441, 0x13442, 0x1D159)
"""Characters that count as drawn and are empty: a Braille pattern, blanks, a null notehead."""
_INVISIBLE: Final = dict.fromkeys(chain(_EMPTY, *_IGNORABLE))


def printable(text: str, longest: int) -> str:
    """Return a text in one line that a terminal can be trusted with.

    What nothing is drawn of is left out; control characters become blanks, blanks in a row one.
    Marks without a letter, and marks piled up on one, are left out.

    Args:
        text: as it was given.
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
