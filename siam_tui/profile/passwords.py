"""The broker's password: from the environment, a file or a prompt; never from the command line."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path

from games.text_file import NotTextError, decode_text
from protocol.links import BrokerAddress
from siam_tui.profile.user_error import UserError

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
        return _first_line(file)
    if VARIABLE in os.environ:
        return os.environ[VARIABLE]
    if broker is None or not broker.user:
        return None
    if not sys.stdin.isatty():
        raise UserError(
            f"The broker {broker} needs a password, and there is no terminal to ask on: "
            f"set {VARIABLE}, or give --password-file."
        )
    return ask_password(broker, broker.user)


def ask_password(broker: BrokerAddress, user: str) -> str:
    """Ask for a password on the terminal; what is typed is not shown."""
    return getpass.getpass(f"Password of {user} at {broker.host}: ")


def _first_line(file: Path) -> str:
    try:
        with file.open("rb") as data:  # a pipe too: password managers give one
            line = decode_text(data.readline(_MAX_LINE)).partition("\n")[0].rstrip()
    except FileNotFoundError as error:
        raise UserError(f"There is no password file {file}.") from error
    except NotTextError as error:
        raise UserError(f"The password file {file} cannot be used: {error}.") from error
    except OSError as error:
        raise UserError(
            f"The password file {file} cannot be read: give a text file that is yours."
        ) from error
    if not line:
        raise UserError(f"The password file {file} is empty: put the password on its first line.")
    return line
