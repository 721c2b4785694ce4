"""Helpers for sentences that are shown to people."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a person would list them.

    >>> listed(["Ann"]), listed(["Ann", "Ben", "Chai"]), listed(["R", "L"], "or")
    ('Ann', 'Ann, Ben and Chai', 'R or L')
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
