"""The lessons of King of Siam: those of its files, and hints at their moves."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from games.siam import Position, Siam
from siam_tui.games.siam.lessons.lesson_hints import move_hints
from siam_tui.games.siam.lessons.move_match import MoveMatch
from siam_tui.games.study import Lesson
from siam_tui.games.study_files import read_lessons


class SiamLessons:
    """King of Siam's lessons, as `siam_tui.games.study.LessonSet` asks for them."""

    progress_file: Final = "lessons"

    @staticmethod
    @cache
    def lessons() -> tuple[Lesson, ...]:
        """Return the lessons in their order."""
        return read_lessons(files(__package__), _match)

    @staticmethod
    def hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
        """Return hints at a move: its card, its action, all its keys."""
        return move_hints(game, position, solution)


def _match(data: dict[str, Any]) -> MoveMatch:
    rest = {key: value for key, value in data.items() if key not in {"cards", "leads"}}
    cards, leads = tuple(data.get("cards", ())), tuple(data.get("leads", {}).items())
    return MoveMatch(cards=cards, leads=leads, **rest)
