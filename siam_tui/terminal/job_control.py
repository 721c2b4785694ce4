"""Stops this program on Ctrl-Z until the shell continues it."""

from __future__ import annotations

import os
import signal
from types import FrameType

NO_SHELL = "No shell runs this program here, so it cannot be suspended."


def stop_job(terminal: int) -> bool:
    """Stop this program's process group; return when it has the terminal again.

    Call it from the main thread, with the terminal as the shell left it. The private server has its
    own session and keeps running.

    Args:
        terminal: the descriptor of the terminal.

    Returns:
        Whether it was stopped. Without a shell that can continue it, the system does not stop it.
    """
    continued = []

    def note_continued(number: int, _frame: FrameType | None) -> None:
        continued.append(number)

    stopping = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    continuing = signal.signal(signal.SIGCONT, note_continued)
    try:
        os.killpg(os.getpgrp(), signal.SIGTSTP)
        while continued and _in_background(terminal):  # continued by `bg`
            os.killpg(os.getpgrp(), signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, stopping)
        signal.signal(signal.SIGCONT, continuing)
    return bool(continued)


def _in_background(terminal: int) -> bool:
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # the terminal is gone
        return False
