"""Where lines come from and go to. Only printable text and line feeds are ever written."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Protocol

from siam_tui.terminal.foreign_text import clean_text
from siam_tui.terminal.wrapped_text import WholeLine, columns_of, wrap_lines

LONGEST = 4096
"""Characters of a line. Of a longer one, only enough is kept to show that it is too long."""


class LineIO(Protocol):
    """The input and output of a dialogue: a person's terminal, or the pipes of a script.

    Attributes:
        interactive: whether a person types; otherwise the lines are a script's.
    """

    interactive: bool

    async def read_line(self) -> str | None:
        """Return the next line that is typed, or None at the end of input."""

    def write_lines(self, *sentences: str) -> None:
        """Write sentences, a line each; a line that is being typed stays whole."""

    def lent(self) -> AbstractContextManager[None]:
        """Leave the terminal to another reader, such as a prompt for a password."""


def write_text(text: str) -> None:
    """Write text to standard output at once; what it cannot show becomes a question mark.

    The text is not cleaned, because it may move the cursor; `clean_lines` does that for text from
    other people. To a terminal that is gone nothing is written: the end of its input ends the
    dialogue.
    """
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(encoding, "replace"))
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # takes what is still to be written
        os.close(nowhere)


def read_bytes(descriptor: int, most: int) -> bytes:
    """Return bytes that have come; none at the end, or from a terminal that is gone."""
    try:
        return os.read(descriptor, most)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return b""


def shape_lines(sentences: Iterable[str]) -> str:
    """Return sentences as they are written to standard output.

    On a terminal they break between words. A `WholeLine` never breaks.
    """
    width = columns_of(sys.stdout)
    return "".join(
        wrap_lines(clean_lines([each]), None if isinstance(each, WholeLine) else width)
        for each in sentences
    )


def clean_lines(sentences: Iterable[str]) -> str:
    r"""Return sentences as lines of printable characters: a name may hold what steers a terminal.

    >>> clean_lines(["Ann\x1b[2J plays.", "Good."])
    'Ann [2J plays.\nGood.\n'
    """
    lines = (" ".join(clean_text(sentence).splitlines()) for sentence in sentences)
    return "".join(f"{line}\n" for line in lines)
