"""The practice in a dialogue: tells a puzzle, tries turns, and tells their proof."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from games.contract import GameSpec
from siam_tui.games.registry import shown_games, title_of, ui_of
from siam_tui.model.table_view import TableView, see
from siam_tui.plain.help_pages import answer_question, tell_status
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.plain.table_news import tell_seats
from siam_tui.practice import puzzle_table
from siam_tui.practice.course import PuzzleCourse, PuzzleProgress, find_kind
from siam_tui.practice.puzzle_table import PuzzleTable, prove
from siam_tui.profile.user_error import UserError
from siam_tui.table.move_draft import TYPED
from siam_tui.typed.commands import CommandSet, Place, Typed
from texts import tell


def choose_practice(io: LineIO, text: str, last: str) -> str:
    """Return the game to practise if none is named: the last one, or the first with puzzles.

    Args:
        io: where it is told that it is not the last one.
        text: what was typed behind the command.
        last: the game chosen last.
    """
    games = [name for name in shown_games() if ui_of(name).puzzles]
    if last in games or not games or "game=" in text:
        return last
    other = title_of(games[0])
    io.write_lines(tell("plain/practice/other-game", game=title_of(last), other=other))
    return games[0]


class PracticeDialogue:
    """Puzzles of one game, one after the other.

    Attributes:
        game: the game.
        place: where commands are typed.
    """

    place = Place.PRACTICE

    def __init__(self, io: LineIO, folder: Path, name: str, game: GameSpec) -> None:
        """Prepare.

        Args:
            io: where lines are written.
            folder: the profile's, which keeps what is solved.
            name: what the person is called.
            game: the game of the puzzles.

        Raises:
            UserError: the game has no puzzles.
        """
        self.game = ui_of(game.name)
        puzzles = self.game.puzzles
        if puzzles is None:
            raise UserError(tell("plain/practice/none", game=game.title))
        self._puzzles, self._progress = puzzles, PuzzleProgress(folder / puzzles.progress_file)
        self._io, self._name = io, name

    def begin_course(self, kind: str) -> None:
        """Tell the first puzzle of a kind, as `find_kind` reads it.

        Raises:
            UserError: there is no such kind, or what is solved cannot be read.
        """
        self._course = PuzzleCourse(self._puzzles, find_kind(self._puzzles, kind), self._progress)
        self._tell_puzzle()

    def _tell_puzzle(self) -> None:
        self._table = PuzzleTable(self._course.puzzle, self._name)
        self._hints = 0
        self._entry = MoveEntry(self._view)
        about = puzzle_table.task(self._table)
        task = tell("plain/practice/task", title=self._course.title, task=about)
        facts = (*tell_status(self._view), *tell_seats(self._view))
        also = tell("plain/practice/asked-first")
        self._io.write_lines(task, puzzle_table.given_facts(self._puzzles), *facts, also)

    @property
    def _view(self) -> TableView:
        return see(self._table.state, self._table.me)

    def continue_move(self, line: str) -> bool:
        """Take a line as an answer about the turn that is being built, if it is one.

        Raises:
            UserError: it may mean several things.
        """
        first = line.strip().partition(" ")[0]
        is_command = CommandSet(self.place, self.game).word(first) is not None
        sentences = self._entry.continue_move(line, whole=is_command)
        if sentences is None:
            return False
        self._write_or_try(sentences)
        return True

    def choices(self) -> list[str]:
        """Return the names that the person can choose now for a move."""
        return self._entry.choices()

    def tell_now(self) -> list[str]:
        """Return what the person may want to type now."""
        return self._entry.ask_again() or [tell("plain/practice/asked")]

    def run_command(self, typed: Typed) -> None:
        """Do what was typed.

        Raises:
            UserError: it cannot be done; says why.
        """
        if (sentences := self._entry.enter_command(typed)) is not None:
            self._write_or_try(sentences)
            return
        match typed.name:
            case "hint":
                self._give_hint()
            case "solution":
                self._try_move(self._table.puzzle.solution, given_up=True)
            case "next":
                self._course.go_on()
                self._tell_puzzle()
            case _:
                commands = CommandSet(Place.PRACTICE, self.game)
                self._io.write_lines(*answer_question(typed, commands, self._view))

    def _give_hint(self) -> None:
        puzzle = self._table.puzzle
        hints, self._hints = self._puzzles.hints(puzzle), self._hints + 1
        told = puzzle_table.hint_of(hints, self._hints, self._entry.draft, puzzle.solution, TYPED)
        if self._hints > len(hints):
            told = tell("practice/no-more-hints-typed", hint=told)
        self._io.write_lines(told)

    def _write_or_try(self, sentences: Iterator[str]) -> None:
        self._io.write_lines(*sentences)
        for move in self._entry.take_chosen():
            self._try_move(move)

    def _try_move(self, move: str, *, given_up: bool = False) -> None:
        puzzle = self._table.puzzle
        proof = prove(puzzle, puzzle.game.parse_move(move))
        first = tell("practice/given-up") if given_up else puzzle_table.verdict(proof)
        tell_move = partial(self.game.texts.tell_move, puzzle.game)
        line = puzzle_table.describe_line(self._table, self._puzzles, proof.line, tell_move)
        self._io.write_lines(first, *line)
        if not proof.wins:
            return
        if not given_up:
            self._io.write_lines(*filter(None, [puzzle_table.kept_apart(self._hints)]))
            self._course.mark_solved(hinted=bool(self._hints))
        self._io.write_lines(tell("plain/practice/next"))
