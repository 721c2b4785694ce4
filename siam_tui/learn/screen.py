"""The screens of lessons: their list, and one lesson with its text in the log's place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content

from games.registry import spec_of
from siam_tui.appearance.cells import pad_end, text_width
from siam_tui.games.study import Lesson
from siam_tui.games.study_files import LessonSet
from siam_tui.games.table_body import Shown
from siam_tui.learn.lesson_table import LessonTable
from siam_tui.model.table_view import TableView
from siam_tui.profile.small_files import LineSet
from siam_tui.table.bar import bars
from siam_tui.table.bar.options import Bar, Option, ScreenAction
from siam_tui.table.controller import TableController
from siam_tui.table.move_draft import BY_KEYS, hint_from_draft
from siam_tui.table.palette import typing_commands
from siam_tui.table.study_screen import StudyScreen
from siam_tui.ui.courses import CourseList, CoursesScreen, course_line
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.text_line import LogScroll
from texts import say, tell


class LessonScreen(StudyScreen):
    """The table of a lesson; you move as at any table.

    Attributes:
        goes_on: whether the person has asked for the next lesson.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "learn/key/go-on"),
        Binding("enter", "send", "learn/key/send"),
        Binding("enter", "pick", "learn/key/choose"),
        Binding("h", "hint", "learn/key/hint", id="table.hint"),
        Binding("s", "ending", "learn/key/ending", id="table.how_it_ended"),
        Binding("question_mark", "help", "learn/key/help", key_display="?", id="everywhere.help"),
        Binding("q", "leave", "learn/key/leave", id="table.leave"),
    ]

    def __init__(
        self, table: LessonTable, lessons: LessonSet[Any, Any], following: Lesson | None = None
    ) -> None:
        """Prepare.

        Args:
            table: where the lesson is taught.
            lessons: the lessons of its game, for hints.
            following: the next lesson, if there is one.
        """
        super().__init__(TableController(table, table.state.table))
        self._lesson, self._lessons = table, lessons
        self._answer = self._hint = ""
        self._answered: Any = None  # the draft to which the answer was given
        self._hinted = 0
        self._after, self._following = (following.id, following.title) if following else ("", "")
        self.goes_on = False
        self.offers |= {
            "go_on": lambda: table.step.want is None,
            "hint": lambda: table.step.want is not None,
        }

    @property
    def finished(self) -> bool:
        """Whether the person has reached the end."""
        return self._lesson.last and self._lesson.step.want is None

    def retell(self) -> None:
        """Tell the lesson in the language that is spoken now."""
        lessons = {each.id: each for each in self._lessons.lessons()}
        self._lesson.retell(lessons[self._lesson.lesson.id])
        self._following = lessons[self._after].title if self._after else ""
        self._answer = self._hint = ""
        super().retell()

    # What is shown

    def shown(self, view: TableView) -> Shown:
        """Return what the body is to show: no forecast before its words are explained."""
        return replace(super().shown(view), has_forecast=self._lesson.lesson.has_forecast)

    def paragraphs(self) -> Iterator[Content]:
        """Return the lesson's text, below the answer to a try and a hint where all have room."""
        says, palette = Content.from_markup(self._lesson.step.shown), self.look.palette
        is_above = self._answer_and_hint and self._has_room_for_answer
        if is_above:
            yield from (Content.styled(each, palette.strong) for each in self._answer_and_hint)
            yield Content("")
        yield says.stylize(palette.faint if is_above else "")

    @property
    def _answer_and_hint(self) -> tuple[str, ...]:
        """The answer to the last try, and the hint that was asked for after it."""
        return tuple(each for each in (self._answer, self._hint) if each)

    @property
    def _has_room_for_answer(self) -> bool:
        """Whether the answer and the hint fit above the text; the bar shows them in any case."""
        width, height = self.log_size
        lines = (
            sum(len(Content(each).wrap(width)) for each in self._answer_and_hint) if width else 0
        )
        return not width or lines + 1 + self._line_count <= height

    @property
    def _is_text_cut(self) -> bool:
        """Whether the text is longer than its place."""
        width, height = self.log_size
        return bool(width) and self._line_count > height

    @property
    def _line_count(self) -> int:
        """How many lines the lesson's text has."""
        return len(Content.from_markup(self._lesson.step.shown).wrap(self.log_size.width))

    def make_bar(self, view: TableView) -> Bar:
        """Return the bar: the move to make, or that there is something to read."""
        if self._lesson.step.want is not None:
            over = view.state.status == "over"
            if over:
                return bars.over_bar(view, ())
            return self._with_answer(self._without_end(super().make_bar(view)))
        number, count = self._lesson.progress
        last = self._lesson.last
        done = tell("learn/read", is_last=last, is_cut=self._is_text_cut)
        label = self._after_last() if last else tell("learn/go-on")
        go_on = Option("Enter", label, ScreenAction("go_on", in_footer=True))
        lesson = self._lesson.lesson.title
        title = tell("learn/step", lesson=lesson, number=number, count=count)
        return Bar(title, done, (go_on,), own=True)

    def _after_last(self) -> str:
        """Return what Enter does at the end of the lesson."""
        return tell("learn/after-last", following=self._following or None)

    def _with_answer(self, bar: Bar) -> Bar:
        """Return the bar with the answer to a try and the hint after it, until the next key."""
        if bar.notice or not (self._answer_and_hint and self._is_news):
            return bar
        return replace(
            bar,
            question=" ".join(self._answer_and_hint),
            briefer=self._answer_and_hint[1:],
            change=(),
        )

    @property
    def _is_news(self) -> bool:
        """Whether no key has been pressed since the answer or the hint."""
        return bool(self._answered == self.draft.draft)

    def _without_end(self, bar: Bar) -> Bar:
        """Return the bar without a forecast, in lessons before its words are explained."""
        if self._lesson.lesson.has_forecast or not bar.change:
            return bar
        return replace(bar, change=self.draft.prompt.change_on_board or bar.change)

    @on(LogScroll.Resized)
    def place_answer(self) -> None:
        """Show the answer where it has room now."""
        self.table_changed()

    # What one may do

    def commands(self) -> Iterator[PaletteCommand]:
        """Yield what can be done here, for the command palette: name, help, function."""
        yield tell("learn/command/help"), tell("learn/command/help-about"), self.action_help
        if self.check_action("hint", ()):
            yield tell("learn/key/hint"), tell("learn/command/hint-about"), self.action_hint
        yield from typing_commands(self)
        yield tell("learn/key/leave"), tell("learn/command/leave-about"), self.action_leave

    def why_nothing(self, _view: TableView, key: str) -> str:
        """Return why a key of a lesson does nothing now."""
        return tell("learn/nothing-asked-here") if key == "H" else ""

    def action_go_on(self) -> None:
        """Go to the next step; from the last one to the next lesson, or back if there is none."""
        self._say("")
        if self._lesson.last:
            self.goes_on = bool(self._following)
            self.dismiss(None)
        else:
            self._lesson.go_on()

    @property
    def no_hint(self) -> str:
        """Why there is no hint now; empty if there is one."""
        return "" if self._lesson.step.want is not None else tell("learn/nothing-asked-now")

    def action_hint(self) -> None:
        """Show a hint at a right move, which says more each time."""
        lesson, solution = self._lesson, self._lesson.step.solution
        hints = self._lessons.hints(lesson.game, lesson.position, solution)
        usual = hints[min(self._hinted, len(hints) - 1)]
        self._hint = hint_from_draft(self.draft, solution, usual, BY_KEYS, again=self.shows_hint)
        self._answered = self.draft.draft
        self._hinted += usual in self._hint
        self.controller.notice = ""  # it would stand in the hint's place
        self.table_changed()

    @property
    def shows_hint(self) -> bool:
        """Whether the bar shows a hint."""
        return bool(self._hint) and self._is_news

    def clear_hint(self) -> None:
        """Take the hint away; the next one says more than it."""
        self._hint = ""

    def _say(self, answer: str) -> None:
        self._answer, self._hint = answer, ""
        self._answered, self._hinted = self.draft.draft, 0
        self.table_changed()

    def play(self, *moves: str) -> None:
        """Try moves one after the other: the lesson goes on, or answers the first wrong one."""
        self.draft.clear()
        lesson, first, *following = self._lesson, *moves
        said = lesson.attempt(first)
        for move in following:
            step = lesson.step
            if said or step.want is None or step.position or step.moves:
                break
            said = lesson.attempt(move)
        self._say(said)


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
        self.PANEL_TITLE = say("learn/title", game=spec_of(game).title)
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
            return CourseList(tell("learn/about"), lines, ahead[0])
        return CourseList(tell("learn/all-done"), lines, len(lines) - 1)

    def open_course(self, number: int) -> None:
        """Open a lesson."""
        lesson, *rest = self._lessons.lessons()[number:]
        table = LessonTable(self._game, lesson, self._learner)
        screen = LessonScreen(table, self._lessons, rest[0] if rest else None)

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
