"""Helpers for sentences that are shown to people."""

from __future__ import annotations

from collections.abc import Sequence

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a person would list them.

    >>> listed(["Ann"]), listed(["Ann", "Ben", "Chai"]), listed(["R", "L"], "or")
    ('Ann', 'Ann, Ben and Chai', 'R or L')
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def has(who: str) -> str:
    """Return the form of *have* that follows a subject: ``You`` or a name."""
    return "have" if who == "You" else "has"


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning, as a sentence has it.

    >>> capitalized("the Lao and Ben")
    'The Lao and Ben'
    """
    return f"{text[:1].upper()}{text[1:]}"


def spell_duration(seconds: float) -> str:
    """Return a duration in words, in its two largest units.

    >>> spell_duration(59.9), spell_duration(61), spell_duration(7200), spell_duration(93784)
    ('59 seconds', '1 minute and 1 second', '2 hours', '1 day and 2 hours')
    """
    left, parts = int(seconds), []
    for size, unit in _UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}{'s' * (count > 1)}")
    return " and ".join(parts[:2]) or "no time"
