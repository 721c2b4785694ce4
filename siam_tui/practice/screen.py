"""The screens of puzzles: their courses, and one puzzle with the answers to tries."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option as ListOption

from siam_tui.appearance.cells import pad_end
from siam_tui.games.registry import ui_of
from siam_tui.games.study import PuzzleSet
from siam_tui.model.replay import Replay
from siam_tui.model.table_view import TableView
from siam_tui.practice import puzzle_table
from siam_tui.practice.course import (
    CourseKind,
    PuzzleCourse,
    PuzzleProgress,
    count_solved,
    course_kinds,
    format_day,
)
from siam_tui.practice.puzzle_table import Proof, PuzzleTable, prove
from siam_tui.profile.user_error import UserError
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.bar.options import Bar, Option, ScreenAction
from siam_tui.table.controller import TableController
from siam_tui.table.move_draft import BY_KEYS
from siam_tui.table.palette import typing_commands
from siam_tui.table.study_screen import StudyScreen
from siam_tui.ui.courses import CourseList, CoursesScreen, course_line
from siam_tui.ui.palette_commands import PaletteCommand, offered
from texts import Noun, Person, say, tell


class PuzzleScreen(StudyScreen):
    """The table of a puzzle; you try a turn as you move at any table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next_puzzle", "practice/key/next-puzzle"),
        Binding("enter", "send", "practice/key/try"),
        Binding("enter", "pick", "practice/key/choose"),
        Binding("h", "hint", "practice/key/hint", id="table.hint"),
        Binding("g", "give_up", "practice/key/give-up"),
        Binding("n", "skip", "practice/key/next"),
        Binding("w", "watch_line", "practice/key/watch"),
        Binding(
            "question_mark", "help", "practice/key/help", key_display="?", id="everywhere.help"
        ),
        Binding("q", "leave", "practice/key/leave", id="table.leave"),
    ]

    def __init__(self, course: PuzzleCourse, name: str) -> None:
        """Prepare.

        Args:
            course: the puzzles.
            name: what the person is called.
        """
        self._puzzles, self._puzzle = course, PuzzleTable(course.puzzle, name)
        super().__init__(TableController(self._puzzle, self._puzzle.state.table))
        self._begin_puzzle()
        self.offers |= {
            "next_puzzle": lambda: self._done,
            "skip": lambda: not self._trying,
            "hint": lambda: self._is_asking and self._has_more_hints,
            "give_up": lambda: self._is_asking,
            "watch_line": lambda: self._proof is not None,
        }

    @property
    def _is_asking(self) -> bool:
        return not self._done and not self._trying

    @property
    def _has_more_hints(self) -> bool:
        return not self._all_hints or self._hints < len(self._all_hints)

    def _begin_puzzle(self) -> None:
        self._trying, self._hints, self._done = "", 0, False
        self._all_hints: tuple[str, ...] = ()
        self._answer: list[str] = []
        self._hint = self._last_hint = ""
        self._proof: Proof | None = None
        self._given_up = False

    # What is shown

    def paragraphs(self) -> Iterator[Content]:
        """Return the text: a hint, what a try leads to, and the task."""
        strong, faint = self.look.palette.strong, self.look.palette.faint
        asked = [puzzle_table.task(self._puzzle), puzzle_table.given_facts(self._puzzles.puzzles)]
        if self._done:
            lines = self._answer
        else:
            above = [*filter(None, (self._hint,)), *self._answer]
            lines = [*above, "", *asked] if above else asked
        for number, sentence in enumerate(lines):
            style = strong if number == 0 else faint if sentence in asked[1:] else ""
            yield Content.styled(sentence, style)

    def make_bar(self, view: TableView) -> Bar:
        """Return the bar: the task, or that it is solved and what next."""
        title = self._puzzles.title
        if self._trying:
            return Bar(title, tell("practice/checking"), own=True)
        if not self._done:
            bar = super().make_bar(view)
            if self.draft.choices:
                return bar
            return replace(bar, title=title, longer="", question=tell("practice/asked"))
        options = (
            Option(
                "Enter", tell("practice/next-puzzle"), ScreenAction("next_puzzle", in_footer=True)
            ),
            Option(
                "W", tell("practice/watch-the-line"), ScreenAction("watch_line", in_footer=True)
            ),
            Option("Q", tell("practice/back"), ScreenAction("leave", in_footer=True)),
        )
        return Bar(title, " ".join(self._answer[:2]), options, own=True)

    # What one may do

    def commands(self) -> Iterator[PaletteCommand]:
        """Yield what can be done here, for the command palette: name, help, function."""
        yield tell("practice/command/help"), tell("practice/command/help-about"), self.action_help
        yield from offered(
            self,
            ("hint", tell("practice/key/hint"), tell("practice/command/hint-about")),
            ("give_up", tell("practice/key/give-up"), tell("practice/command/give-up-about")),
            ("skip", tell("practice/key/next-puzzle"), tell("practice/command/next-about")),
            ("watch_line", tell("practice/command/watch"), tell("practice/command/watch-about")),
        )
        yield from typing_commands(self)
        about = tell("practice/command/leave-about")
        yield tell("practice/key/leave"), about, self.action_leave

    def action_next_puzzle(self) -> None:
        """Go to the next puzzle when this one is done."""
        self.action_skip()

    def action_skip(self) -> None:
        """Go to the next puzzle, solved or not."""
        try:
            self._puzzles.go_on()
        except UserError as trouble:
            self.controller.tell(str(trouble))
            return
        self._begin_puzzle()
        self._puzzle.set_up(self._puzzles.puzzle)

    @property
    def no_hint(self) -> str:
        """Why there is no hint now; empty if there is one."""
        return tell("practice/done") if self._done else ""

    def why_nothing(self, _view: TableView, key: str) -> str:
        """Return why a key of a puzzle does nothing now; the last hint is told once more."""
        if key not in {"H", "G"} or self._trying:
            return ""
        hint = self._hint or self._last_hint
        return self.no_hint or tell("practice/no-more-hints", hint=hint)

    def action_hint(self) -> None:
        """Show the first hint, then the next one."""
        self._show_hint()

    @work(group="hint", exclusive=True)
    async def _show_hint(self, more: int = 1) -> None:
        puzzle = self._puzzle.puzzle
        if not self._all_hints:
            hints = await asyncio.to_thread(self._puzzles.puzzles.hints, puzzle)
            if puzzle != self._puzzle.puzzle:
                return
            self._all_hints = hints
        self._hints = min(self._hints + more, len(self._all_hints))
        hint = puzzle_table.hint_of(
            self._all_hints, self._hints, self.draft, puzzle.solution, BY_KEYS
        )
        self._hint = self._last_hint = self.controller.notice = hint
        self.table_changed()

    @property
    def shows_hint(self) -> bool:
        """Whether the bar shows a hint, as a notice."""
        notice = self.controller.notice
        return bool(self._last_hint) and notice.startswith(self._last_hint)

    def clear_hint(self) -> None:
        """Leave the hint to the text in the log's place; the bar's notice is cleared before."""

    def action_give_up(self) -> None:
        """Show the turn that wins."""
        self._try(self._puzzle.puzzle.solution, given_up=True)

    def action_watch_line(self) -> None:
        """Step through the line of moves that the text tells."""
        if self._proof is not None:
            replay = Replay.of(self._puzzle.record(self._proof.line))
            self.app.push_screen(ReplayScreen(replay, look=self.look))

    def play(self, *moves: str) -> None:
        """Try a turn."""
        self.draft.clear()
        self._try(moves[0])

    @work(group="try", exclusive=True)
    async def _try(self, move: str, *, given_up: bool = False) -> None:
        self._trying = move
        self.table_changed()
        puzzle = self._puzzle.puzzle
        proof = await asyncio.to_thread(prove, puzzle, puzzle.game.parse_move(move))
        self._trying, self._proof, self._done, self._hint = "", proof, proof.wins, ""
        self._given_up = given_up
        self._answer = list(self._tell_answer(proof))
        if not proof.wins:
            self.controller.notice = tell("practice/beaten", verdict=self._answer[0])
            self.table_changed()
            self.scroll_log()
            return
        if not given_up:
            self._keep()
        self._puzzle.play_out(proof.line)

    def _tell_answer(self, proof: Proof) -> Iterator[str]:
        """Iterate over what a try has led to, in sentences."""
        yield tell("practice/given-up") if self._given_up else puzzle_table.verdict(proof)
        if proof.wins and not self._given_up and self._hints:
            yield puzzle_table.kept_apart(self._hints)
        of_game, describe = self._puzzles.puzzles, self._describe
        yield from puzzle_table.describe_line(self._puzzle, of_game, proof.line, describe)

    def retell(self) -> None:
        """Tell the puzzle in the language that is spoken now."""
        self._all_hints, self._hint, self._last_hint = (), "", ""
        self._answer = list(self._tell_answer(self._proof)) if self._answer and self._proof else []
        super().retell()
        if self._hints and self._is_asking:
            self._show_hint(more=0)

    def _keep(self) -> None:
        try:
            self._puzzles.mark_solved(hinted=bool(self._hints))
        except UserError as trouble:
            self.controller.notice = str(trouble)

    def _describe(self, move: Any, who: Person) -> str:  # noqa: ANN401 - any game's
        game = self._puzzle.puzzle.game
        name = ui_of(game.name).texts.name_move(game, move, "short")
        return tell("practice/turn", who=who, move=name)


