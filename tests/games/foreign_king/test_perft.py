"""The number of lines of moves from the setups, as the notation gives it."""

from __future__ import annotations

import pytest

from games.foreign_king import ForeignKing, Position
from games.foreign_king.position import new_position

GAME = ForeignKing()


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly so many moves."""
    if depth == 1:
        return GAME.count(position)
    return sum(perft(GAME.play(position, move), depth - 1) for move in GAME.moves(position))


@pytest.mark.parametrize(
    ("seats", "lines"),
    [(2, (83, 2_531, 58_449)), (3, (84, 2_688, 42_936)), (4, (150, 12_740, 625_830))],
)
def test_the_lines_from_a_setup_are_counted(seats: int, lines: tuple[int, ...]) -> None:
    start = new_position(GAME.map, tuple(range(seats)), tuple(range(5, 5 + seats)))
    assert tuple(perft(start, depth) for depth in (1, 2, 3)) == lines
