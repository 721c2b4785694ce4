"""A bot that plays as if the game ended after its move."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from games.contract import Game
from games.foreign_king.bots.candidates import rate_moves
from games.foreign_king.bots.evaluation import settle
from games.foreign_king.moves import Move
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.scoring import final_points

_ENOUGH: Final = 1000


def choose(game: Game[Any, Any], view: Position, random: Random) -> Move:
    """Return the legal move after which the seat is most points ahead of the best other colour."""
    del game  # the map is part of the position
    rated = rate_moves(view, _lead_in_points, _ENOUGH)
    best = max(rated.values())
    return random.choice([move for move, worth in rated.items() if worth == best])


def _lead_in_points(after: MutablePosition, seat: int) -> float:
    """Return how many points a seat is ahead of the best other colour."""
    settle(after)
    points = [each.total for each in final_points(after.freeze())]
    return points.pop(seat) - max(points)
