"""Keeps which puzzles are solved, alone or with hints, and on which days the one of the day was."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from siam_tui.profile.line_set import LineSet

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
