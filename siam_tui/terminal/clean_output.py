"""Standard output and standard error that write text only, whatever a command prints.

Commands print names, comments and sentences of other people. Once `write_text_only` was called, no
control character reaches the terminal through ``print``, ``sys.stdout.write`` or a traceback. Line
feeds and tabs do.
"""

from __future__ import annotations

import io
import sys
from typing import TextIO

from siam_tui.terminal.foreign_text import clean_text


class CleanOutput(io.TextIOWrapper):
    """A text stream that makes what is written to it safe for a terminal."""

    def write(self, text: str) -> int:
        """Write a text; what steers a terminal becomes blanks."""
        super().write(clean_text(text))
        return len(text)


def write_text_only() -> None:
    """Let this process print nothing but text from here on."""
    sys.stdout, sys.stderr = _clean(sys.stdout), _clean(sys.stderr)


def _clean(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, CleanOutput):
        return stream  # None without a console, or something that a test put there
    stream.flush()
    return CleanOutput(
        stream.buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
