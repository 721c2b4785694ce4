"""The table of a puzzle: a stage on which it stands, and answers to what is tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.record import Record
from games.siam import Position
from games.siam.rules import OPEN_DISCARDS
from protocol.messages import SeatState, TableState
from siam_tui.model.static_table import StaticTable
from siam_tui.model.table_view import TableView, see
from siam_tui.practice.puzzles import Puzzle

_TABLE: Final = "practice"
_ME: Final = "learner"
_OTHERS: Final = ("Ben", "Chai", "Dara")


class PuzzleTable(StaticTable):
    """A puzzle on a table: the person has the seat to move, and sees all hands.

    Attributes:
        puzzle: what stands there.
    """

    def __init__(self, puzzle: Puzzle, name: str) -> None:
        """Lay a puzzle out.

        Args:
            puzzle: the puzzle.
            name: what the person is called.
        """
        self.puzzle = puzzle
        self._name = name or "You"
        self._revision = self._laid_out = 0
        super().__init__(self._state(puzzle.position, asking=True), _ME)

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.puzzle.position.turn

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [seat.name for seat in self._seats]

    def lay_out(self, puzzle: Puzzle) -> None:
        """Show a puzzle, which may be the same one from its beginning."""
        self.puzzle = puzzle
        self._laid_out += 1
        self.show(self._state(puzzle.position, asking=True))

    def play_out(self, line: Sequence[str]) -> None:
        """Show the position after the first move of a line; nothing is asked any more."""
        game, position = self.puzzle.game, self.puzzle.position
        self.show(self._state(game.play(position, game.parse_move(line[0])), asking=False))

    def end_of(self, line: Sequence[str]) -> TableView:
        """Return what would be seen at the end of a line of moves."""
        game, position = self.puzzle.game, self.puzzle.position
        for move in line:
            position = game.play(position, game.parse_move(move))
        return see(self._state(position, asking=False), _ME)

    def record(self, line: Sequence[str]) -> Record:
        """Return a line of moves as the record of a game that begins here."""
        outcome = self.end_of(line).outcome
        moves = tuple(map(self.puzzle.game.parse_move, line))
        result = outcome.text if outcome else "*"
        game, start = self.puzzle.game, self.puzzle.position
        return Record(game, start, moves, result, seats=tuple(self.names))

    @property
    def _seats(self) -> tuple[SeatState, ...]:
        count = len(self.puzzle.position.seats)
        others = iter(_OTHERS)
        # Clockwise from the person, as they look round the table.
        seats = {self.seat: SeatState("person", _ME, self._name)}
        for step in range(1, count):
            name = next(others)
            seats[(self.seat + step) % count] = SeatState("person", f"person-{name}", name)
        return tuple(seats[number] for number in range(count))

    def _state(self, position: Position, *, asking: bool) -> TableState:
        self._revision += 1
        game = self.puzzle.game
        return TableState(
            table=_TABLE,
            revision=self._revision,
            game=game.name,
            map=game.map.toml,
            options=(OPEN_DISCARDS,),
            status="over" if position.over else "running",
            host="",
            host_name="",
            seats=self._seats,
            viewer=self.seat if asking else None,
            game_number=self._laid_out,
            ply=0 if asking else 1,
            position=str(position),
        )
