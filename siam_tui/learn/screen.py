"""The screen of a lesson: a table, with the lesson's text in the log's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from siam_tui.games.study import LessonSet
from siam_tui.learn.lesson_table import LessonTable
from siam_tui.model.table_view import TableView
from siam_tui.table.bar import bars
from siam_tui.table.bar.options import Bar, Option, ScreenAction
from siam_tui.table.controller import TableController
from siam_tui.table.palette import typing_commands
from siam_tui.table.play_screen import PlayScreen
from siam_tui.ui.palette_commands import PaletteCommand


class LessonScreen(PlayScreen):
    """The table of a lesson; you move as at any table.

    Attributes:
        finished: whether the person has reached the end.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on"),
        Binding("enter", "send", "Send the move"),
        Binding("enter", "pick", "Choose"),
        Binding("h", "hint", "Hint"),
        Binding("s", "ending", "How it ended"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
    ]
    READ_FROM_TOP = True

    def __init__(self, table: LessonTable, lessons: LessonSet[Any, Any]) -> None:
        """Prepare.

        Args:
            table: where the lesson is taught.
            lessons: the lessons of its game, for hints.
        """
        super().__init__(TableController(table, table.state.table))
        self._lesson, self._lessons = table, lessons
        self._answer = ""
        self._hinted = 0
        self.finished = False
        self.offers |= {
            "go_on": lambda: table.step.want is None,
            "hint": lambda: table.step.want is not None,
        }

    # What is shown

    def state_received(self, before: TableView | None, now: TableView) -> None:
        """Scroll to the beginning of the new step."""
        super().state_received(before, now)
        self.scroll_log()

    def make_log(self, view: TableView) -> Callable[[int], Content]:
        """Return what makes the lesson's text in the log's place."""
        del view
        answer, step = self._answer, self._lesson.step
        strong, faint = self.look.palette.strong, self.look.palette.faint

        def make(width: int) -> Content:
            parts = []
            if answer:
                parts += [*Content.styled(answer, strong).wrap(width), Content("")]
            style = faint if answer else ""
            parts += Content.from_markup(step.says).stylize(style).wrap(width)
            return Content("\n").join(parts)

        return make

    def make_bar(self, view: TableView) -> Bar:
        """Return the bar: the move to make, or that there is something to read."""
        if self._lesson.step.want is not None:
            over = view.state.status == "over"
            return bars.over_bar(view, ()) if over else super().make_bar(view)
        number, count = self._lesson.progress
        last = self._lesson.last
        done = "This lesson is done." if last else "Read the text beside the map."
        label = "back to the lessons" if last else "go on"
        go_on = Option("Enter", label, ScreenAction("go_on", in_footer=True))
        title = f"{self._lesson.lesson.title}, {number} of {count}"
        return Bar(title, done, (go_on,), own=True)

    # What one may do

    def commands(self) -> Iterator[PaletteCommand]:
        """Yield what can be done here, for the command palette: name, help, function."""
        yield "Table help", "The keys, the signs and the rules", self.action_help
        if self.check_action("hint", ()):
            yield "Hint", "A hint at a right move; the next one says more", self.action_hint
        yield from typing_commands(self)
        yield "Leave", "Leave this lesson", self.action_leave

    def why_nothing(self, view: TableView, key: str) -> str:
        """Return why a key of a lesson does nothing now."""
        del view
        return "Nothing is asked here. Enter goes on." if key == "H" else ""

    def action_go_on(self) -> None:
        """Go to the next step, or back from the last one."""
        self._say("")
        if self._lesson.last:
            self.finished = True
            self.dismiss(None)
        else:
            self._lesson.go_on()

    @property
    def no_hint(self) -> str:
        """Why there is no hint now; empty if there is one."""
        return "" if self._lesson.step.want is not None else "Nothing is asked now: go on."

    def action_hint(self) -> None:
        """Show a hint at a right move, which says more each time."""
        lesson = self._lesson
        told = self._lessons.hints(lesson.game, lesson.position, lesson.step.solution)
        self._answer = told[min(self._hinted, len(told) - 1)]
        self._hinted += 1
        self.table_changed()

    def action_leave(self) -> None:
        """Leave the lesson; it begins anew the next time."""
        self.dismiss(None)

    def _say(self, answer: str) -> None:
        self._answer, self._hinted = answer, 0
        self.table_changed()

    def play(self, move: str) -> None:
        """Try a move: the lesson goes on, or answers it."""
        self.draft.clear()
        self._say(self._lesson.attempt(move))
