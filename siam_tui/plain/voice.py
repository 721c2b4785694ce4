"""Where lines come from and go to. Nothing but printable text and line feeds is ever written."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Protocol


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
    """Write text to standard output at once; what it cannot show becomes a question mark."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def clean(sentences: Iterable[str]) -> str:
    r"""Return sentences as lines of printable characters: a name may hold what steers a terminal.

    >>> clean(["Ann\x1b[2J plays.", "Good."])
    'Ann [2J plays.\nGood.\n'
    """
    return "".join(
        "".join(letter if letter.isprintable() else " " for letter in sentence) + "\n"
        for sentence in sentences
    )
