"""The lessons of King of Siam: those of its files, and hints at their moves."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from siam_tui.games.siam.lessons.lesson_hints import move_hints, typed_hints
from siam_tui.games.siam.lessons.move_match import MoveMatch
from siam_tui.games.study_files import FileLessons

LESSONS: Final = FileLessons(files(__package__), "lessons", MoveMatch, move_hints, typed_hints)
