"""What a try comes to: the line of moves that shows it. Takes a second at most."""

from __future__ import annotations

from dataclasses import dataclass

from games.search.proving import Prover
from games.siam import Move, Position
from games.siam.bots.endgame import best_with_one_card
from games.siam.bots.search_adapter import ThinkingSiam
from siam_tui.practice.puzzles import Puzzle

_PATIENCE = 1_000_000
"""Positions that may be looked at: the puzzles were proven with a thousandth of that."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a try comes to.

    Attributes:
        wins: whether it wins, whatever the others do.
        line: the moves from the try to the end of the game, everybody at their best.
    """

    wins: bool
    line: tuple[str, ...]


def prove(puzzle: Puzzle, move: Move) -> Proof:
    """Return what a legal move of a puzzle comes to."""
    thinking, position = ThinkingSiam(), puzzle.position
    prover = Prover(thinking, thinking.side(position), _PATIENCE)
    after = thinking.play(position, move)
    line = (move, *prover.line(after))
    return Proof(
        prover.wins(after),
        tuple(puzzle.game.format_move(each) for each in (*line, *_rest(position, line))),
    )


def _rest(position: Position, line: tuple[Move, ...]) -> list[Move]:
    """Return the moves to the end, from where it is certain."""
    thinking, rest = ThinkingSiam(), list[Move]()
    for move in line:
        position = thinking.play(position, move)
    while not position.over:
        rest.append(best_with_one_card(position))
        position = thinking.play(position, rest[-1])
    return rest
