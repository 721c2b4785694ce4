"""Copies to the clipboard of the user's terminal, also over SSH."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import Final

from textual.app import App
from textual.widget import Widget

from siam_tui.terminal.driver import TerminalDriver
from texts import say

SENT: Final = say("terminal/sent")
"""Confirmation of a copy; a terminal does not answer whether it worked."""
_SECONDS = 5.0


def copy_to_clipboard(app: App[object], text: str) -> None:
    """Send a text to the terminal (OSC 52), and to tmux if the app runs in it.

    By default tmux does not pass a program's OSC 52 on to the terminal. It does so with a buffer
    that is loaded with ``-w``.
    """
    app.copy_to_clipboard(text)
    if os.environ.get("TMUX"):
        app.run_worker(_to_tmux(text), group="clipboard", exit_on_error=False)


def let_copy_as_one_line(widget: Widget) -> None:
    """Let a terminal copy a widget's text without line breaks if the mouse selects it there.

    The widget must begin in the first column, and hold nothing but one text over full lines.
    """
    driver, shown = widget.app._driver, widget.region  # noqa: SLF001 - Textual has no other way
    if isinstance(driver, TerminalDriver) and shown.height > 1:
        driver.join_rows(range(shown.y + 1, shown.bottom + 1))


async def _to_tmux(text: str) -> None:
    with contextlib.suppress(OSError, TimeoutError):
        tmux = await asyncio.create_subprocess_exec(
            "tmux",
            *("load-buffer", "-w", "-"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await asyncio.wait_for(tmux.communicate(text.encode()), _SECONDS)
        finally:
            if tmux.returncode is None:
                tmux.kill()
