"""A puzzle on the screen: the real table, with what is said about one's tries beside the map."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from games.siam import Move
from siam_tui.games.siam.move_text import short_names, tell_move
from siam_tui.model.replay import Replay
from siam_tui.model.table_view import TableView
from siam_tui.practice import words
from siam_tui.practice.course import Course
from siam_tui.practice.proof import Proof, prove
from siam_tui.practice.table import PuzzleTable
from siam_tui.profile.user_error import UserError
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.controller import TableController
from siam_tui.table.options import Bar, Option, ScreenAction
from siam_tui.table.palette import typing_commands
from siam_tui.table.play_screen import PlayScreen
from siam_tui.ui.palette_commands import PaletteCommand


class PuzzleScreen(PlayScreen):
    """The table of a puzzle; a turn is tried as at any table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next_puzzle", "Next puzzle"),
        Binding("enter", "send", "Try it"),
        Binding("enter", "pick", "Choose"),
        Binding("h", "hint", "Hint"),
        Binding("g", "give_up", "Give up"),
        Binding("n", "skip", "Next"),
        Binding("w", "watch_line", "Watch it"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
    ]
    READ_FROM_TOP = True

    def __init__(self, course: Course, name: str) -> None:
        """Prepare.

        Args:
            course: the puzzles.
            name: what the person is called.
        """
        self._puzzles, self._puzzle = course, PuzzleTable(course.puzzle, name)
        super().__init__(TableController(self._puzzle, self._puzzle.state.table))
        self._begin()
        self.offers |= {
            "next_puzzle": lambda: self._done,
            "skip": lambda: not self._trying,
            "hint": lambda: self._is_asking and self._hints < len(self._all_hints()),
            "give_up": lambda: self._is_asking,
            "watch_line": lambda: self._proof is not None,
        }

    @property
    def _is_asking(self) -> bool:
        return not self._done and not self._trying

    def _begin(self) -> None:
        self._trying, self._hints, self._done = "", 0, False
        self._answer: list[str] = []
        self._proof: Proof | None = None

    # What is shown

    def state_received(self, before: TableView | None, now: TableView) -> None:
        """Show what is asked from its beginning."""
        super().state_received(before, now)
        self.scroll_log()

    def make_log(self, view: TableView) -> Callable[[int], Content]:
        """Return what makes the task, or what a try has come to, in the log's place."""
        del view
        strong, faint = self.look.palette.strong, self.look.palette.faint
        asked = [words.task(self._puzzle), words.TOLD_OPENLY]
        if self._done:
            told = self._answer
        else:
            told = [*self._answer, "", *asked] if self._answer else asked

        def make(width: int) -> Content:
            lines = []
            for number, sentence in enumerate(told):
                style = strong if number == 0 else faint if sentence in asked[1:] else ""
                lines += Content.styled(sentence, style).wrap(width)
            return Content("\n").join(lines)

        return make

    def make_bar(self, view: TableView) -> Bar:
        """Return the bar: the task, or that it is solved and what next."""
        title = self._puzzles.title
        if self._trying:
            return Bar(title, "Every answer to that is looked at…", own=True)
        if not self._done:
            bar = super().make_bar(view)
            if self.draft.choices:
                return bar
            return replace(bar, title=title, longer="", question=words.ASKED)
        options = (
            Option("Enter", "next puzzle", ScreenAction("next_puzzle", in_footer=True)),
            Option("W", "watch the line", ScreenAction("watch_line", in_footer=True)),
            Option("Q", "back", ScreenAction("leave", in_footer=True)),
        )
        return Bar(title, " ".join(self._answer[:2]), options, own=True)

    # What one may do

    def commands(self) -> Iterator[PaletteCommand]:
        """Yield what can be done here, for the command palette: name, help, function."""
        yield "Table help", "The keys, the signs and the rules", self.action_help
        offered: tuple[PaletteCommand, ...] = (
            ("Hint", "Be told the card, then what it does", self.action_hint),
            ("Give up", "Be shown the turn that wins, and why", self.action_give_up),
            ("Next puzzle", "Go on to another one", self.action_skip),
            ("Watch the line", "Step through what was told, on the map", self.action_watch_line),
        )
        for title, told, do in offered:
            if self.check_action(do.__name__.removeprefix("action_"), ()):
                yield title, told, do
        yield from typing_commands(self)
        yield "Leave", "Leave the practice", self.action_leave

    def action_next_puzzle(self) -> None:
        """Go on to the next puzzle, as this one is done."""
        self.action_skip()

    def action_skip(self) -> None:
        """Go on to the next puzzle, whatever has become of this one."""
        try:
            self._puzzles.go_on()
        except UserError as trouble:
            self.controller.tell(str(trouble))
            return
        self._begin()
        self._puzzle.lay_out(self._puzzles.puzzle)

    def _all_hints(self) -> list[str]:
        return list(words.hints(self._puzzle))

    @property
    def no_hint(self) -> str:
        """Why there is no hint now; empty if there is one."""
        return "" if not self._done else "This puzzle is done: N goes on to the next."

    def action_hint(self) -> None:
        """Tell the card; asked again, what it does."""
        hints = self._all_hints()
        self._hints = min(self._hints + 1, len(hints))
        self._answer = [hints[self._hints - 1]]
        self.controller.notice = hints[self._hints - 1]
        self.table_changed()

    def action_give_up(self) -> None:
        """Show the turn that wins."""
        self._try(self._puzzle.puzzle.solution, given_up=True)

    def action_watch_line(self) -> None:
        """Step through the line of moves that was told."""
        if self._proof is not None:
            replay = Replay.of(self._puzzle.record(self._proof.line))
            self.app.push_screen(ReplayScreen(replay, look=self.look))

    def action_leave(self) -> None:
        """Leave the practice."""
        self.dismiss(None)

    def play(self, move: str) -> None:
        """Have a turn judged."""
        self.draft.clear()
        self._try(move)

    @work(group="try", exclusive=True)
    async def _try(self, move: str, *, given_up: bool = False) -> None:
        self._trying = move
        self.table_changed()
        puzzle = self._puzzle.puzzle
        proof = await asyncio.to_thread(prove, puzzle, puzzle.game.parse_move(move))
        self._trying, self._proof, self._done = "", proof, proof.wins
        first = words.GIVEN_UP if given_up else words.verdict(proof)
        self._answer = [first, *words.line_told(self._puzzle, proof.line, self._tell)]
        if not proof.wins:
            self.controller.notice = f"{first} W shows what beats it."
            self.table_changed()
            self.scroll_log()
            return
        if not given_up:
            self._keep()
        self._puzzle.play_out(proof.line)

    def _keep(self) -> None:
        try:
            self._puzzles.solve()
        except UserError as trouble:
            self.controller.notice = str(trouble)

    def _tell(self, move: Move, who: str) -> str:
        board = self._puzzle.puzzle.game.map
        return f"{who}: {tell_move(board, move, short_names(board))}."
