"""Errors that a person can fix."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

ERROR_PREFIX: Final = "siam: "
"""Begins the line that says why a program has ended."""


class UserError(Exception):
    """An error that a person can fix; its text says what is wrong and what to do."""


def exit_with_error(sentence: str) -> NoReturn:
    """Print an error that a person can fix, and exit with code 2."""
    from siam_tui.terminal.wrapped_text import columns_of, wrap_lines  # noqa: PLC0415  # for errors

    sys.stderr.write(wrap_lines(f"{ERROR_PREFIX}{sentence}\n", columns_of(sys.stderr)))
    sys.exit(2)
