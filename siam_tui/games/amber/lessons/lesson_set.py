"""The lessons of Reino de Ámbar: those of its files, and hints at their moves."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from siam_tui.games.amber.lessons.lesson_hints import move_hints, typed_hints
from siam_tui.games.amber.lessons.move_match import MoveMatch
from siam_tui.games.study_files import FileLessons

LESSONS: Final = FileLessons(
    files(__package__), "lessons-amber", MoveMatch, move_hints, typed_hints
)
