"""Errors that a person can fix."""

from __future__ import annotations

import sys
from typing import NoReturn


class UserError(Exception):
    """An error that a person can fix; its text says what is wrong and what to do."""


def exit_with_error(sentence: str) -> NoReturn:
    """Print an error that a person can fix, and exit with code 2."""
    sys.stderr.write(f"siam: {sentence}\n")
    sys.exit(2)
