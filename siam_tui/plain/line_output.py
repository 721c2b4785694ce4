"""Where lines come from and go to. Nothing but printable text and line feeds is ever written."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from typing import Protocol

from siam_tui.terminal.foreign_text import clean_text

LONGEST = 4096
"""Characters of a line; of a longer one no more is kept than shows that it is too long."""


class Voice(Protocol):
    """A person, or a script, at the other end.

    Attributes:
        interactive: whether a person types; else the lines are a script's.
    """

    interactive: bool

    async def line(self) -> str | None:
        """Return the next line that is typed, or None at the end of input."""

    def say(self, *sentences: str) -> None:
        """Say sentences, a line each, also while a line is being typed."""


def write(text: str) -> None:
    """Write text to standard output at once; what it cannot show becomes a question mark.

    It is written as it is, as it also moves the cursor; other people's text has been through
    `clean`.

    To a terminal that is gone nothing is written; the end of its input says so to the dialogue.
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


def read(descriptor: int, most: int) -> bytes:
    """Return bytes that have come; none at the end, which a terminal that is gone has as well."""
    try:
        return os.read(descriptor, most)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return b""


def clean(sentences: Iterable[str]) -> str:
    r"""Return sentences as lines of printable characters: a name may hold what steers a terminal.

    >>> clean(["Ann\x1b[2J plays.", "Good."])
    'Ann [2J plays.\nGood.\n'
    """
    lines = (" ".join(clean_text(sentence).splitlines()) for sentence in sentences)
    return "".join(f"{line}\n" for line in lines)
