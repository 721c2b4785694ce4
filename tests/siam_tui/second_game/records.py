"""Records of Nim: random games, drawn anew from the same seed."""

from __future__ import annotations

from random import Random

from games.record import Record
from tests.second_game.games.nim.rules import Nim


def played(players: int, seed: int = 1, names: tuple[str, ...] = ()) -> Record:
    """Return the record of a random game."""
    nim, random = Nim(), Random(seed)
    position = start = nim.new(players, seed)
    moves = []
    while nim.turn(position) is not None:
        moves.append(nim.forced(position) or nim.random_move(position, random))
        position = nim.play(position, moves[-1])
    outcome = nim.outcome(position)
    assert outcome is not None
    return Record(nim, start, tuple(moves), result=outcome.text, seats=names)
