"""A row of puzzles: the one of the day, or those of one difficulty, and more after each."""

from __future__ import annotations

from datetime import date
from typing import Final, Literal, TypeAlias, get_args

from siam_tui.practice.levels import CARDS, Difficulty
from siam_tui.practice.progress import Progress
from siam_tui.practice.puzzles import Puzzle, daily, puzzles

Kind: TypeAlias = Literal["daily", "easy", "medium", "hard"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

ABOUT: Final[dict[Difficulty, str]] = {
    level: f"{cards[0]} cards left in all hands"
    if len(cards) == 1
    else f"{cards[0]} to {cards[-1]} cards left in all hands"
    for level, cards in CARDS.items()
}
"""What a difficulty means."""


class Course:
    """Puzzles one after the other: those not yet solved first.

    Attributes:
        kind: which ones; after the one of the day come all there are.
        puzzle: the present one.
        day: the day it is the puzzle of, or None.
    """

    def __init__(self, kind: Kind, progress: Progress) -> None:
        """Begin with the first one.

        Raises:
            UserError: what is solved cannot be read.
        """
        self.kind, self._progress = kind, progress
        self.day: date | None = None
        if kind == "daily":
            self.day = progress.today()
            self.puzzle = daily(self.day)
        else:
            self.puzzle = self._unsolved_after(0)

    @property
    def title(self) -> str:
        """What the present puzzle is called."""
        name = f"Puzzle {self.puzzle.number}, {self.puzzle.difficulty}"
        return name if self.day is None else f"{name}: {day_told(self.day)}"

    def solve(self) -> None:
        """Remember that the present one is solved.

        Raises:
            UserError: that cannot be kept.
        """
        self._progress.solve(self.puzzle.id, self.day)

    def go_on(self) -> None:
        """Go to the next one that is not solved; round again if all are.

        Raises:
            UserError: what is solved cannot be read.
        """
        self.day = None
        self.puzzle = self._unsolved_after(self.puzzle.number)

    def _unsolved_after(self, number: int) -> Puzzle:
        of_kind = [p for p in puzzles() if self.kind in ("daily", p.difficulty)]
        later = [each for each in of_kind if each.number > number]
        around = [*later, *(each for each in of_kind if each.number <= number)]
        solved = self._progress.solved()
        return next((each for each in around if each.id not in solved), around[0])


def day_told(day: date) -> str:
    """Return a day as people write it, whatever the locale.

    >>> day_told(date(2026, 11, 21))
    '21 November 2026'
    """
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


def counted(kind: Difficulty, progress: Progress) -> tuple[int, int]:
    """Return how many puzzles of a difficulty are solved, and how many there are.

    Raises:
        UserError: what is solved cannot be read.
    """
    of_kind = {each.id for each in puzzles() if each.difficulty == kind}
    return len(of_kind & progress.solved()), len(of_kind)
