"""What actions cost, and how many loans pay for it (F5–F10, F14)."""

from __future__ import annotations

from games.foreign_king.constants import COST_OF_FACTORY, COST_OF_QUEEN, LOAN
from games.foreign_king.map import Map
from games.foreign_king.moves import Action, Build, MoveCitizens, MoveKing, Place, UseQueen


def count_steps(board: Map, move: MoveCitizens) -> int:
    """Return how many steps the citizens of a move make together."""
    steps = board.steps[move.origin]
    return sum(count * needed for count, needed in zip(move.goals, steps, strict=True))


def cost_of_action(board: Map, action: Action) -> int:
    """Return the francs that an action costs.

    >>> from games.foreign_king.map import load_map
    >>> cost_of_action(load_map("belgium"), UseQueen(MoveKing(goal=0, steps=3)))
    4
    """
    if isinstance(action, Place):
        return action.count - 1
    if isinstance(action, Build):
        return COST_OF_FACTORY
    if isinstance(action, MoveCitizens):
        return count_steps(board, action) - 1
    if isinstance(action, MoveKing):
        return max(0, action.steps - 1)
    if isinstance(action, UseQueen):
        return COST_OF_QUEEN + cost_of_action(board, action.action)
    return 0


def loans_needed(francs: int, cost: int) -> int:
    """Return how many loans a cost needs, no more (F5).

    >>> loans_needed(1, 2), loans_needed(1, 5), loans_needed(4, 4)
    (1, 2, 0)
    """
    return max(0, -((francs - cost) // LOAN))
