"""The deal as a short scene: the areas are laid out, then the Problems of the row turn over."""

from __future__ import annotations

from typing import Final

from games.amber.constants import AREAS

_PROBLEMS: Final = 3
"""The most Problems of a row."""
STEPS: Final = len(AREAS) + _PROBLEMS + 1


def has_area(step: int | None, place: int) -> bool:
    """Return whether the area on a place, from 1, is laid out; without a scene it is."""
    return step is None or place <= step


def has_problem(step: int | None, place: int) -> bool:
    """Return whether the Problem on a place of the row, from 1, has turned over."""
    return step is None or place <= step - len(AREAS)
