"""Invite links and passwords: from a file, standard input, the environment or a prompt.

The list of processes shows a command line to everybody on the machine, but neither of the others.
"""

from __future__ import annotations

import getpass
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from games.text_file import NotTextError, decode_text
from protocol.links import BrokerAddress, Link
from siam_tui.profile.invitations import read_link
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.own_process import PIPED
from texts import tell

STANDARD_INPUT: Final = "-"
_FILE: Final = "@"
_MOST: Final = 4096
"""Bytes that are read of a file or a line; a link has at most 500."""


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
        sys.stderr.write(f"{tell('profile/link/ask')} ")
        sys.stderr.flush()
    line = b""
    while len(line) < _MOST and (byte := os.read(sys.stdin.fileno(), 1)):
        if byte == b"\n" and line.strip():
            break
        line += byte
    if not line.strip():
        raise UserError(tell("profile/link/no-line"))
    return line.decode(errors="replace").strip()


def _file_text(name: str) -> str:
    piped = PIPED.fullmatch(name)
    try:
        with open(int(piped[1]) if piped else Path(name).expanduser(), "rb") as file:  # noqa: PTH123 - a number
            return file.read(_MOST).decode("utf-8-sig", errors="replace").strip()
    except FileNotFoundError as error:
        raise UserError(tell("profile/link/no-file", file=name)) from error
    except OSError as error:
        told = tell("profile/link/unreadable", file=name, reason=error.strerror)
        raise UserError(told) from error


VARIABLE = "SIAM_BROKER_PASSWORD"
"""The environment variable that holds a broker's password."""
_MAX_LINE = 1_000
"""Bytes read of a file's first line."""


def broker_password(broker: BrokerAddress | None, file: Path | None) -> str | None:
    """Return the password for a broker, or None if it needs none.

    Args:
        broker: the broker; it needs a password if its address names a user.
        file: a file whose first line is the password.

    Raises:
        UserError: the file cannot be read or is empty, or there is no terminal to ask on.
    """
    if file is not None:
        return _password_in(file)
    if VARIABLE in os.environ:
        return os.environ[VARIABLE]
    if broker is None or not broker.user:
        return None
    if not sys.stdin.isatty():
        raise UserError(tell("profile/password/no-terminal", broker=str(broker), variable=VARIABLE))
    return ask_password(broker, broker.user)


def ask_password(broker: BrokerAddress, user: str) -> str:
    """Ask for a password on the terminal; what is typed is not shown."""
    return getpass.getpass(f"{tell('profile/password/ask', user=user, host=broker.host)} ")


def _password_in(file: Path) -> str:
    try:
        with file.open("rb") as data:  # a pipe too: password managers give one
            line = decode_text(data.readline(_MAX_LINE)).partition("\n")[0].rstrip()
    except FileNotFoundError as error:
        raise UserError(tell("profile/password/no-file", file=str(file))) from error
    except NotTextError as error:
        told = tell("profile/password/unusable", file=str(file), reason=str(error))
        raise UserError(told) from error
    except OSError as error:
        raise UserError(tell("profile/password/unreadable", file=str(file))) from error
    if not line:
        raise UserError(tell("profile/password/empty", file=str(file)))
    return line
