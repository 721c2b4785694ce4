"""A puzzle on the screen: the real table, with what is said about one's tries beside the map."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from games.siam import Move
from protocol.messages import Command, PlayMove, TableState
from siam_tui.games.siam.move_builder import EMPTY
from siam_tui.games.siam.move_text import short_names, tell_move
from siam_tui.model.replay import Replay
from siam_tui.model.table_view import TableView
from siam_tui.practice import words
from siam_tui.practice.course import Course
from siam_tui.practice.proof import Proof, prove
from siam_tui.practice.table import PuzzleTable
from siam_tui.profile.user_error import UserError
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.bars import Act, Bar, Option
from siam_tui.table.screen import TableScreen
from siam_tui.ui.palette_commands import PaletteCommand


class PuzzleScreen(TableScreen):
    """The table of a puzzle; a turn is tried as at any table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next_puzzle", "Next puzzle"),
        Binding("enter", "send", "Try it"),
        Binding("enter", "pick", "Choose"),
        Binding("h", "hint", "Hint"),
        Binding("g", "give_up", "Give up"),
        Binding("n", "skip", "Next"),
        Binding("w", "watch_line", "Watch it"),
    ]
    READ_FROM_TOP = True
    _NOT_HERE: ClassVar = {"end_early", "watch_again", "ending", "gathering", "talk", "take_back"}
    """What a table offers and a puzzle does not."""

    def __init__(self, course: Course, name: str) -> None:
        """Prepare.

        Args:
            course: the puzzles.
            name: what the person is called.
        """
        self._puzzles, self._puzzle = course, PuzzleTable(course.puzzle, name)
        super().__init__(self._puzzle, self._puzzle.state.table)
        self._begin()

    def _begin(self) -> None:
        self._trying, self._hints, self._done = "", 0, False
        self._answer: list[str] = []
        self._proof: Proof | None = None

    # What is shown

    def _receive(self, state: TableState) -> None:
        super()._receive(state)
        self._end_of_log()

    def _show_log(self, sight: TableView) -> None:
        """Show what is asked, or what a try has come to, where the log stands at other tables."""
        del sight
        strong, faint = self._look.palette.strong, self._look.palette.faint
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

        if self._line("entries", make):
            self._end_of_log()

    def _make_bar(self, sight: TableView) -> Bar:
        title = self._puzzles.title
        if self._trying:
            return Bar(title, "Every answer to that is looked at…", own=True)
        if not self._done:
            bar = super()._make_bar(sight)
            if self._desk.draft != EMPTY:
                return bar
            return replace(bar, title=title, longer="", question=words.ASKED)
        options = (
            Option("Enter", "next puzzle", Act("next_puzzle")),
            Option("W", "watch the line", Act("watch_line")),
            Option("Q", "back", Act("leave")),
        )
        return Bar(title, " ".join(self._answer[:2]), options, own=True)

    # What one may do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        if action in self._NOT_HERE or (self.typing and action != "log"):
            return False
        asking = not self._done and not self._trying
        mine = {
            "next_puzzle": self._done,
            "skip": not self._trying,
            "hint": asking and self._hints < len(self._all_hints()),
            "give_up": asking,
            "watch_line": self._proof is not None,
        }
        return mine[action] if action in mine else super().check_action(action, parameters)

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
        yield from self.typed_commands()
        yield "Leave", "Leave the practice", self.action_leave

    def action_next_puzzle(self) -> None:
        """Go on to the next puzzle, as this one is done."""
        self.action_skip()

    def action_skip(self) -> None:
        """Go on to the next puzzle, whatever has become of this one."""
        try:
            self._puzzles.go_on()
        except UserError as trouble:
            self._notice(str(trouble))
            return
        self._begin()
        self._puzzle.lay_out(self._puzzles.puzzle)

    def _all_hints(self) -> list[str]:
        return list(words.hints(self._puzzle))

    def _no_hint(self) -> str:
        return "" if not self._done else "This puzzle is done: N goes on to the next."

    def action_hint(self) -> None:
        """Tell the card; asked again, what it does."""
        hints = self._all_hints()
        self._hints = min(self._hints + 1, len(hints))
        self._answer, self._refused = [hints[self._hints - 1]], hints[self._hints - 1]
        self._refresh()

    def action_give_up(self) -> None:
        """Show the turn that wins."""
        self._try(self._puzzle.puzzle.solution, given_up=True)

    def action_watch_line(self) -> None:
        """Step through the line of moves that was told."""
        if self._proof is not None:
            replay = Replay.of(self._puzzle.record(self._proof.line))
            self.app.push_screen(ReplayScreen(replay, look=self._look))

    def action_leave(self) -> None:
        """Leave the practice."""
        self.dismiss(None)

    @work(group="request")
    async def _request(self, command: Command) -> None:
        """Have a turn judged."""
        if isinstance(command, PlayMove):
            self._sending = ""
            self._desk.clear()
            self._try(command.move)

    @work(group="try", exclusive=True)
    async def _try(self, move: str, *, given_up: bool = False) -> None:
        self._trying = move
        self._refresh()
        puzzle = self._puzzle.puzzle
        proof = await asyncio.to_thread(prove, puzzle, puzzle.game.parse_move(move))
        self._trying, self._proof, self._done = "", proof, proof.wins
        first = words.GIVEN_UP if given_up else words.verdict(proof)
        self._answer = [first, *words.line_told(self._puzzle, proof.line, self._tell)]
        if not proof.wins:
            self._refused = f"{first} W shows what beats it."
            self._refresh()
            self._end_of_log()
            return
        if not given_up:
            self._keep()
        self._puzzle.play_out(proof.line)

    def _keep(self) -> None:
        try:
            self._puzzles.solve()
        except UserError as trouble:
            self._refused = str(trouble)

    def _tell(self, move: Move, who: str) -> str:
        board = self._puzzle.puzzle.game.map
        return f"{who}: {tell_move(board, move, short_names(board))}."
