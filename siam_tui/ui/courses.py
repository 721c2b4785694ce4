"""A screen of what can be learnt or practised: its courses, with those that are done ticked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text_widgets import Static

Progress = TypeVar("Progress")


class CoursesScreen(PanelScreen[None], Generic[Progress]):
    """A few words, and below them the courses."""

    INTRODUCTION: ClassVar[str] = ""
    DEFAULT_CSS: ClassVar[str] = """
    CoursesScreen #panel { width: 76; }
    CoursesScreen PanelList { margin: 1 0; scrollbar-size-vertical: 0; }
    """

    def __init__(self, progress: Progress, name: str) -> None:
        """Prepare.

        Args:
            progress: which courses are done.
            name: the player's name.
        """
        super().__init__()
        self._progress = progress
        self._learner = name

    def body(self) -> Iterable[Widget]:
        """Lay it out."""
        yield Static(Content.from_markup(self.INTRODUCTION), id="introduction")
        yield PanelList()
        yield trouble_line()

    def on_mount(self) -> None:
        """Show the courses as they stand."""
        self.show_courses()
        self.query_one(PanelList).focus()

    def show_courses(self) -> None:
        """List the courses, those that are done ticked."""
        raise NotImplementedError


def course_line(title: str, about: str, told: str = "", *, done: bool) -> Option:
    """Return the line of a course.

    Args:
        title: what it is called, as wide as the others' titles.
        about: what it is about; as wide as the others' where more is told.
        told: how far one has come.
        done: whether it is done.
    """
    line = "$done [b]$title[/b] [$foreground 60%]$about[/]" + (" $told" if told else "")
    sign = "✓" if done else " "
    return Option(Content.from_markup(line, done=sign, title=title, about=about, told=told))
