"""What of a recommended move is lit on the table: its spaces and provinces. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator

from games.foreign_king.constants import PROVINCES
from games.foreign_king.moves import (
    Action,
    Build,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    SendToCongress,
    UseQueen,
    VirtualStep,
)
from siam_tui.games.foreign_king.choice_kinds import province_choice, space_choice
from siam_tui.games.move_builder import Choice


def choices_of(move: Move) -> tuple[Choice, ...]:
    """Return the spaces and provinces of a move, as if they were chosen."""
    spaces = [space_choice(move.space)] if isinstance(move, Action) else []
    if isinstance(move, UseQueen):
        return (*spaces, *choices_of(move.action))
    return (*spaces, *map(province_choice, _provinces(move)))


def _provinces(move: Move) -> Iterator[int]:
    match move:
        case Build(_, province) | Place(_, province) | MoveKing(province, _):
            yield province
        case MoveCitizens(origin, goals):
            yield origin
            yield from (goal for goal in range(PROVINCES) if goals[goal])
        case SendToCongress(origin) if origin is not None:
            yield origin
        case VirtualStep(origin, goal):
            yield from {goal} if origin is None else {origin, goal}
