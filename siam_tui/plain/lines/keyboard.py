"""Reads lines from a terminal; a line that is being typed stays whole when news come."""

from __future__ import annotations

import asyncio
import codecs
import re
import select
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.cells import cell_len

from siam_tui.plain.lines.line_io import LONGEST, read_bytes, shape_lines, write_text
from siam_tui.terminal.own_process import NO_SHELL, stop_job
from texts import tell

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


PROMPT = "> "
_INPUT = 0
_MOST_LINES = 200
"""Lines that may wait to be carried out; no more are read before."""
_LOCAL = 3
_TERMINAL_END = b"\x04"
_EARLY_END = b"\0"
"""What Linux makes of Ctrl+D that was typed while the terminal still edited the lines."""


class Keyboard:
    """Edits lines itself, because the terminal could not repeat a line after news.

    It does so as the terminal would: what is typed is echoed, and Backspace, Ctrl+U, Ctrl+W and
    Ctrl+D do what they always do; Up and Down recall earlier lines.

    Attributes:
        interactive: True.
    """

    interactive = True

    def __init__(self) -> None:
        self._editor = Editor()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._typed = asyncio.Event()
        self._asking = False
        self._paused = False
        self._before: list[Any] = []

    async def read_line(self) -> str | None:
        """Return the next line, or None at the end of input."""
        editor = self._editor
        if not editor.lines:
            self._ask()
        while not editor.lines:
            if editor.ended:
                self._asking = False
                write_text("\n")
                return None
            self._typed.clear()
            await self._typed.wait()
        self._asking = False
        line = editor.lines.pop(0)
        if self._paused and not editor.lines:
            self._paused = False
            asyncio.get_running_loop().add_reader(_INPUT, self._read_keys)
        return line

    def write_lines(self, *sentences: str) -> None:
        """Write sentences; what is being typed is repeated below them."""
        if not sentences:
            return
        text = shape_lines(sentences)
        if not self._asking:
            write_text(text)
        elif self._editor.text:
            write_text(f"\n{text}{PROMPT}{self._editor.text}")
        else:
            write_text(f"\r{text}{PROMPT}")  # over the prompt, which nothing stands behind

    def _ask(self) -> None:
        self._asking = True
        write_text(PROMPT + self._editor.text)

    def _read_keys(self) -> None:
        found = read_bytes(_INPUT, 4096)
        if not found:
            self._editor.ended = True
            asyncio.get_running_loop().remove_reader(_INPUT)
        if len(self._editor.lines) >= _MOST_LINES:  # the terminal keeps what comes after them
            self._paused = True
            asyncio.get_running_loop().remove_reader(_INPUT)
        echo = self._editor.feed(self._decoder.decode(found))
        if self._asking:
            write_text(echo)
        self._typed.set()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Set the terminal up, and restore it afterwards."""
        loop = asyncio.get_running_loop()
        before = self._before = termios.tcgetattr(_INPUT)
        self._set_terminal(before)
        self._take_typed_before()
        loop.add_reader(_INPUT, self._read_keys)
        loop.add_signal_handler(signal.SIGTSTP, self._suspend, before)
        # Whoever stopped the program may have changed the terminal meanwhile.
        loop.add_signal_handler(signal.SIGCONT, self._set_terminal, before)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGTSTP)
            loop.remove_signal_handler(signal.SIGCONT)
            loop.remove_reader(_INPUT)
            with suppress(termios.error):  # it may be gone
                termios.tcsetattr(_INPUT, termios.TCSADRAIN, before)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the terminal, as it was before, to another reader."""
        termios.tcsetattr(_INPUT, termios.TCSADRAIN, self._before)
        try:
            yield
        finally:
            self._set_terminal(self._before)

    def _take_typed_before(self) -> None:
        """Take what was typed before; the terminal has echoed it, so no line is echoed again."""
        if select.select([_INPUT], [], [], 0)[0]:
            typed = read_bytes(_INPUT, 4096)
            self._editor.feed(self._decoder.decode(typed.replace(_EARLY_END, _TERMINAL_END)))

    def _suspend(self, before: list[Any]) -> None:
        """Give the terminal to the shell until it continues the program, and show the line anew."""
        with suppress(termios.error):  # it may be gone
            termios.tcsetattr(_INPUT, termios.TCSADRAIN, before)
        stopped = stop_job(_INPUT)
        self._set_terminal(before)
        if not stopped:
            self.write_lines(tell(NO_SHELL))
        elif self._asking:
            self._ask()

    @staticmethod
    def _set_terminal(before: list[Any]) -> None:
        """Make the terminal pass on every character at once, and echo none."""
        now = list(before)
        flags = now[_LOCAL]
        assert isinstance(flags, int)
        now[_LOCAL] = flags & ~(termios.ICANON | termios.ECHO)
        with suppress(termios.error):  # it may be gone: the system continues who is hung up
            termios.tcsetattr(_INPUT, termios.TCSADRAIN, now)


def can_edit_lines() -> bool:
    """Return whether input and output are a terminal that echoes what is typed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    flags = termios.tcgetattr(_INPUT)[_LOCAL]
    return isinstance(flags, int) and bool(flags & termios.ECHO)
