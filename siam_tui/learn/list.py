"""The lessons, with those that are done, to choose one from."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.content import Content

from siam_tui.learn.lesson import Lesson, lessons
from siam_tui.learn.progress import Progress
from siam_tui.learn.screen import LessonScreen
from siam_tui.learn.teacher import LessonTable
from siam_tui.profile.user_error import UserError
from siam_tui.ui.courses import CoursesScreen, course_line
from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.text_widgets import OptionList, Static

ABOUT = "You make the moves, at a real table. Each takes a few minutes."
DONE = (
    "That was all. Now play: Esc, then [b]B[/b], with a [b]random[/b] bot as the other player. "
    "? has the rules whenever you need them."
)


class LearnScreen(CoursesScreen[Progress]):
    """Which lesson to take."""

    PANEL_TITLE = "Learn King of Siam"
    INTRODUCTION: ClassVar[str] = ABOUT

    def show_courses(self) -> None:
        """List the lessons; highlight the first that is not done."""
        try:
            done = self._progress.done()
        except UserError as trouble:
            self.say(str(trouble))
            done = frozenset()
        listed = self.query_one(PanelList)
        listed.set_options(
            course_line(lesson.title.ljust(22), lesson.about, done=lesson.id in done)
            for lesson in lessons()
        )
        ahead = [number for number, lesson in enumerate(lessons()) if lesson.id not in done]
        listed.highlighted = ahead[0] if ahead else len(lessons()) - 1
        self.query_one("#introduction", Static).update(
            Content.from_markup(ABOUT if ahead else DONE)
        )

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        lesson = lessons()[event.option_index]
        screen = LessonScreen(LessonTable(lesson, self._learner))
        self.app.push_screen(screen, lambda _: self._came_back(screen, lesson))

    def _came_back(self, screen: LessonScreen, lesson: Lesson) -> None:
        if not screen.finished:
            return
        try:
            self._progress.finish(lesson.id)
        except UserError as trouble:
            self.say(str(trouble))
        self.show_courses()
