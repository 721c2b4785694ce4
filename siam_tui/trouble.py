"""What goes wrong outside the program, told to the person who can mend it."""

from __future__ import annotations


class TroubleError(Exception):
    """Something a person can mend; its text says what is wrong and what to do."""
