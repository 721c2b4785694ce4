"""Findings of a check of a record, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.record import Record
from games.record_tags import OLD_FORMAT

Mark: TypeAlias = Literal["proven", "open", "wrong"]
"""Result for a part of a record; open means neither proven nor refuted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check.

    Attributes:
        mark: whether it is proven, open or wrong.
        sentence: the result, for people.
    """

    mark: Mark
    sentence: str


def player_name(record: Record, seat: int) -> str:
    """Return the name of the player in a seat."""
    name = record.seats[seat] if seat < len(record.seats) else ""
    if not name and record.proof is not None and record.format > OLD_FORMAT:
        return f"seat {seat + 1} (name removed)"
    return name or f"seat {seat + 1}"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'e' * noun.endswith('ss')}s"


def joined(words: Sequence[str]) -> str:
    """Return words joined by commas and *and*."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
