"""Reino de Ámbar: its positions, moves, notation, scoring and records."""

import games.path_choice  # noqa: F401 - before the first compiled module
from games.amber.position import Later, Position, RowProblem, Seat
from games.amber.rules import Amber
from games.amber.scoring import AmberOutcome, FinalPoints

__all__ = [
    "Amber",
    "AmberOutcome",
    "FinalPoints",
    "Later",
    "Position",
    "RowProblem",
    "Seat",
]
