"""Rows of puzzles: the puzzle of the day or those of one kind, and which are solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from games.registry import game_of
from siam_tui.games.study import Puzzle, PuzzleSet
from siam_tui.profile.small_files import LineSet
from siam_tui.profile.user_error import UserError
from siam_tui.typed.words import words_of
from texts import Noun, tell

_DAY = "day"
_HINTED = "hinted"


def today() -> date:
    """Return the present day in UTC."""
    return datetime.now(UTC).date()


class PuzzleProgress:
    """What a profile has solved of one game: a line a puzzle, and a line a day.

    A puzzle that was solved with hints has a line of its own form, which older programs overlook.
    """

    def __init__(self, file: Path, date: Callable[[], date] | None = None) -> None:
        """Prepare.

        Args:
            file: the file; it need not be there yet.
            date: returns the present day, if not that of UTC.
        """
        self.today = date or today
        self._lines = LineSet(file)

    def solved(self) -> frozenset[str]:
        """Return the ids of the puzzles that were solved without hints.

        Raises:
            UserError: the file cannot be read.
        """
        return frozenset(line for line in self._lines.read_lines() if " " not in line)

    def solved_with_hints(self) -> frozenset[str]:
        """Return the ids of the puzzles that were solved with hints only.

        Raises:
            UserError: the file cannot be read.
        """
        pairs = (line.split(" ", 1) for line in self._lines.read_lines() if " " in line)
        return frozenset(puzzle for kind, puzzle in pairs if kind == _HINTED) - self.solved()

    def streak(self) -> int:
        """Return on how many days in a row the puzzle of the day was solved, up to today.

        Today does not end the row as long as it lasts.

        Raises:
            UserError: the file cannot be read.
        """
        lines, day = self._lines.read_lines(), self.today()
        if _line(day) not in lines:
            day -= timedelta(days=1)
        first = day
        while _line(day) in lines:
            day -= timedelta(days=1)
        return (first - day).days

    def solved_today(self) -> bool:
        """Return whether today's puzzle is solved.

        Raises:
            UserError: the file cannot be read.
        """
        return _line(self.today()) in self._lines.read_lines()

    def add(self, puzzle: str, day: date | None = None, *, hinted: bool = False) -> None:
        """Keep that a puzzle is solved.

        Args:
            puzzle: its id.
            day: the day whose puzzle it is, or None.
            hinted: whether hints were taken.

        Raises:
            UserError: the file cannot be read or written.
        """
        line = f"{_HINTED} {puzzle}" if hinted else puzzle
        self._lines.add_lines(line, *([_line(day)] if day else ()))


def _line(day: date) -> str:
    return f"{_DAY} {day.isoformat()}"


_NUMBERS: Final = frozenset(map(str, range(1, 10)))


@dataclass(frozen=True, slots=True)
class CourseKind:
    """Which puzzles a course has: those of a level, of a number of players, of both, or all.

    Attributes:
        level: a key of `PuzzleSet.levels`; empty for all.
        players: how many play; 0 for any number.
    """

    level: str = ""
    players: int = 0

    def includes(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle is of this kind."""
        return self.level in ("", puzzle.level) and self.players in (0, puzzle.players)


DAILY: Final = CourseKind()
"""The kind of the course that begins with the puzzle of the day, and goes on with all others."""
_DAILY: Final = "daily"


def course_kinds(puzzles: PuzzleSet[Any]) -> tuple[CourseKind, ...]:
    """Return the kinds to choose from: the level, and where that differs, how many play."""
    found = {DAILY: None}
    several = len({each.players for each in puzzles.puzzles()}) > 1
    for level in puzzles.levels:
        numbers = {each.players for each in puzzles.puzzles() if each.level == level}
        for players in sorted(numbers) if several else [0]:
            found[CourseKind(level, players)] = None
    return tuple(found)


