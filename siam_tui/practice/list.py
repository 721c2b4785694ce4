"""What to practise: the puzzle of the day, or puzzles of one difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from siam_tui.framed import Framed, trouble_line
from siam_tui.practice.course import ABOUT, KINDS, Course, counted, day_told
from siam_tui.practice.progress import Progress
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.trouble import TroubleError

INTRODUCTION = (
    "Positions from the ends of games, in which [b]exactly one turn wins[/b], whatever the others "
    "do. Find it. All hands are open."
)


class PracticeScreen(Framed[None]):
    """Which puzzles to solve."""

    PANEL_TITLE = "Practice: find the winning turn"
    DEFAULT_CSS: ClassVar[str] = """
    PracticeScreen #panel { width: 76; }
    PracticeScreen #courses { height: auto; background: transparent; border: none; padding: 0; margin: 1 0; }
    PracticeScreen #courses:focus > .option-list--option-highlighted { background: $primary 25%; color: $foreground; text-style: none; }
    """  # noqa: E501 - a rule of style a line

    def __init__(self, progress: Progress, name: str) -> None:
        """Prepare.

        Args:
            progress: what is solved.
            name: what the person is called.
        """
        super().__init__()
        self._progress, self._learner = progress, name

    def body(self) -> Iterable[Widget]:
        """Show the courses."""
        yield Static(INTRODUCTION)
        yield OptionList(id="courses")
        yield trouble_line()

    def on_mount(self) -> None:
        """Begin with the puzzle of the day."""
        self._fill()
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        """Count anew what is solved."""
        self._fill()

    def _fill(self) -> None:
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        try:
            options = list(_options(self._progress))
        except TroubleError as trouble:
            self.say(str(trouble))
            return
        listed.set_options(options)
        listed.highlighted = at

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        try:
            course = Course(KINDS[event.option_index], self._progress)
        except TroubleError as trouble:
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
    line = "$done [b]$title[/b] [$foreground 60%]$about[/] $told"
    sign = "✓" if done else " "
    return Option(
        Content.from_markup(line, done=sign, title=title.ljust(8), about=about.ljust(33), told=told)
    )
