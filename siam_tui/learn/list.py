"""The lessons of a game, to choose one from."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from games.registry import spec_of
from siam_tui.appearance.cells import pad_end, text_width
from siam_tui.games.study_files import LessonSet
from siam_tui.learn.lesson_table import LessonTable
from siam_tui.learn.screen import LessonScreen
from siam_tui.profile.line_set import LineSet
from siam_tui.ui.courses import CourseList, CoursesScreen, course_line

_ABOUT: Final = "You make the moves, at a real table. Each takes a few minutes."
_ALL_DONE: Final = (
    "That was all. Now play: Esc, then [b]B[/b], with a [b]random[/b] bot as the other player. "
    "? has the rules whenever you need them."
)

_LEAST_TITLE = 22
"""Characters of the column of titles, if all fit."""


class LearnScreen(CoursesScreen):
    """The lessons; the cursor begins at the first one that is not done."""

    def __init__(self, game: str, lessons: LessonSet[Any, Any], folder: Path, learner: str) -> None:
        """Prepare.

        Args:
            game: the short name of the game.
            lessons: its lessons.
            folder: the profile's, which keeps the finished ones.
            learner: what the person is called.
        """
        super().__init__()
        self.PANEL_TITLE = f"Learn {spec_of(game).title}"
        self._game, self._lessons, self._learner = game, lessons, learner
        self._finished = LineSet(folder / lessons.progress_file)

    def list_courses(self) -> CourseList:
        """Return the lessons; without ticks if the finished ones cannot be read."""
        finished: frozenset[str] = frozenset()
        with self.showing_errors():
            finished = self._finished.read_lines()
        lessons = self._lessons.lessons()
        width = max(_LEAST_TITLE, *(text_width(lesson.title) + 1 for lesson in lessons))
        lines = [
            course_line(pad_end(lesson.title, width), lesson.about, done=lesson.id in finished)
            for lesson in lessons
        ]
        ahead = [number for number, lesson in enumerate(lessons) if lesson.id not in finished]
        if ahead:
            return CourseList(_ABOUT, lines, ahead[0])
        return CourseList(_ALL_DONE, lines, len(lines) - 1)

    def open_course(self, number: int) -> None:
        """Open a lesson."""
        lesson, *rest = self._lessons.lessons()[number:]
        table = LessonTable(self._game, lesson, self._learner)
        screen = LessonScreen(table, self._lessons, rest[0].title if rest else "")

        def go_on(_: object) -> None:
            if screen.finished:
                self._keep(lesson.id)
            if screen.goes_on:
                self.open_course(number + 1)

        self.app.push_screen(screen, go_on)

    def _keep(self, lesson: str) -> None:
        with self.showing_errors():
            self._finished.add_lines(lesson)
        self.show_courses()