def find_kind(puzzles: PuzzleSet[Any], text: str) -> CourseKind:
    """Return the kind that a person typed: nothing, daily, a level, how many play, or both.

    Raises:
        UserError: there are no such puzzles.
    """
    words = text.lower().split()
    levels = [word for word in words if word in puzzles.levels]
    numbers = [int(word) for word in words if word in _NUMBERS]
    daily = [word for word in words if word == _DAILY]
    kind = CourseKind("".join(levels), sum(numbers))
    is_clear = len(levels) <= 1 and len(numbers) <= 1 and not (daily and (levels or numbers))
    is_known = len(levels) + len(numbers) + len(daily) == len(words)
    if is_clear and is_known and any(map(kind.includes, puzzles.puzzles())):
        return kind
    counts = tuple(sorted({each.players for each in puzzles.puzzles()}))
    kinds = tuple(words_of(each)[0] for each in (_DAILY, *puzzles.levels))
    raise UserError(tell("practice/no-such", kinds=kinds, counts=counts))


class PuzzleCourse:
    """Puzzles one after the other: those not yet solved first.

    Attributes:
        kind: which puzzles it has.
        puzzles: all puzzles of the game.
        puzzle: the present one.
        day: the day whose puzzle it is, or None.
    """

    def __init__(self, puzzles: PuzzleSet[Any], kind: CourseKind, progress: PuzzleProgress) -> None:
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
        number, level = self.puzzle.number, self.puzzle.level
        day = None if self.day is None else format_day(self.day)
        noun = Noun("practice/level", level, level)
        return tell("practice/puzzle", number=number, level=noun, day=day)

    def mark_solved(self, *, hinted: bool) -> None:
        """Keep that the present puzzle is solved, alone or with hints.

        Raises:
            UserError: that cannot be written.
        """
        self._progress.add(self.puzzle.id, self.day, hinted=hinted)

    def go_on(self) -> None:
        """Go to the next puzzle that is not solved, then to those solved with hints, then to any.

        Raises:
            UserError: what is solved cannot be read.
        """
        self.day = None
        self.puzzle = self._unsolved_after(self.puzzle.number)

    def _unsolved_after(self, number: int) -> Puzzle:
        of_kind = [each for each in self.puzzles.puzzles() if self.kind.includes(each)]
        later = [each for each in of_kind if each.number > number]
        in_turn = [*later, *(each for each in of_kind if each.number <= number)]
        solved, hinted = self._progress.solved(), self._progress.solved_with_hints()
        unsolved = [each for each in in_turn if each.id not in solved]
        new = (each for each in unsolved if each.id not in hinted)
        return next(new, (unsolved or in_turn)[0])


def puzzle_of_day(puzzles: PuzzleSet[Any], day: date) -> Puzzle:
    """Return the puzzle of a day in UTC, the same for everybody.

    It is one that suits beginners, too: on the usual map, without teams, and not of the hardest.
    """
    every = puzzles.puzzles()
    found = [each for each in every if _suits_beginners(each, puzzles)] or every
    return found[day.toordinal() % len(found)]


def _suits_beginners(puzzle: Puzzle, puzzles: PuzzleSet[Any]) -> bool:
    game = puzzle.game
    is_usual = game.map == game_of(game.name).map and not game.teams(puzzle.players)
    return is_usual and puzzle.level != list(puzzles.levels)[-1]


def format_day(day: date) -> str:
    """Return a day as people write it, whatever the locale.

    >>> format_day(date(2026, 11, 21))
    '21 November 2026'
    """
    month = Noun("practice/month", str(day.month))
    return tell("practice/day", day=day.day, month=month, year=day.year)


def count_solved(
    puzzles: PuzzleSet[Any], kind: CourseKind, progress: PuzzleProgress
) -> tuple[int, int, int]:
    """Return how many puzzles of a kind are solved alone, how many with hints, and how many are.

    Raises:
        UserError: what is solved cannot be read.
    """
    of_kind = {each.id for each in puzzles.puzzles() if kind.includes(each)}
    solved, hinted = progress.solved(), progress.solved_with_hints()
    return len(of_kind & solved), len(of_kind & hinted), len(of_kind)
