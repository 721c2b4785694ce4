"""What can be found out about a record, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.record import Record

Mark: TypeAlias = Literal["proven", "open", "wrong"]
"""What was found out about a part of a record; what is open can neither be proven nor refuted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check has come to.

    Attributes:
        mark: whether it is proven, open or wrong.
        sentence: what it is, for people.
    """

    mark: Mark
    sentence: str


def who(record: Record, seat: int) -> str:
    """Return what to call whoever had a seat."""
    return record.seats[seat] if seat < len(record.seats) else f"seat {seat + 1}"


def plural(count: int, noun: str) -> str:
    """Return a number of things in words."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'e' * noun.endswith('ss')}s"


def joined(words: Sequence[str]) -> str:
    """Return an enumeration."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
