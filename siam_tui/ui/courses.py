"""A screen to choose a course from, such as a lesson; those that are done are ticked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from siam_tui.ui.panel_screen import PanelList, PanelScreen, trouble_line
from siam_tui.ui.text_widgets import OptionList, Static


class CourseList(NamedTuple):
    """What a screen of courses shows.

    Attributes:
        introduction: a few words, as markup of ours.
        courses: a line for each course.
        chosen: the line to put the cursor on; None leaves it where it is.
    """

    introduction: str
    courses: list[Option]
    chosen: int | None


class CoursesScreen(PanelScreen[None]):
    """A few words, and below them the courses."""

    DEFAULT_CSS: ClassVar[str] = """
    CoursesScreen #panel { width: 76; }
    CoursesScreen PanelList { margin: 1 0; scrollbar-size-vertical: 0; }
    """

    def body(self) -> Iterable[Widget]:
        """Lay it out."""
        yield Static(id="introduction")
        yield PanelList()
        yield trouble_line()

    def on_mount(self) -> None:
        """Show the courses."""
        self.show_courses()
        self.query_one(PanelList).focus()

    def retell(self) -> None:
        """Tell the courses in the language that is spoken now."""
        super().retell()
        self.show_courses()

    def on_screen_resume(self) -> None:
        """Show what has been done since."""
        self.show_courses()

    def show_courses(self) -> None:
        """Show the courses, and which are done."""
        with self.showing_errors():
            shown = self.list_courses()
            self.query_one("#introduction", Static).update(Content.from_markup(shown.introduction))
            menu = self.query_one(PanelList)
            chosen = (menu.highlighted or 0) if shown.chosen is None else shown.chosen
            menu.set_options(shown.courses)
            menu.highlighted = chosen

    @on(OptionList.OptionSelected)
    def _course_selected(self, event: OptionList.OptionSelected) -> None:
        with self.showing_errors():
            self.open_course(event.option_index)

    @abstractmethod
    def list_courses(self) -> CourseList:
        """Return what to show.

        Raises:
            UserError: what is done cannot be read.
        """

    @abstractmethod
    def open_course(self, number: int) -> None:
        """Open a course by its line's number, from 0.

        Raises:
            UserError: what is done cannot be read.
        """


def course_line(title: str, about: str, status: str = "", *, done: bool) -> Option:
    """Return the line of a course.

    Args:
        title: what it is called, as wide as the others' titles.
        about: what it is about; as wide as the others' where a status follows.
        status: how much of it is done.
        done: whether all of it is.
    """
    line = "$done [b]$title[/b] [$foreground 60%]$about[/]" + (" $status" if status else "")
    sign = "✓" if done else " "
    return Option(Content.from_markup(line, done=sign, title=title, about=about, status=status))
