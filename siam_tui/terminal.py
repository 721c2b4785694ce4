"""The terminal the app writes to: it gets what differs, and may vanish.

When it does, the app ends instead of waiting for ever.

Textual writes from a thread of its own. A terminal that has gone (a closed window, a cut SSH login)
refuses the next write, the thread dies of that, and whoever writes after it waits for it for ever.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import IO, Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from siam_tui.terminal_cells import TerminalCells


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
        self._cells_of = app.size

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
