"""Breaks lines between words, because a terminal would break them inside words. Pure."""

from __future__ import annotations

import shutil
from typing import TextIO

from rich.cells import cell_len


class WholeLine(str):
    """A line that is never broken, because people copy it, such as a link or a command."""

    __slots__ = ()


def columns_of(stream: TextIO) -> int | None:
    """Return how many columns the terminal has that shows a stream; None if none shows it."""
    return max(1, shutil.get_terminal_size().columns) if stream.isatty() else None


def wrap_lines(text: str, width: int | None) -> str:
    r"""Return lines broken between words to a width; a word that is wider stays whole.

    Args:
        text: the lines.
        width: the columns they may take; None for as many as they need.

    >>> print(wrap_lines("Send it to the people.\n\nsiam://127.0.0.1:1883", 15))
    Send it to the
    people.
    <BLANKLINE>
    siam://127.0.0.1:1883
    """
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _wrap_line(line, width))


def _wrap_line(line: str, width: int) -> list[str]:
    """Return the parts of one line."""
    first, *words = line.split(" ")
    parts = [first]
    for word in words:
        longer = f"{parts[-1]} {word}"
        if cell_len(longer) <= width or not parts[-1].strip():
            parts[-1] = longer
        else:
            parts.append(word)
    return parts
