"""The courses of puzzles of a game: the puzzle of the day, and a course for each kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from textual.widgets.option_list import Option

from games.plural import count_of
from siam_tui.appearance.cells import pad_end
from siam_tui.games.study import PuzzleSet
from siam_tui.practice.course import (
    CourseKind,
    PuzzleCourse,
    count_solved,
    course_kinds,
    format_day,
)
from siam_tui.practice.puzzle_progress import PuzzleProgress
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.ui.courses import CourseList, CoursesScreen, course_line

_INTRODUCTION: Final = (
    "Positions from the ends of games, in which [b]exactly one turn wins[/b], whatever the others "
    "do. Find it. {assumption}"
)
_SOLVED: Final = "{solved} of {count} solved"
_SOLVED_AND_HINTED: Final = "{solved} of {count} (+{hinted})"
_WITH_HINTS: Final = " In brackets: how many more you have solved with hints."


class PracticeScreen(CoursesScreen):
    """Which puzzles to solve; the list begins with the puzzle of the day."""

    PANEL_TITLE = "Practice: find the winning turn"

    def __init__(self, puzzles: PuzzleSet[Any], folder: Path, learner: str) -> None:
        """Prepare.

        Args:
            puzzles: the puzzles of a game.
            folder: the profile's, which keeps the solved ones.
            learner: what the person is called.
        """
        super().__init__()
        self._puzzles, self._learner = puzzles, learner
        self._progress = PuzzleProgress(folder / puzzles.progress_file)

    def list_courses(self) -> CourseList:
        """Return the courses, and how much of each is solved."""
        introduction = _INTRODUCTION.format(assumption=self._puzzles.assumption)
        introduction += _WITH_HINTS * bool(self._progress.solved_with_hints())
        return CourseList(introduction, list(self._lines()), None)

    def open_course(self, number: int) -> None:
        """Open a course at its first puzzle."""
        course = PuzzleCourse(self._puzzles, course_kinds(self._puzzles)[number], self._progress)
        self.app.push_screen(PuzzleScreen(course, self._learner))

    def _lines(self) -> Iterator[Option]:
        progress = self._progress
        streak = progress.streak()
        status = f"{count_of(streak, 'day')} in a row" if streak else ""
        yield _line("Daily", format_day(progress.today()), status, done=progress.solved_today())
        for kind in course_kinds(self._puzzles)[1:]:
            solved, hinted, count = count_solved(self._puzzles, kind, progress)
            form = _SOLVED if not hinted else _SOLVED_AND_HINTED
            status = form.format(solved=solved, hinted=hinted, count=count)
            about = self._puzzles.levels[kind.level]
            yield _line(_title(kind), about, status, done=solved == count)


def _title(kind: CourseKind) -> str:
    level = kind.level.capitalize()
    return f"{level}, {kind.players} players" if kind.players else level


def _line(title: str, about: str, status: str, *, done: bool) -> Option:
    return course_line(pad_end(title, 18), pad_end(about, 25), status, done=done)
