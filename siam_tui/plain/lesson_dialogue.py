"""The lessons in a dialogue: tells each step, answers tries, and goes on when they are right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from textual.content import Content

from games.contract import GameSpec
from siam_tui.games.registry import ui_of
from siam_tui.learn.lesson_table import LessonTable
from siam_tui.model.table_view import TableView, see
from siam_tui.plain.help_pages import answer_question, tell_status
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.plain.table_news import tell_seats
from siam_tui.profile.small_files import LineSet
from siam_tui.profile.user_error import UserError
from siam_tui.table.move_draft import TYPED, hint_from_draft
from siam_tui.typed.commands import CommandSet, Place, Typed
from siam_tui.ui.text import told
from texts import tell


class LessonDialogue:
    """The lessons of one game, one after the other.

    Attributes:
        game: the game.
        place: where commands are typed.
    """

    place = Place.LESSON

    def __init__(self, io: LineIO, folder: Path, name: str, game: GameSpec) -> None:
        """Prepare.

        Args:
            io: where lines are written.
            folder: the profile's, which keeps what is finished.
            name: what the person is called.
            game: the game of the lessons.

        Raises:
            UserError: the game has no lessons.
        """
        self.game = ui_of(game.name)
        lessons = self.game.lessons
        if lessons is None:
            raise UserError(tell("plain/lesson/none", game=game.title))
        self._set, self._lessons = lessons, lessons.lessons()
        self._finished = LineSet(folder / lessons.progress_file)
        self._io, self._name, self._game = io, name, game
        self._number = self._hints = 0

    def begin_lesson(self, number: str) -> None:
        """Begin a lesson by its number, or the first one that is not finished.

        Raises:
            UserError: there is no such lesson, or what is finished cannot be read.
        """
        count = len(self._lessons)
        if number and not (number.isdecimal() and 1 <= int(number[:3]) <= count):
            raise UserError(tell("plain/lesson/no-such", n=count, game=self._game.title))
        finished = self._finished.read_lines()
        ahead = (at for at, lesson in enumerate(self._lessons) if lesson.id not in finished)
        self._open(int(number) - 1 if number else next(ahead, 0))

    def _open(self, number: int) -> None:
        self._number = number
        lesson = self._lessons[number]
        self._table = LessonTable(self._game.name, lesson, self._name)
        of = len(self._lessons)
        self._io.write_lines(tell("plain/lesson/title", n=number + 1, of=of, title=lesson.title))
        self._tell_step()

    def _tell_step(self) -> None:
        table, self._hints = self._table, 0
        self._entry = self._new_entry()
        told = Content.from_markup(table.step.told).plain.split("\n")
        if table.step.position and table.step.want is not None:
            told += [*tell_status(self._view), *tell_seats(self._view)]
        if table.step.want is None and table.last:
            self._finished.add_lines(table.lesson.id)
        self._io.write_lines(*filter(str.strip, told), self._end)

    @property
    def _end(self) -> str:
        """What the person can type at the end of this step."""
        if self._table.step.want is not None:
            return tell("plain/lesson/asked")
        if not self._table.last:
            return tell("plain/lesson/read")
        is_last = self._number + 1 >= len(self._lessons)
        return tell("plain/lesson/all-done" if is_last else "plain/lesson/done")

    @property
    def _view(self) -> TableView:
        return see(self._table.state, self._table.me)

    def _new_entry(self) -> MoveEntry:
        return MoveEntry(self._view, has_forecast=self._table.lesson.has_forecast)

    def continue_move(self, line: str) -> bool:
        """Take a line as an answer about the move that is being built, if it is one.

        Raises:
            UserError: it may mean several things.
        """
        if self._table.step.want is None:
            return False
        sentences = self._entry.continue_move(line, whole=self._is_command(line))
        if sentences is None:
            return False
        self._write_or_try(sentences)
        return True

    def _is_command(self, line: str) -> bool:
        first = line.strip().partition(" ")[0]
        return CommandSet(self.place, self.game).word(first) is not None

    def choices(self) -> list[str]:
        """Return the names that the person can choose now for a move."""
        return self._entry.choices()

    def tell_now(self) -> list[str]:
        """Return what the person may want to type now."""
        if self._table.step.want is None:
            return [self._end]
        return self._entry.ask_again() or [
            tell("plain/lesson/now"),
            told(self.game.texts.move_help),
        ]

    def run_command(self, typed: Typed) -> None:
        """Do what was typed.

        Raises:
            UserError: it cannot be done; says why.
        """
        if self._table.step.want is None and typed.name in ("move", "moves", "hint", "why"):
            raise UserError(tell("plain/lesson/nothing-asked"))
        if typed.name == "score" and not self._table.lesson.has_forecast:
            raise UserError(tell("plain/lesson/no-score"))
        if (sentences := self._entry.enter_command(typed)) is not None:
            self._write_or_try(sentences)
            return
        match typed.name:
            case "tutorial":
                self.begin_lesson(typed.rest)
            case "hint":
                self._give_hint()
            case "next":
                self._go_on()
            case _:
                commands = CommandSet(self.place, self.game)
                self._io.write_lines(*answer_question(typed, commands, self._view))

    def _give_hint(self) -> None:
        table, solution = self._table, self._table.step.solution
        hints = self._set.typed_hints(table.game, table.position, solution)
        usual = hints[min(self._hints, len(hints) - 1)]
        told = hint_from_draft(self._entry.draft, solution, usual, TYPED)
        self._hints += usual in told
        self._io.write_lines(told)

    def _go_on(self) -> None:
        """Go to the next step, or to the next lesson.

        Raises:
            UserError: a move is asked, or that was the last lesson.
        """
        if self._table.step.want is not None:
            raise UserError(tell("plain/lesson/asks-move"))
        if not self._table.last:
            self._table.go_on()
            self._tell_step()
        elif self._number + 1 < len(self._lessons):
            self._open(self._number + 1)
        else:
            raise UserError(tell("plain/lesson/all-done"))

    def _write_or_try(self, sentences: Iterator[str]) -> None:
        self._io.write_lines(*sentences)
        moves = self._entry.take_chosen()
        for number, move in enumerate(moves):
            step = self._table.step
            if step.want is None or (number and (step.position or step.moves)):
                break
            if reply := self._table.attempt(move):
                self._entry = self._new_entry()
                self._io.write_lines(reply)
                return
        if moves:
            self._tell_step()
