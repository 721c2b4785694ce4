"""What to practise: the puzzle of the day, or puzzles of one difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.widgets.option_list import Option

from siam_tui.practice.course import ABOUT, KINDS, Course, counted, day_told
from siam_tui.practice.progress import Progress
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.profile.user_error import UserError
from siam_tui.ui.courses import CoursesScreen, course_line
from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.text_widgets import OptionList

INTRODUCTION = (
    "Positions from the ends of games, in which [b]exactly one turn wins[/b], whatever the others "
    "do. Find it. All hands are open."
)


class PracticeScreen(CoursesScreen[Progress]):
    """Which puzzles to solve; the list begins with the puzzle of the day."""

    PANEL_TITLE = "Practice: find the winning turn"
    INTRODUCTION: ClassVar[str] = INTRODUCTION

    def on_screen_resume(self) -> None:
        """Count anew what is solved."""
        self.show_courses()

    def show_courses(self) -> None:
        """List the puzzle of the day and the levels, with how much is solved."""
        listed = self.query_one(PanelList)
        at = listed.highlighted or 0
        try:
            options = list(_options(self._progress))
        except UserError as trouble:
            self.say(str(trouble))
            return
        listed.set_options(options)
        listed.highlighted = at

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        try:
            course = Course(KINDS[event.option_index], self._progress)
        except UserError as trouble:
            self.say(str(trouble))
            return
        self.app.push_screen(PuzzleScreen(course, self._learner))


def _options(progress: Progress) -> Iterator[Option]:
    streak = progress.streak()
    row = f"{streak} day{'s' * (streak > 1)} in a row" if streak else ""
    yield _option("Daily", day_told(progress.today()), row, done=progress.done_today())
    for level, about in ABOUT.items():
        solved, count = counted(level, progress)
        told = f"{solved} of {count} solved"
        yield _option(level.capitalize(), about, told, done=solved == count)


def _option(title: str, about: str, told: str, *, done: bool) -> Option:
    return course_line(title.ljust(8), about.ljust(33), told, done=done)
