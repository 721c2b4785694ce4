"""Standard input, output and error: opened if missing, and without control characters.

Commands print names, comments and sentences of other people. After `write_text_only` no control
character except line feeds and tabs reaches the terminal, neither from ``print`` nor from a
traceback.
"""

from __future__ import annotations

import fcntl
import io
import locale
import os
import sys
from typing import Final, TextIO

from siam_tui.terminal.foreign_text import clean_text

_NO_OUTPUT: Final = "siam: Standard output is closed: what siam prints is lost.\n"
_MODES: Final = {0: os.O_RDONLY, 1: os.O_WRONLY, 2: os.O_WRONLY}


def open_missing_streams() -> None:
    """Put ``/dev/null`` in the place of each standard stream that is closed or of no use.

    Otherwise the first file or connection that is opened would take the place, and get what is
    meant for people. Standard error tells that the output is lost.
    """
    missing = [number for number in _MODES if not _is_usable(number)]
    if not missing:
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in missing:
        if number != nowhere:
            os.dup2(nowhere, number)
    if nowhere not in missing:
        os.close(nowhere)
    for number in missing:
        name = ("stdin", "stdout", "stderr")[number]
        stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole run
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)  # so that it stays open when another one replaces it
    if 1 in missing:
        sys.stderr.write(_NO_OUTPUT)


def _is_usable(number: int) -> bool:
    """Return whether a descriptor is open, and open for what it is used for."""
    try:
        mode = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE
    except OSError:
        return False
    return mode in (_MODES[number], os.O_RDWR)


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


def terminal_encoding() -> str:
    """Return the encoding of the locale the program was started in.

    The Linux console gets ASCII, because its fonts have at most 512 signs.

    In the C locale Python uses UTF-8 anyway (PEP 538, PEP 540), and only its UTF-8 mode shows that
    it did so by itself. A terminal in that locale supports only ASCII.
    """
    if os.environ.get("TERM") == "linux":
        return "ascii"
    asked = "utf8" in sys._xoptions or "PYTHONUTF8" in os.environ  # noqa: SLF001 - documented so
    by_itself = sys.flags.utf8_mode and not asked and sys.version_info < (3, 15)  # PEP 686
    return "ascii" if by_itself else locale.getencoding()
