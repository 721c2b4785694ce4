"""Terminal driver: writes differences, bounds input, and ends when the terminal is gone.

Textual writes from its own thread. A write fails when the terminal is gone (a closed window, a lost
SSH connection); the thread would die, and later writes would wait for it for ever.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import selectors
import signal
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, Final

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenStackError
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from siam_tui.terminal.cell_diff import TerminalCells
from siam_tui.terminal.own_process import stop_job

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


MOST_WAITING = 128
"""Keys that may wait for the app; more are dropped with a bell."""
_QUITTING = frozenset(("ctrl+q", "ctrl+c"))
_TICK = 0.1
_PASTE_PAUSE = 2.0
"""Seconds without a character after which a paste counts as ended."""


class TerminalOutput:
    """Writes to a terminal; once it is gone, reports that and drops the rest."""

    def __init__(self, file: IO[str], gone: Callable[[], object]) -> None:
        """Prepare.

        Args:
            file: the terminal.
            gone: called once when the terminal is gone, from the writing thread.
        """
        self._file = file
        self._gone = gone
        self._lost = False

    def write(self, text: str) -> int:
        """Write a text, if the terminal is still there."""
        try:
            return self._file.write(text)
        except OSError:
            self._note_gone()
            return len(text)

    def flush(self) -> None:
        """Flush, if the terminal is still there."""
        try:
            self._file.flush()
        except OSError:
            self._note_gone()

    def fileno(self) -> int:
        """Return the terminal's descriptor."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Return whether it is, or was, a terminal."""
        return self._lost or self._file.isatty()

    def _note_gone(self) -> None:
        """Redirect all further output of this process's terminal to the null device."""
        if not self._lost:
            self._lost = True
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, self._file.fileno())
            os.close(nowhere)
            self._gone()


class TerminalDriver(LinuxDriver):
    """Textual's driver for a terminal that may disappear and receives only differences."""

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
        self._file: Any = TerminalOutput(
            self._file, lambda: self._loop.call_soon_threadsafe(app.exit)
        )
        self._cells = TerminalCells()
        self._read_now: list[Message] = []
        self._dropping = False
        self._cells_of = app.size
        # Replace Textual's handlers: the app has to restore the screen first.
        signal.signal(signal.SIGTSTP, self._request_suspend)
        signal.signal(signal.SIGCONT, self._request_reclaim)

    def send_message(self, message: Message) -> None:
        """Send a message to the app; messages read together are sent together."""
        if threading.current_thread() is self._key_thread:
            self._read_now.append(message)
        else:
            super().send_message(message)

    def run_input_thread(self) -> None:
        """Read input until the app ends or the terminal is gone."""
        parser, typed = XTermParser(self._debug), TypedInput()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        last = time.monotonic()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(_TICK):
                    if not (received := self._read_input()):
                        self._loop.call_soon_threadsafe(self._app.exit)
                        return
                    text, last = typed.feed(decoder.decode(received)), time.monotonic()
                elif time.monotonic() > last + _PASTE_PAUSE:
                    text = typed.end_paste()
                for message in (*(parser.feed(text) if text else ()), *parser.tick()):
                    self.process_message(message)
                self._deliver_messages()

    def _read_input(self) -> bytes:
        """Return the received bytes; nothing once the terminal is gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _deliver_messages(self) -> None:
        """Send the messages to the app, and wait until it has taken them."""
        messages, self._read_now = self._read_now, []
        if messages:
            taking = asyncio.run_coroutine_threadsafe(self._post_messages(messages), self._loop)
            while not self.exit_event.is_set():
                try:
                    taking.result(_TICK)
                except TimeoutError:
                    continue
                return

    async def _post_messages(self, messages: Sequence[Message]) -> None:
        for message in messages:
            dropped = self._is_input(message) and self._count_waiting() >= MOST_WAITING
            if not dropped:
                self._app.post_message(message)
            elif not self._dropping:
                self._app.bell()
            self._dropping = dropped

    @staticmethod
    def _is_input(message: Message) -> bool:
        """Whether a message may be dropped: a paste, mouse movement, a key that does not quit."""
        if isinstance(message, events.Key):
            return message.key not in _QUITTING
        return isinstance(message, events.Paste | events.MouseMove | events.MouseScrollDown)

    def _count_waiting(self) -> int:
        """Return how many messages wait at the app, its screen and the focused widget."""
        app = self._app
        try:
            pumps = {app, app.screen, app.focused}
        except ScreenStackError:
            pumps = {app}
        return sum(pump.message_queue_size for pump in pumps if pump is not None)

    def write(self, data: str) -> None:
        """Write only the cells that differ from what the terminal shows."""
        if self._cells_of != self._app.size:
            self._cells_of = self._app.size
            self.repaint_all()
        if differing := self._cells.update(data):
            super().write(differing)

    def repaint_all(self) -> None:
        """Write every cell next time: another program may have written to the terminal."""
        self._cells.invalidate()

    def join_rows(self, rows: range) -> None:
        """Write rows again, numbered from 1, so that the terminal copies them as one line."""
        if joined := self._cells.join_rows(rows, self._app.size.width):
            super().write(joined)

    def suspend(self) -> bool:
        """Release the terminal, stop this program, and reclaim the terminal when it is continued.

        Returns:
            Whether it was stopped; without a shell that can continue it, it is not.
        """
        self.suspend_application_mode()
        stopped = stop_job(self.fileno)
        self.reclaim()
        return stopped

    def reclaim(self) -> None:
        """Reclaim the terminal, whose content and size may have changed."""
        self._cells = TerminalCells()
        self.resume_application_mode()

    def _request_suspend(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._app.action_suspend_process)

    def _request_reclaim(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._reclaim_after_stop)

    def _reclaim_after_stop(self) -> None:
        """Reclaim the terminal after another process stopped and continued this one."""
        self.suspend_application_mode()
        self.reclaim()
        self._app.screen.refresh()
