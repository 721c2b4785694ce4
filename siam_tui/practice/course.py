"""A row of puzzles: the puzzle of the day, or those of one level, and more after each."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from siam_tui.games.study import Puzzle, PuzzleSet
from siam_tui.practice.puzzle_progress import PuzzleProgress

DAILY: Final = "daily"
"""The kind of the course that begins with the puzzle of the day; the others are the levels."""


def course_kinds(puzzles: PuzzleSet[Any]) -> tuple[str, ...]:
    """Return the kinds of courses there are of a game."""
    return (DAILY, *puzzles.levels)


class PuzzleCourse:
    """Puzzles one after the other: those not yet solved first.

    Attributes:
        kind: the course's kind; after the puzzle of the day come those of all levels.
        puzzles: all puzzles of the game.
        puzzle: the present one.
        day: the day whose puzzle it is, or None.
    """

    def __init__(self, puzzles: PuzzleSet[Any], kind: str, progress: PuzzleProgress) -> None:
        """Begin with the first puzzle.

        Raises:
            UserError: what is solved cannot be read.
        """
        self.puzzles, self.kind, self._progress = puzzles, kind, progress
        self.day: date | None = None
        if kind == DAILY:
            self.day = progress.today()
            self.puzzle = puzzle_of_day(puzzles, self.day)
        else:
            self.puzzle = self._unsolved_after(0)

    @property
    def title(self) -> str:
        """What the present puzzle is called."""
        name = f"Puzzle {self.puzzle.number}, {self.puzzle.level}"
        return name if self.day is None else f"{name}: {format_day(self.day)}"

    def mark_solved(self) -> None:
        """Keep that the present puzzle is solved.

        Raises:
            UserError: that cannot be written.
        """
        self._progress.add(self.puzzle.id, self.day)

    def go_on(self) -> None:
        """Go to the next puzzle that is not solved; if all are, to the next one.

        Raises:
            UserError: what is solved cannot be read.
        """
        self.day = None
        self.puzzle = self._unsolved_after(self.puzzle.number)

    def _unsolved_after(self, number: int) -> Puzzle:
        of_kind = [p for p in self.puzzles.puzzles() if self.kind in (DAILY, p.level)]
        later = [each for each in of_kind if each.number > number]
        in_turn = [*later, *(each for each in of_kind if each.number <= number)]
        solved = self._progress.solved()
        return next((each for each in in_turn if each.id not in solved), in_turn[0])


def puzzle_of_day(puzzles: PuzzleSet[Any], day: date) -> Puzzle:
    """Return the puzzle of a day in UTC, the same for everybody."""
    found = puzzles.puzzles()
    return found[day.toordinal() % len(found)]


def format_day(day: date) -> str:
    """Return a day as people write it, whatever the locale.

    >>> format_day(date(2026, 11, 21))
    '21 November 2026'
    """
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


def count_solved(puzzles: PuzzleSet[Any], level: str, progress: PuzzleProgress) -> tuple[int, int]:
    """Return how many puzzles of a level are solved, and how many there are.

    Raises:
        UserError: what is solved cannot be read.
    """
    of_level = {each.id for each in puzzles.puzzles() if each.level == level}
    return len(of_level & progress.solved()), len(of_level)
