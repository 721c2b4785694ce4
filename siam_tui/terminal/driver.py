"""Terminal driver: writes what differs, reads what is typed, and ends when the terminal is gone.

Textual writes from a thread of its own. A terminal that has gone (a closed window, a cut SSH login)
refuses the next write, the thread dies of that, and whoever writes after it waits for it for ever.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import selectors
import signal
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO, Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenStackError
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from siam_tui.terminal.cell_diff import TerminalCells
from siam_tui.terminal.job_control import stop_job
from siam_tui.terminal.typed_input import TypedInput

MOST_WAITING = 128
"""Keys that may wait for the app; what comes after them is dropped with a bell."""
_QUITTING = frozenset(("ctrl+q", "ctrl+c"))
_TICK = 0.1
_PASTE_PAUSE = 2.0
"""Seconds without a character after which a paste has ended, even if it was not said."""


class Output:
    """What is written to a terminal; once that has gone it is told, and the rest is dropped."""

    def __init__(self, file: IO[str], gone: Callable[[], object]) -> None:
        """Prepare.

        Args:
            file: the terminal.
            gone: is called once, from whichever thread writes.
        """
        self._file = file
        self._gone = gone
        self._lost = False

    def write(self, text: str) -> int:
        """Write, if there is still something to write to."""
        try:
            return self._file.write(text)
        except OSError:
            self._lose()
            return len(text)

    def flush(self) -> None:
        """Flush, if there is still something to flush to."""
        try:
            self._file.flush()
        except OSError:
            self._lose()

    def fileno(self) -> int:
        """Return the terminal's descriptor."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Return whether it is, or was, a terminal."""
        return self._lost or self._file.isatty()

    def _lose(self) -> None:
        """Let everything written from here on go nowhere, by whoever and at whichever layer."""
        if not self._lost:
            self._lost = True
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, self._file.fileno())
            os.close(nowhere)
            self._gone()


class TerminalDriver(LinuxDriver):
    """Textual's driver, on a terminal that may vanish and is told only what differs."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Prepare, as Textual does."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file: Any = Output(self._file, lambda: self._loop.call_soon_threadsafe(app.exit))
        self._cells = TerminalCells()
        self._read_now: list[Message] = []
        self._dropping = False
        self._cells_of = app.size
        # In place of Textual's: what the screen shows is the app's to put in order first.
        signal.signal(signal.SIGTSTP, self._ask_to_suspend)
        signal.signal(signal.SIGCONT, self._ask_to_retake)

    def send_message(self, message: Message) -> None:
        """Send a message to the app; those that were read together are sent together."""
        if threading.current_thread() is self._key_thread:
            self._read_now.append(message)
        else:
            super().send_message(message)

    def run_input_thread(self) -> None:
        """Read what is typed until the app ends, or the terminal is gone."""
        parser, typed = XTermParser(self._debug), TypedInput()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        last = time.monotonic()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(_TICK):
                    if not (come := self._read()):
                        self._loop.call_soon_threadsafe(self._app.exit)
                        return
                    text, last = typed.feed(decoder.decode(come)), time.monotonic()
                elif time.monotonic() > last + _PASTE_PAUSE:
                    text = typed.end_paste()
                for message in (*(parser.feed(text) if text else ()), *parser.tick()):
                    self.process_message(message)
                self._send_what_was_read()

    def _read(self) -> bytes:
        """Return what has come; nothing once the terminal is gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _send_what_was_read(self) -> None:
        """Send the messages to the app, and read no more before it has taken them."""
        messages, self._read_now = self._read_now, []
        if messages:
            taking = asyncio.run_coroutine_threadsafe(self._take(messages), self._loop)
            while not self.exit_event.is_set():
                try:
                    taking.result(_TICK)
                except TimeoutError:
                    continue
                return

    async def _take(self, messages: Sequence[Message]) -> None:
        for message in messages:
            dropped = self._is_input(message) and self._waiting() >= MOST_WAITING
            if not dropped:
                self._app.post_message(message)
            elif not self._dropping:
                self._app.bell()
            self._dropping = dropped

    @staticmethod
    def _is_input(message: Message) -> bool:
        """Whether a message may be dropped: a key that does not quit, a paste, a mouse's way."""
        if isinstance(message, events.Key):
            return message.key not in _QUITTING
        return isinstance(message, events.Paste | events.MouseMove | events.MouseScrollDown)

    def _waiting(self) -> int:
        """Return how many messages the app, its screen and what has the focus have before them."""
        app = self._app
        try:
            pumps = {app, app.screen, app.focused}
        except ScreenStackError:
            pumps = {app}
        return sum(pump.message_queue_size for pump in pumps if pump is not None)

    def write(self, data: str) -> None:
        """Write what the terminal does not show already."""
        if self._cells_of != self._app.size:
            self._cells_of = self._app.size
            self.forget()
        if differing := self._cells.update(data):
            super().write(differing)

    def forget(self) -> None:
        """Paint everything anew: something else may have written on the terminal."""
        self._cells.forget()

    def suspend(self) -> bool:
        """Give the terminal back, stop this program, and take the terminal when it is continued.

        Returns:
            Whether it was stopped; without a shell that could continue it, it is not.
        """
        self.suspend_application_mode()
        stopped = stop_job(self.fileno)
        self.retake()
        return stopped

    def retake(self) -> None:
        """Take the terminal, whatever it shows and whatever size it has now."""
        self._cells = TerminalCells()
        self.resume_application_mode()

    def _ask_to_suspend(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._app.action_suspend_process)

    def _ask_to_retake(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._retake_after_stop)

    def _retake_after_stop(self) -> None:
        """Take the terminal again after somebody else has stopped and continued the program."""
        self.suspend_application_mode()
        self.retake()
        self._app.screen.refresh()
