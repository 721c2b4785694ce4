"""Makes other people's text safe to show: on the screen, on standard output and in log files.

Text that steers a terminal, or draws over other text, never gets further than this module. What
people read on one line also passes `protocol.text.printable` where it arrives.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 2
"""Combining marks that are kept on one letter; more would be drawn over the lines around it."""
_STEERING: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Categories of what is no text: controls, bidirectional overrides, private use, surrogates."""
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
"""Makes one picture of several; without it they would take other cells than were counted."""
_PLAIN_BREAKS: Final = "\n\t"


def steers(letter: str) -> bool:
    r"""Return whether a character steers the terminal, or changes how others are read.

    >>> [steers(letter) for letter in "a\x1b\x9b\u202e"]
    [False, True, True, True]
    """
    if letter.isprintable() or letter == _JOINER:
        return False
    return unicodedata.category(letter) in _STEERING


def clean_text(text: str) -> str:
    r"""Return a text of one or more lines that a terminal can be trusted with.

    Line feeds and tabs stay. Every other control or formatting character becomes a blank, and
    marks piled up on a letter are left out.

    >>> clean_text("Ann\x1b[2J\nBen\u202e")
    'Ann [2J\nBen '
    """
    if is_harmless(text):
        return text
    return "".join(
        letter if letter in _PLAIN_BREAKS or not steers(letter) else " "
        for letter in without_piles(text)
    )


def escaped(text: str) -> str:
    r"""Return a text in one line, as a log shows it: what steers a terminal is spelt out.

    >>> escaped("Ann\x1b[2J\nBen")
    'Ann\\x1b[2J\\nBen'
    """
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode() if steers(letter) else letter for letter in text
    )


def file_name_part(text: str, longest: int = 40) -> str:
    """Return what of a text can be part of a file's name anywhere: ASCII letters and digits.

    >>> file_name_part("Dr. No"), file_name_part("../../etc/passwd"), file_name_part("2026.11.21")
    ('Dr_No', 'etc_passwd', '2026_11_21')
    """
    return re.sub(r"[^A-Za-z0-9]+", "_", text[: 4 * longest]).strip("_")[:longest].rstrip("_")


def is_harmless(text: str) -> bool:
    """Return whether nothing has to be changed; quick for nearly all there is."""
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def without_piles(text: str) -> str:
    """Return a text with no more marks on a letter than `MOST_MARKS`."""
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
