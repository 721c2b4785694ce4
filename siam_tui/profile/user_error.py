"""What goes wrong outside the program, told to the person who can mend it."""

from __future__ import annotations

import sys
from typing import NoReturn


class UserError(Exception):
    """Something a person can mend; its text says what is wrong and what to do."""


def fail(sentence: str) -> NoReturn:
    """Tell on the terminal what a person can mend, and end with exit code 2."""
    sys.stderr.write(f"siam: {sentence}\n")
    sys.exit(2)
