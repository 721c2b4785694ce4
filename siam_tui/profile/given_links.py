"""Invite links as a command line gives them: as they are, in a file, or on standard input.

The list of processes shows a command line to everybody on the machine, but neither of the others.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from protocol.links import Link
from siam_tui.profile.invitations import read_link
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.process_list import PIPED

STANDARD_INPUT: Final = "-"
_FILE: Final = "@"
_MOST: Final = 4096
"""Bytes that are read of a file or a line; a link has at most 500."""
_ASK = "Invite link: "
_NO_LINE = "There is no link on standard input: `siam join -` reads it from the first line there."
_NO_FILE = "There is no file {file} with an invite link."
_UNREADABLE = "The file {file} cannot be read ({reason}): give a text file with an invite link."


def read_given_link(text: str) -> Link:
    """Return the link that a command line gives; ``-`` and ``@FILE`` say where it is.

    Raises:
        UserError: it is none, or cannot be read; says why and what to do.
    """
    if text == STANDARD_INPUT:
        return read_link(_first_line())
    if text.startswith(_FILE):
        return read_link(_file_text(text.removeprefix(_FILE)))
    return read_link(text)


def use_terminal_as_input() -> None:
    """Read the keyboard from now on, if standard input was a file or a pipe with the link."""
    with suppress(OSError):  # there is no terminal
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)


def _first_line() -> str:
    """Return the first line of standard input, and leave the rest to whoever reads on."""
    if sys.stdin.isatty():
        sys.stderr.write(_ASK)
        sys.stderr.flush()
    line = b""
    while len(line) < _MOST and (byte := os.read(sys.stdin.fileno(), 1)):
        if byte == b"\n" and line.strip():
            break
        line += byte
    if not line.strip():
        raise UserError(_NO_LINE)
    return line.decode(errors="replace").strip()


def _file_text(name: str) -> str:
    piped = PIPED.fullmatch(name)
    try:
        with open(int(piped[1]) if piped else Path(name).expanduser(), "rb") as file:  # noqa: PTH123 - a number
            return file.read(_MOST).decode("utf-8-sig", errors="replace").strip()
    except FileNotFoundError as error:
        raise UserError(_NO_FILE.format(file=name)) from error
    except OSError as error:
        raise UserError(_UNREADABLE.format(file=name, reason=error.strerror)) from error
