"""What a game brings for those who learn it: chapters of rules, lessons and puzzles."""

from __future__ import annotations

from typing import Protocol


class RulesGuide(Protocol):
    """The chapters of the rules, and their worked examples."""


class LessonSet(Protocol):
    """The lessons of a game."""


class PuzzleSet(Protocol):
    """The puzzles of a game."""
