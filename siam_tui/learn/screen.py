"""A lesson on the screen: the real table, with a teacher where the log stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from protocol.messages import Command, PlayMove, TableState
from siam_tui.learn.hints import hints
from siam_tui.learn.teacher import LessonTable
from siam_tui.model.table_view import TableView
from siam_tui.table.bars import Act, Bar, Option
from siam_tui.table.screen import TableScreen
from siam_tui.ui.palette_commands import PaletteCommand


class LessonScreen(TableScreen):
    """The table of a lesson; all that one does there is done as at any table.

    Attributes:
        finished: whether the person has come to the end.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on"),
        Binding("enter", "send", "Send the move"),
        Binding("enter", "pick", "Choose"),
        Binding("h", "hint", "Hint"),
    ]
    READ_FROM_TOP = True
    _NOT_HERE: ClassVar = {"end_early", "watch_again"}
    """What a table offers and a lesson does not."""

    def __init__(self, table: LessonTable) -> None:
        """Prepare.

        Args:
            table: where the lesson is taught.
        """
        super().__init__(table, table.state.table)
        self._lesson = table
        self._answer = ""
        self._hinted = 0
        self.finished = False

    # What is shown

    def _receive(self, state: TableState) -> None:
        super()._receive(state)
        self._end_of_log()

    def _show_log(self, sight: TableView) -> None:
        """Show what the teacher says, where the log stands at other tables."""
        del sight
        answer, step = self._answer, self._lesson.step
        strong, faint = self._look.palette.strong, self._look.palette.faint

        def make(width: int) -> Content:
            parts = []
            if answer:
                parts += [*Content.styled(answer, strong).wrap(width), Content("")]
            style = faint if answer else ""
            parts += Content.from_markup(step.says).stylize(style).wrap(width)
            return Content("\n").join(parts)

        if self._line("entries", make):
            self._end_of_log()

    def _make_bar(self, sight: TableView) -> Bar:
        if self._lesson.step.want is not None:
            return super()._make_bar(sight)
        number, count = self._lesson.progress
        last = self._lesson.last
        done = "This lesson is done." if last else "Read what stands beside the map."
        go_on = Option("Enter", "back to the lessons" if last else "go on", Act("go_on"))
        title = f"{self._lesson.lesson.title}, {number} of {count}"
        return Bar(title, done, (go_on,), own=True)

    # What one may do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        reading = self._lesson.step.want is None
        if action in self._NOT_HERE:
            return False
        if action in {"go_on", "hint"}:
            return not self.typing and reading == (action == "go_on")
        return super().check_action(action, parameters)

    def commands(self) -> Iterator[PaletteCommand]:
        """Yield what can be done here, for the command palette: name, help, function."""
        yield "Table help", "The keys, the signs and the rules", self.action_help
        if self.check_action("hint", ()):
            yield "Hint", "Be told a bit of a right move; once more tells more", self.action_hint
        yield from self.typed_commands()
        yield "Leave", "Leave this lesson", self.action_leave

    def _why_nothing(self, sight: TableView, key: str) -> str:
        del sight
        return "Nothing is asked here. Enter goes on." if key == "H" else ""

    def action_go_on(self) -> None:
        """Go to the next step, or back from the last one."""
        self._say("")
        if self._lesson.last:
            self.finished = True
            self.dismiss(None)
        else:
            self._lesson.go_on()

    def _no_hint(self) -> str:
        return "" if self._lesson.step.want is not None else "Nothing is asked now: go on."

    def action_hint(self) -> None:
        """Tell a bit of a right move, and more each time: its card, its action, all its keys."""
        lesson = self._lesson
        told = hints(lesson.game, lesson.position, lesson.step.solution)
        self._answer = told[min(self._hinted, len(told) - 1)]
        self._hinted += 1
        self._refresh()

    def action_leave(self) -> None:
        """Leave the lesson; it can be begun again."""
        self.dismiss(None)

    def _say(self, answer: str) -> None:
        self._answer, self._hinted = answer, 0
        self._refresh()

    @work(group="request")
    async def _request(self, command: Command) -> None:
        """Have a move judged: it goes on, or is answered and can be tried anew."""
        if isinstance(command, PlayMove):
            self._sending = ""
            self._desk.clear()
            self._say(self._lesson.attempt(command.move))
