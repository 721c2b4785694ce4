"""The table of a puzzle: shows it, and the lines that tries lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve

from games.record import Record
from protocol.states import SeatState, TableState
from siam_tui.games.study import Puzzle
from siam_tui.model.table_source import OTHERS, StaticTable, static_state
from siam_tui.model.table_view import TableView, see

_TABLE: Final = "practice"
_ME: Final = "learner"


class PuzzleTable(StaticTable):
    """A puzzle on a table, at which the person has the seat to move.

    Attributes:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle, name: str) -> None:
        """Set a puzzle up.

        Args:
            puzzle: the puzzle.
            name: what the person is called.
        """
        self.puzzle = puzzle
        self._name = name or "You"
        self._number = 0
        super().__init__(self._state(puzzle.position, asking=True), _ME)

    @property
    def seat(self) -> int:
        """The person's seat."""
        seat = self.puzzle.game.turn(self.puzzle.position)
        assert seat is not None, "nothing can be asked after the end"
        return seat

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [seat.name for seat in self._seats]

    def set_up(self, puzzle: Puzzle) -> None:
        """Show a puzzle, which may be the same one from its beginning."""
        self.puzzle = puzzle
        self._number += 1
        self.show(self._state(puzzle.position, asking=True))

    def play_out(self, line: Sequence[str]) -> None:
        """Show the position after the first move of a line; nothing is asked any more."""
        self.show(self._state(self._after(line[:1]), asking=False))

    def end_of(self, line: Sequence[str]) -> TableView:
        """Return the view at the end of a line of moves."""
        return see(self._state(self._after(line), asking=False), _ME)

    def _after(self, line: Sequence[str]) -> Any:  # noqa: ANN401 - any game's
        game, position = self.puzzle.game, self.puzzle.position
        for move in line:
            position = game.play(position, game.parse_move(move))
        return position

    def record(self, line: Sequence[str]) -> Record:
        """Return a line of moves as the record of a game that begins here."""
        game, start = self.puzzle.game, self.puzzle.position
        outcome = game.outcome(self._after(line))
        moves = tuple(map(game.parse_move, line))
        return Record(game, start, moves, outcome.text if outcome else "*", seats=tuple(self.names))

    @property
    def _seats(self) -> tuple[SeatState, ...]:
        count = self.puzzle.game.count_seats(self.puzzle.position)
        # Clockwise from the person, as they look round the table.
        seats = {self.seat: SeatState("person", _ME, self._name)}
        for step, name in enumerate(OTHERS[: count - 1], start=1):
            seats[(self.seat + step) % count] = SeatState("person", f"person-{name}", name)
        return tuple(seats[number] for number in range(count))

    def _state(self, position: Any, *, asking: bool) -> TableState:  # noqa: ANN401 - any game's
        return evolve(
            static_state(_TABLE, self.puzzle.game, position, self._seats),
            viewer=self.seat if asking else None,
            game_number=self._number,
            ply=0 if asking else 1,
        )
