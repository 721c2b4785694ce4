"""The lessons of The Foreign King: those of its files, and hints at their moves."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from siam_tui.games.foreign_king.lessons.lesson_hints import move_hints, typed_hints
from siam_tui.games.foreign_king.lessons.move_match import MoveMatch
from siam_tui.games.study_files import FileLessons

LESSONS: Final = FileLessons(
    files(__package__), "lessons-foreign-king", MoveMatch, move_hints, typed_hints
)
