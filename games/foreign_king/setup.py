"""The setup of a game from a seed, the same on every machine (F2)."""

from __future__ import annotations

from games.foreign_king.constants import FIRST_FRANCS
from games.foreign_king.map import Map
from games.foreign_king.position import Position, new_position
from games.seeded_chance import Chance


def draw_position(board: Map, players: int, chance: Chance) -> Position:
    """Return a fresh setup: the seats, listed by number, are shuffled to the turn order."""
    order = list(range(players))
    chance.shuffle(order)
    francs = tuple(FIRST_FRANCS + order.index(seat) for seat in range(players))
    return new_position(board, tuple(order), francs)
