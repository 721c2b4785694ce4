"""Quotes foreign text in error messages."""

from __future__ import annotations

from typing import Final

_LENGTH: Final = 40


def quote(text: str) -> str:
    r"""Return foreign text as one printable line: in quotes, escaped, cut to 40 characters.

    >>> quote("a\nb")
    "'a\\nb'"
    """
    return repr(text if len(text) <= _LENGTH else text[:_LENGTH] + "…")
