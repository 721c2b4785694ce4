"""The lessons, with those that are done, to choose one from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from siam_tui.framed import Framed, trouble_line
from siam_tui.learn.lesson import Lesson, lessons
from siam_tui.learn.progress import Progress
from siam_tui.learn.screen import LessonScreen
from siam_tui.learn.teacher import LessonTable
from siam_tui.trouble import TroubleError

ABOUT = "You make the moves, at a real table. Each takes a few minutes."
DONE = (
    "That was all. Now play: Esc, then [b]B[/b], with a [b]random[/b] bot as the other player. "
    "? has the rules whenever you need them."
)


class LearnScreen(Framed[None]):
    """Which lesson to take."""

    PANEL_TITLE = "Learn King of Siam"
    DEFAULT_CSS: ClassVar[str] = """
    LearnScreen #panel { width: 76; }
    LearnScreen #lessons { height: auto; background: transparent; border: none; padding: 0; margin: 1 0; }
    LearnScreen #lessons:focus > .option-list--option-highlighted { background: $primary 25%; color: $foreground; text-style: none; }
    """  # noqa: E501 - a rule of style a line

    def __init__(self, progress: Progress, name: str) -> None:
        """Prepare.

        Args:
            progress: which lessons are done.
            name: what the person is called.
        """
        super().__init__()
        self._progress, self._learner = progress, name

    def body(self) -> Iterable[Widget]:
        """Show the lessons."""
        yield Static(ABOUT, id="about-lessons")
        yield OptionList(id="lessons")
        yield trouble_line()

    def on_mount(self) -> None:
        """Begin with the first lesson that is not done."""
        self._fill()
        self.query_one(OptionList).focus()

    def _fill(self) -> None:
        try:
            done = self._progress.done()
        except TroubleError as trouble:
            self.say(str(trouble))
            done = frozenset()
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(_option(lesson, done=lesson.id in done) for lesson in lessons())
        ahead = [number for number, lesson in enumerate(lessons()) if lesson.id not in done]
        listed.highlighted = ahead[0] if ahead else len(lessons()) - 1
        self.query_one("#about-lessons", Static).update(ABOUT if ahead else DONE)

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
        except TroubleError as trouble:
            self.say(str(trouble))
        self._fill()


def _option(lesson: Lesson, *, done: bool) -> Option:
    line = "$done [b]$title[/b] [$foreground 60%]$about[/]"
    title = lesson.title.ljust(22)
    sign = "✓" if done else " "
    return Option(Content.from_markup(line, done=sign, title=title, about=lesson.about))
