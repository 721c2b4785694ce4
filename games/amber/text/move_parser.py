"""Parses moves: forgives case, exact about the place of a mistake."""

from __future__ import annotations

from typing import Final

from games.amber.constants import AREAS, CARDS, MOST_MOVED, PROBLEMS, Area
from games.amber.moves import (
    DECLINE,
    PASS,
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.text_reader import TextReader

_SEATS: Final = "012"
_COUNTS: Final = "".join(str(count + 1) for count in range(MOST_MOVED))
_ANY_AREA: Final = f"an area ({' '.join(AREAS)})"
_EXPECTED: Final = (
    f"a card ({' '.join(CARDS)}) or a Problem, with ':' behind it, try:, pass, CAV: or CHA:"
)
_HEADS: Final = ("try:", "pass", "CAV:", "CHA:", *(f"{head}:" for head in (*PROBLEMS, *CARDS)))


def parse_move(text: str) -> Move:
    """Parse a move.

    Raises:
        InvalidMoveError: says what is expected, and at which character of the text.
    """
    reader = _Reader(text)
    if text != text.strip():
        reader.refuse("a move has no blanks around it", 0)
    move = reader.move()
    reader.end()
    return move


class _Reader(TextReader):
    """Reads the parts of a move."""

    def move(self) -> Move:  # noqa: PLR0911 - a line for each form
        head = self.word(_HEADS, _EXPECTED)
        match head:
            case "pass":
                return PASS
            case "try:":
                return Attempt(PROBLEMS.index(self.word(PROBLEMS, "a Problem, such as 9MS or CM,")))
            case "CAV:":
                seat = self._digit(_SEATS, "the seat of the opponent")
                self.sign("@", "between seat and area")
                return RemoveMarker(seat, self._area())
            case "CHA:":
                return self._chance_meeting()
        name = head.removesuffix(":")
        if name in CARDS:
            if self.taken("-"):
                return PlayCard(name, None)
            return PlayCard(name, *self._way("an area or -"))
        return self._solution(PROBLEMS.index(name))

    def _solution(self, problem: int) -> Move:
        if self.taken("^"):
            return SolveByCrown(problem, self._area())
        if self.upper.startswith("KEEP", self.at):
            self.skip(len("KEEP"))
            return Keep(problem)
        return SolveBySuit(problem, *self._way(f"keep, ^ or {_ANY_AREA}"))

    def _chance_meeting(self) -> Move:
        if self.taken("-"):
            return DECLINE
        count = self._digit(_COUNTS, "how many markers to move (1 or 2) or -")
        self.sign("@", "between number and area")
        origin = self._area()
        self.sign(">", "between the two areas")
        return MoveMarkers(count, origin, self._area())

    def _way(self, expected: str) -> tuple[Area, Area | None]:
        """Read where to act, and where the marker comes from if that is said."""
        first = self._area(expected)
        return (self._area(), first) if self.taken(">") else (first, None)

    def _area(self, expected: str = _ANY_AREA) -> Area:
        return AREAS.index(self.word(AREAS, expected))

    def _digit(self, among: str, expected: str) -> int:
        found = self.letter(among)
        if not found:
            self.fail(expected)
        self.skip()
        return int(found)
