"""Proof of a try: whether it wins, and a line of moves that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.registry import spec_of
from games.search.contract import Searchable
from games.search.proving import SolvingProver
from siam_tui.games.study import Puzzle

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