class PracticeScreen(CoursesScreen):
    """Which puzzles to solve; the list begins with the puzzle of the day."""

    PANEL_TITLE = say("practice/title")

    def __init__(self, puzzles: PuzzleSet[Any], folder: Path, learner: str) -> None:
        """Prepare.

        Args:
            puzzles: the puzzles of a game.
            folder: the profile's, which keeps the solved ones.
            learner: what the person is called.
        """
        super().__init__()
        self._puzzles, self._learner = puzzles, learner
        self._progress = PuzzleProgress(folder / puzzles.progress_file)

    def list_courses(self) -> CourseList:
        """Return the courses, and how much of each is solved."""
        hinted = bool(self._progress.solved_with_hints())
        introduction = tell(
            "practice/introduction", assumption=self._puzzles.assumption, hinted=hinted
        )
        return CourseList(introduction, list(self._course_lines()), None)

    def open_course(self, number: int) -> None:
        """Open a course at its first puzzle."""
        course = PuzzleCourse(self._puzzles, course_kinds(self._puzzles)[number], self._progress)
        self.app.push_screen(PuzzleScreen(course, self._learner))

    def _course_lines(self) -> Iterator[ListOption]:
        progress = self._progress
        streak = progress.streak()
        status = tell("practice/streak", n=streak) if streak else ""
        today = format_day(progress.today())
        yield _line(tell("practice/daily"), today, status, done=progress.solved_today())
        for kind in course_kinds(self._puzzles)[1:]:
            solved, hinted, count = count_solved(self._puzzles, kind, progress)
            status = tell("practice/solved", solved=solved, hinted=hinted, count=count)
            about = self._puzzles.levels[kind.level]
            yield _line(_course_title(kind), about, status, done=solved == count)


def _course_title(kind: CourseKind) -> str:
    level = Noun("practice/level", kind.level, kind.level)
    return tell("practice/course", level=level, players=kind.players)


def _line(title: str, about: str, status: str, *, done: bool) -> ListOption:
    return course_line(pad_end(title, 18), pad_end(about, 25), status, done=done)
