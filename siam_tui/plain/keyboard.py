"""A person at a terminal: news may come while a line is being typed, and the line stays whole."""

from __future__ import annotations

import asyncio
import codecs
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from siam_tui.plain.editor import Editor
from siam_tui.plain.line_output import clean, read, write
from siam_tui.terminal.job_control import NO_SHELL, stop_job

PROMPT = "> "
_INPUT = 0
_MOST_LINES = 200
"""Lines that may wait to be obeyed; no more are read before."""
_LOCAL = 3


class Keyboard:
    """Edits lines in place of the terminal, which could not repeat one after news.

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

    async def line(self) -> str | None:
        """Return the next line, or None at the end of input."""
        editor = self._editor
        if not editor.lines:
            self._ask()
        while not editor.lines:
            if editor.ended:
                self._asking = False
                write("\n")
                return None
            self._typed.clear()
            await self._typed.wait()
        self._asking = False
        line = editor.lines.pop(0)
        if self._paused and not editor.lines:
            self._paused = False
            asyncio.get_running_loop().add_reader(_INPUT, self._read)
        return line

    def say(self, *sentences: str) -> None:
        """Say sentences; what is being typed is repeated below them."""
        if not sentences:
            return
        text = clean(sentences)
        if not self._asking:
            write(text)
        elif self._editor.text:
            write(f"\n{text}{PROMPT}{self._editor.text}")
        else:
            write(f"\r{text}{PROMPT}")  # over the prompt, which nothing stands behind

    def _ask(self) -> None:
        self._asking = True
        write(PROMPT + self._editor.text)

    def _read(self) -> None:
        found = read(_INPUT, 4096)
        if not found:
            self._editor.ended = True
            asyncio.get_running_loop().remove_reader(_INPUT)
        if len(self._editor.lines) >= _MOST_LINES:  # the terminal keeps what comes after them
            self._paused = True
            asyncio.get_running_loop().remove_reader(_INPUT)
        echo = self._editor.feed(self._decoder.decode(found))
        if self._asking:
            write(echo)
        self._typed.set()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Take the terminal, and give it back as it was."""
        loop = asyncio.get_running_loop()
        before = termios.tcgetattr(_INPUT)
        self._take(before)
        loop.add_reader(_INPUT, self._read)
        loop.add_signal_handler(signal.SIGTSTP, self._suspend, before)
        # Whoever stopped the program may have changed the terminal meanwhile.
        loop.add_signal_handler(signal.SIGCONT, self._take, before)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGTSTP)
            loop.remove_signal_handler(signal.SIGCONT)
            loop.remove_reader(_INPUT)
            with suppress(termios.error):  # it may be gone
                termios.tcsetattr(_INPUT, termios.TCSADRAIN, before)

    def _suspend(self, before: list[Any]) -> None:
        """Give the terminal to the shell until it continues the program, and show the line anew."""
        with suppress(termios.error):  # it may be gone
            termios.tcsetattr(_INPUT, termios.TCSADRAIN, before)
        stopped = stop_job(_INPUT)
        with suppress(termios.error):
            self._take(before)
        if not stopped:
            self.say(NO_SHELL)
        elif self._asking:
            self._ask()

    @staticmethod
    def _take(before: list[Any]) -> None:
        """Let the terminal hand over every character, and echo none."""
        now = list(before)
        flags = now[_LOCAL]
        assert isinstance(flags, int)
        now[_LOCAL] = flags & ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(_INPUT, termios.TCSADRAIN, now)


def can_be_taken() -> bool:
    """Return whether there is a terminal at both ends that echoes what is typed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    flags = termios.tcgetattr(_INPUT)[_LOCAL]
    return isinstance(flags, int) and bool(flags & termios.ECHO)
