"""Reads lines from a terminal; a line that is being typed stays whole when news come."""

from __future__ import annotations

import asyncio
import codecs
import select
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from siam_tui.plain.lines.editor import Editor
from siam_tui.plain.lines.line_io import read_bytes, shape_lines, write_text
from siam_tui.terminal.job_control import NO_SHELL, stop_job

PROMPT = "> "
_INPUT = 0
_MOST_LINES = 200
"""Lines that may wait to be carried out; no more are read before."""
_LOCAL = 3
_END = b"\x04"
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
            self._editor.feed(self._decoder.decode(typed.replace(_EARLY_END, _END)))

    def _suspend(self, before: list[Any]) -> None:
        """Give the terminal to the shell until it continues the program, and show the line anew."""
        with suppress(termios.error):  # it may be gone
            termios.tcsetattr(_INPUT, termios.TCSADRAIN, before)
        stopped = stop_job(_INPUT)
        with suppress(termios.error):
            self._set_terminal(before)
        if not stopped:
            self.write_lines(NO_SHELL)
        elif self._asking:
            self._ask()

    @staticmethod
    def _set_terminal(before: list[Any]) -> None:
        """Make the terminal pass on every character at once, and echo none."""
        now = list(before)
        flags = now[_LOCAL]
        assert isinstance(flags, int)
        now[_LOCAL] = flags & ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(_INPUT, termios.TCSADRAIN, now)


def can_edit_lines() -> bool:
    """Return whether input and output are a terminal that echoes what is typed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    flags = termios.tcgetattr(_INPUT)[_LOCAL]
    return isinstance(flags, int) and bool(flags & termios.ECHO)
