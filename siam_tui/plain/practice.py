"""The practice, in a dialogue: a puzzle is told, turns are tried, and their proof is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.registry import spec_of
from games.siam import Move
from siam_tui.games.registry import ui_of
from siam_tui.games.siam.plain_moves import move_told
from siam_tui.model.table_view import TableView, see
from siam_tui.plain import asked
from siam_tui.plain.line_output import Voice
from siam_tui.plain.moving import Moving
from siam_tui.practice import puzzle_text as words
from siam_tui.practice.course import DAILY, PuzzleCourse, course_kinds
from siam_tui.practice.proof import prove
from siam_tui.practice.puzzle_progress import PuzzleProgress
from siam_tui.practice.puzzle_table import PuzzleTable
from siam_tui.profile.last_game import LastGame
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Place, Typed
from siam_tui.ui.text import listed

_ALSO = "Type a turn, hint, solution, next or leave; seats, board and hand tell what is there."


class Practice:
    """Puzzles told one after the other."""

    def __init__(self, voice: Voice, folder: Path, name: str) -> None:
        """Prepare.

        Args:
            voice: whom all is told to.
            folder: the profile's, which keeps what is solved.
            name: what the person is called.

        Raises:
            UserError: the game has no puzzles.
        """
        game = LastGame(folder).name
        puzzles = ui_of(game).puzzles
        if puzzles is None:
            raise UserError(f"{spec_of(game).title} has no puzzles yet.")
        self._puzzles, self._progress = puzzles, PuzzleProgress(folder / puzzles.progress_file)
        self._voice, self._name = voice, name

    def begin(self, kind: str) -> None:
        """Tell the first puzzle of a kind; that of the day, if none is named.

        Raises:
            UserError: there is no such kind, or what is solved cannot be read.
        """
        kinds, wanted = course_kinds(self._puzzles), kind.lower() or DAILY
        if wanted not in kinds:
            raise UserError(f"There are puzzles of these kinds: {listed(kinds, 'or')}.")
        self._course = PuzzleCourse(self._puzzles, wanted, self._progress)
        self._lay_out()

    def _lay_out(self) -> None:
        self._table = PuzzleTable(self._course.puzzle, self._name)
        self._hints = 0
        self._moving = Moving(self._sight)
        status = asked.answer(Typed("status", ""), self._sight, Place.PRACTICE)
        seats = asked.answer(Typed("seats", ""), self._sight, Place.PRACTICE)
        task = f"{self._course.title}. {words.task(self._table)}"
        self._voice.say(task, words.given_facts(self._puzzles), *status, *seats, _ALSO)

    @property
    def _sight(self) -> TableView:
        return see(self._table.state, self._table.me)

    def answer(self, line: str) -> bool:
        """Take a line as an answer about the turn in the making, if it is one.

        Raises:
            UserError: it may mean several things.
        """
        said = self._moving.answer(line)
        if said is None:
            return False
        self._say_or_try(said)
        return True

    def obey(self, typed: Typed) -> None:
        """Do what was typed.

        Raises:
            UserError: it cannot be done; says why.
        """
        name, rest = typed.name, typed.rest
        match name:
            case "move":
                self._say_or_try(self._moving.play(rest))
            case "moves":
                self._voice.say(*self._moving.tell(rest))
            case "why" if rest:
                self._voice.say(self._moving.why(rest))
            case "hint":
                self._hint()
            case "solution":
                self._try(self._table.puzzle.solution, given_up=True)
            case "next":
                self._course.go_on()
                self._lay_out()
            case "practice":
                self.begin(rest)
            case _:
                self._voice.say(*asked.answer(typed, self._sight, Place.PRACTICE))

    def _hint(self) -> None:
        hints = self._puzzles.hints(self._table.puzzle)
        self._hints = min(self._hints + 1, len(hints))
        self._voice.say(hints[self._hints - 1])

    def _say_or_try(self, said: Iterator[str]) -> None:
        self._voice.say(*said)
        move, self._moving.chosen = self._moving.chosen, ""
        if move:
            self._try(move)

    def _try(self, move: str, *, given_up: bool = False) -> None:
        puzzle = self._table.puzzle
        proof = prove(puzzle, puzzle.game.parse_move(move))
        first = words.GIVEN_UP if given_up else words.verdict(proof)
        line = words.describe_line(self._table, self._puzzles, proof.line, self._tell)
        self._voice.say(first, *line)
        if not proof.wins:
            return
        self._voice.say("Type next for another one.")
        if not given_up:
            self._course.mark_solved()

    def _tell(self, move: Move, who: str) -> str:
        board: Any = self._table.puzzle.game.map
        return move_told(board, move, who)
