"""Removes control characters from standard output and standard error.

Commands print names, comments and sentences of other people. After `write_text_only` no control
character except line feeds and tabs reaches the terminal, neither from ``print`` nor from a
traceback.
"""

from __future__ import annotations

import io
import sys
from typing import TextIO

from siam_tui.terminal.foreign_text import clean_text


class CleanOutput(io.TextIOWrapper):
    """A text stream that makes its text safe for a terminal."""

    def write(self, text: str) -> int:
        """Write a text, with control characters replaced by blanks."""
        super().write(clean_text(text))
        return len(text)


def write_text_only() -> None:
    """Clean everything that this process prints from now on."""
    sys.stdout, sys.stderr = _clean(sys.stdout), _clean(sys.stderr)


def redraw_line(stream: TextIO, text: str) -> None:
    """Write a text in the place of the line that the cursor is on, if a terminal shows it.

    The text is cleaned; only what moves the cursor and empties the line is not.
    """
    if not stream.isatty() or not isinstance(stream, io.TextIOWrapper):
        return
    stream.flush()
    line = f"\r\x1b[K{clean_text(text)}"
    stream.buffer.write(line.encode(stream.encoding, "replace"))
    stream.buffer.flush()


def _clean(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, CleanOutput):
        return stream  # None without a console, or a test's stream
    stream.flush()
    return CleanOutput(
        stream.buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
