"""Errors that a person can fix, what a visitor may not do, and bugs that the program survives.

Behind the SSH door each visitor has a process on the host's computer. It opens no file that the
visitor names, keeps no records, and starts no server. Every function that does one of these asks
here, so no screen and no typed command can forget to.
"""

from __future__ import annotations

import sys
from typing import Final, NoReturn

from texts import tell

ERROR_PREFIX: Final = "siam: "
"""Begins the line that says why a program has ended."""


class UserError(Exception):
    """An error that a person can fix; its text says what is wrong and what to do."""


def exit_with_error(sentence: str) -> NoReturn:
    """Print an error that a person can fix, and exit with code 2."""
    from siam_tui.terminal.wrapped_text import columns_of, wrap_lines  # noqa: PLC0415  # for errors

    sys.stderr.write(wrap_lines(f"{ERROR_PREFIX}{sentence}\n", columns_of(sys.stderr)))
    sys.exit(2)


_limited: list[bool] = []


def limit_process() -> None:
    """Limit this process from now on."""
    _limited.append(True)


def is_limited() -> bool:
    """Return whether this process serves a visitor."""
    return bool(_limited)


def check_not_limited() -> None:
    """Return where the person may use files and servers.

    Raises:
        UserError: this process serves a visitor.
    """
    if is_limited():
        raise UserError(tell("profile/limited"))
