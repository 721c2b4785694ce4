"""Which puzzles somebody has solved, and on which days that of the day; kept in their profile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from siam_tui.profile.line_set import LineSet

_DAY = "day"


def today() -> date:
    """Return the present day in UTC."""
    return datetime.now(UTC).date()


class Progress:
    """What a profile has solved: a line a puzzle, and a line a day."""

    def __init__(self, folder: Path, date: Callable[[], date] | None = None) -> None:
        """Prepare.

        Args:
            folder: the profile's.
            date: tells the present day, where it is not to be that of UTC.
        """
        self.today = date or today
        self._lines = LineSet(folder / "practice")

    def solved(self) -> frozenset[str]:
        """Return the ids of the puzzles solved.

        Raises:
            UserError: the file cannot be read.
        """
        return frozenset(line for line in self._lines.read_lines() if not line.startswith(_DAY))

    def streak(self) -> int:
        """Return on how many days in a row the puzzle of the day was solved, up to this one.

        A day that has only begun does not end it.

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

    def done_today(self) -> bool:
        """Return whether the puzzle of this day is solved.

        Raises:
            UserError: the file cannot be read.
        """
        return _line(self.today()) in self._lines.read_lines()

    def solve(self, puzzle: str, day: date | None = None) -> None:
        """Remember that a puzzle is solved; as that of a day, if it was.

        Raises:
            UserError: the file cannot be read or written.
        """
        self._lines.add_lines(puzzle, *([_line(day)] if day else ()))


def _line(day: date) -> str:
    return f"{_DAY} {day.isoformat()}"
