"""The line that is being typed on a terminal without cursor addressing. Pure."""

from __future__ import annotations

import re

from rich.cells import cell_len

from siam_tui.plain.lines.line_io import LONGEST

ERASE = "\b \b"
"""Takes the last character back, as a terminal's own line editing does."""
BELL = "\a"
_BACKSPACE, _KILL, _WORD, _END, _ESCAPE = ("\x08", "\x7f"), "\x15", "\x17", "\x04", "\x1b"
_BELLS = re.compile(f"{BELL}{{2,}}")
_LONGEST_KEY = 32
_KEPT = 100


class Editor:
    r"""Takes characters as they are typed and returns what to write in answer.

    Attributes:
        text: the line so far.
        lines: the lines that were finished and not yet fetched.
        ended: whether the end of input was typed.

    >>> editor = Editor()
    >>> editor.feed("pasx\x7fs\r"), editor.lines
    ('pasx\x08 \x08s\n', ['pass'])
    """

    def __init__(self) -> None:
        self.text = ""
        self.lines: list[str] = []
        self.ended = False
        self._earlier: list[str] = []
        self._shown = 0
        self._sequence = ""

    def feed(self, typed: str) -> str:
        """Take characters; return what makes the terminal show them."""
        return _BELLS.sub(BELL, "".join(map(self._take_key, typed)))

    def _take_key(self, key: str) -> str:
        if self._sequence or key == _ESCAPE:
            return self._arrow(key)
        if key.isprintable():
            # As many as show that the line is too long.
            if len(self.text) > LONGEST:  # type: ignore[characters]
                return BELL
            self.text += key
            return key
        return self._finish() if key in "\r\n" else self._control(key)

    def _control(self, key: str) -> str:
        if key == _END:
            self.ended = not self.text
        if key in _BACKSPACE:
            return self._shorten(1)
        if key == _KILL:
            return self._shorten(len(self.text))  # type: ignore[characters]
        if key == _WORD:
            kept = self.text.rstrip().rpartition(" ")
            return self._shorten(len(self.text) - len(kept[0] + kept[1]))  # type: ignore[characters]
        return ""

    def _finish(self) -> str:
        self.lines.append(self.text)
        if self.text.strip():
            self._earlier = [*self._earlier, self.text][-_KEPT:]
        self.text, self._shown = "", 0
        return "\n"

    def _shorten(self, by: int) -> str:
        gone = self.text[len(self.text) - by :]  # type: ignore[characters]
        self.text = self.text[: len(self.text) - len(gone)]  # type: ignore[characters]
        return ERASE * cell_len(gone)

    def _arrow(self, key: str) -> str:
        """Take a key that comes as a sequence: up and down recall earlier lines, others nothing."""
        self._sequence += key
        if len(self._sequence) < 2 or (len(self._sequence) == 2 and key in "[O"):  # type: ignore[characters]
            return ""
        if 2 < len(self._sequence) < _LONGEST_KEY and not "@" <= key <= "~":  # type: ignore[characters]
            return ""
        sequence, self._sequence = self._sequence, ""
        by = {"A": 1, "B": -1}.get(sequence[-1], 0) if sequence[1] in "[O" else 0
        at = self._shown + by
        if not by or not 0 <= at <= len(self._earlier):
            return ""
        self._shown = at
        erased = self._shorten(len(self.text))  # type: ignore[characters]
        self.text = self._earlier[-at] if at else ""
        return erased + self.text
