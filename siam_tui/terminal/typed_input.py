"""Bounds a terminal's input: turns bursts of characters into pastes, and truncates long pastes."""

from __future__ import annotations

import re
from typing import Final

BEGIN: Final = "\x1b[200~"
END: Final = "\x1b[201~"
LONGEST_PASTE: Final = 8192
"""Characters of a paste; no field of the app takes more than half as many."""
BURST: Final = 64
"""Plain characters at once that count as a paste, because nobody types so fast."""
_BURST: Final = re.compile(rf"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]{{{BURST},}}")


class TypedInput:
    r"""Processes a terminal's input, piece by piece.

    A terminal that does not mark pastes sends them as keys, each of which could be a command.

    >>> typed = TypedInput()
    >>> typed.feed("ab\x1b[A"), typed.feed("x" * 70) == BEGIN + "x" * 70 + END
    ('ab\x1b[A', True)
    """

    def __init__(self) -> None:
        self._pasting = False
        self._before = ""
        self._room = 0

    def feed(self, text: str) -> str:
        """Return the text to read instead of the received text."""
        taken = []
        while text:
            take = self._paste if self._pasting else self._type
            some, text = take(text)
            taken.append(some)
        return "".join(taken)

    def end_paste(self) -> str:
        """Return the end of a paste that is still open; its own end may be lost."""
        pasting, self._pasting, self._before = self._pasting, False, ""
        return END if pasting else ""

    def _type(self, text: str) -> tuple[str, str]:
        """Take characters up to the start of a paste; return them and the rest."""
        seen = self._before + text
        at = seen.find(BEGIN)
        if at < 0:
            self._before = seen[-len(BEGIN) + 1 :]
            return _BURST.sub(_marked, text), ""
        end = at + len(BEGIN) - len(self._before)
        self._pasting, self._before, self._room = True, "", LONGEST_PASTE
        return _BURST.sub(_marked, text[:end]), text[end:]

    def _paste(self, text: str) -> tuple[str, str]:
        """Take characters up to the end of a paste; return as many as fit, and the rest."""
        pasted = self._before + text
        at = pasted.find(END)
        if at >= 0:
            self._pasting, self._before = False, ""
            return pasted[: min(at, self._room)] + END, pasted[at + len(END) :]
        held = next(n for n in range(len(END) - 1, -1, -1) if pasted.endswith(END[:n]))
        body = pasted[: len(pasted) - held]
        self._before = pasted[len(pasted) - held :]
        fitting = body[: self._room]
        self._room -= len(fitting)
        return fitting, ""


def _marked(burst: re.Match[str]) -> str:
    return f"{BEGIN}{burst[0][:LONGEST_PASTE]}{END}"
