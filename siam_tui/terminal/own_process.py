"""This process, as its shell and the list of processes see it.

The key in the link of a private table opens the table. So the program starts itself once more,
with its links in pipes: from then on, lists of processes show the number of a pipe.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from types import FrameType
from typing import Final

from games.own_program import start_again
from texts import say

NO_SHELL: Final = say("terminal/no-shell")


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


PIPED = re.compile(r"/dev/fd/([0-9]{1,6})")
"""The file behind the @ that stands for a link in a pipe."""
_LINK = re.compile(r"(--(?:table|link)=|)([<'\"]?siams?(?:\+wss?)?://[^\s#]+(?:#|%23)\S+)")


def hide_links() -> None:
    """Start this program again if its command line has a link; return if there is none."""
    shown = list(map(_hidden, sys.orig_argv[1:]))
    if shown != sys.orig_argv[1:]:
        try:
            start_again(shown)
        except OSError:
            return  # the links work as they stand there


def _hidden(argument: str) -> str:
    """Return an argument, with the name of a pipe in place of a link."""
    found = _LINK.fullmatch(argument)
    if found is None:
        return argument
    reading, writing = os.pipe()
    os.write(writing, found[2].encode())  # far less than a pipe holds
    os.close(writing)
    os.set_inheritable(reading, True)
    return f"{found[1]}@/dev/fd/{reading}"
