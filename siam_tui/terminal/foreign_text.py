"""Makes other people's text safe to show: on the screen, on standard output and in log files.

It removes characters that control a terminal or draw over other text. Text that people read on one
line also passes `protocol.text.printable` on arrival.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 2
"""Combining marks kept on one letter; more would be drawn over the lines around it."""
_STEERING: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories to remove: controls, bidirectional overrides, private use, surrogates."""
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
"""Joins several characters to one picture; it is needed to count cells correctly."""
_PLAIN_BREAKS: Final = "\n\t"


def is_control(letter: str) -> bool:
    r"""Return whether a character controls the terminal, or changes how others are read.

    >>> [is_control(letter) for letter in "a\x1b\x9b\u202e"]
    [False, True, True, True]
    """
    if letter.isprintable() or letter == _JOINER:
        return False
    return unicodedata.category(letter) in _STEERING


def clean_text(text: str) -> str:
    r"""Return a text of one or more lines that is safe for a terminal.

    Line feeds and tabs stay. Every other control or formatting character becomes a blank, and
    excess marks on a letter are removed.

    >>> clean_text("Ann\x1b[2J\nBen\u202e")
    'Ann [2J\nBen '
    """
    if is_harmless(text):
        return text
    return "".join(
        letter if letter in _PLAIN_BREAKS or not is_control(letter) else " "
        for letter in limit_marks(text)
    )


def escaped(text: str) -> str:
    r"""Return a text as one line of a log, with control characters escaped.

    >>> escaped("Ann\x1b[2J\nBen")
    'Ann\\x1b[2J\\nBen'
    """
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode() if is_control(letter) else letter
        for letter in text
    )


def file_name_part(text: str, longest: int = 40) -> str:
    """Return the part of a text that is valid in file names everywhere: ASCII letters and digits.

    >>> file_name_part("Dr. No"), file_name_part("../../etc/passwd"), file_name_part("2026.11.21")
    ('Dr_No', 'etc_passwd', '2026_11_21')
    """
    return re.sub(r"[^A-Za-z0-9]+", "_", text[: 4 * longest]).strip("_")[:longest].rstrip("_")


def is_harmless(text: str) -> bool:
    """Return whether nothing has to be changed; fast for most texts."""
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def limit_marks(text: str) -> str:
    """Return a text with at most `MOST_MARKS` marks on a letter."""
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
