"""A puzzle: its table, the proof of a try, and sentences about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from attrs import evolve

from games.record import Record
from games.registry import spec_of
from games.search.contract import Searchable
from games.search.proving import SolvingProver
from protocol.states import SeatState, TableState
from siam_tui.games.registry import ui_of
from siam_tui.games.study import Puzzle, PuzzleSet
from siam_tui.model.table_source import OTHERS, StaticTable, static_state
from siam_tui.model.table_view import TableView, see
from siam_tui.table.move_draft import HintForms, MoveDraft, hint_from_draft
from texts import Person, tell

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
        self._name = name or tell("practice/you")
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
        return [seat.name for seat in self._puzzle_seats]

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
    def _puzzle_seats(self) -> tuple[SeatState, ...]:
        count = self.puzzle.game.count_seats(self.puzzle.position)
        # Clockwise from the person, as they look round the table.
        seats = {self.seat: SeatState("person", _ME, self._name)}
        for step, name in enumerate(OTHERS[: count - 1], start=1):
            seats[(self.seat + step) % count] = SeatState("person", f"person-{name}", name)
        return tuple(seats[number] for number in range(count))

    def _state(self, position: Any, *, asking: bool) -> TableState:  # noqa: ANN401 - any game's
        return evolve(
            static_state(_TABLE, self.puzzle.game, position, self._puzzle_seats),
            viewer=self.seat if asking else None,
            game_number=self._number,
            ply=0 if asking else 1,
        )


_PATIENCE = 4_000_000
"""Steps that each proof may take: the puzzles were proven with a twentieth of that."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a try leads to.

    Attributes:
        wins: whether it wins, whatever the others do.
        line: the moves from the try to the end of the game, everybody at their best.
    """

    wins: bool
    line: tuple[str, ...]


def prove(puzzle: Puzzle, move: Any) -> Proof:  # noqa: ANN401 - any game's
    """Return what a legal move of a puzzle leads to; takes a second at most."""
    search, position = spec_of(puzzle.game.name).plainly_searchable(puzzle.game), puzzle.position
    side = search.side(position)
    prover = SolvingProver(search, side, _PATIENCE, root=position)
    after = search.play(position, move)
    line = (move, *prover.line(after))
    moves = (*line, *_rest(puzzle, search, line))
    return Proof(prover.wins(after), tuple(map(puzzle.game.format_move, moves)))


def _rest(puzzle: Puzzle, search: Searchable[Any, Any], line: Sequence[Any]) -> Iterator[Any]:
    """Iterate over the moves to the end, from where it is certain."""
    position = puzzle.position
    for move in line:
        position = search.play(position, move)
    while puzzle.game.turn(position) is not None:
        move = search.certain_move(position)
        yield move
        position = search.play(position, move)


DescribeMove = Callable[[Any, Person], str]
"""Returns a sentence on a move of any game, and who plays it."""


def task(table: PuzzleTable) -> str:
    """Return what is asked."""
    teams = table.puzzle.game.teams(len(table.names))
    team = next((team for team in teams if table.seat in team), ())
    partners = tuple(table.names[seat] for seat in team if seat != table.seat)
    return tell("practice/task-in-team", who=partners) if team else tell("practice/task")


def given_facts(puzzles: PuzzleSet[Any]) -> str:
    """Return what the person may rely on in every puzzle of a game."""
    return tell("practice/given", assumption=puzzles.assumption)


def hint_of(
    hints: Sequence[str], number: int, draft: MoveDraft, solution: str, forms: HintForms
) -> str:
    """Return a hint of a puzzle that fits the choices made.

    Args:
        hints: all of them, each telling more.
        number: which one, from 1; those behind the last one say that it is.
        draft: the choices made.
        solution: the turn that wins.
        forms: the sentences for choices that lead elsewhere.
    """
    if draft.is_begun and draft.way_to(solution) is not None:
        number = max(number, 2)  # the first one tells how the turn begins
        return tell("practice/begun-well", hint=hints[min(number, len(hints)) - 1])
    return hint_from_draft(draft, solution, hints[min(number, len(hints)) - 1], forms)


def kept_apart(hints: int) -> str:
    """Return that a puzzle is not kept as solved alone; empty without hints."""
    return tell("practice/kept-apart", n=hints) if hints else ""


def verdict(proof: Proof) -> str:
    """Return what a try has led to."""
    return tell("practice/right" if proof.wins else "practice/wrong")


def describe_line(
    table: PuzzleTable, puzzles: PuzzleSet[Any], line: Sequence[str], describe: DescribeMove
) -> Iterator[str]:
    """Iterate over what happens in a line of moves, and how the game then ends.

    Args:
        table: the puzzle.
        puzzles: the puzzles of its game.
        line: the moves, to the end of the game.
        describe: returns a sentence on a move.
    """
    game, position = table.puzzle.game, table.puzzle.position
    moves = []
    for text in line:
        seat, move = game.turn(position), game.parse_move(text)
        assert seat is not None
        moves.append((Person(table.names[seat], is_you=seat == table.seat), move))
        position = game.play(position, move)
    yield from puzzles.describe_line(moves, describe)
    yield ui_of(game.name).texts.result(table.end_of(line))
