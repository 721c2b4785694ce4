"""Prints moves in their one canonical form."""

from __future__ import annotations

from games.amber.constants import AREAS, PROBLEMS, Area
from games.amber.moves import (
    Attempt,
    Decline,
    Keep,
    Move,
    MoveMarkers,
    Pass,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)


def format_move(move: Move) -> str:  # noqa: PLR0911 - a line for each form
    """Print a move.

    >>> format_move(PlayCard("H", 0, 2)), format_move(SolveByCrown(18, 5))
    ('H:MAR>LUN', 'CM:^CAV')
    """
    match move:
        case PlayCard(card, area, origin):
            return f"{card}:-" if area is None else f"{card}:{_way(origin, area)}"
        case Attempt(problem):
            return f"try:{PROBLEMS[problem]}"
        case Pass():
            return "pass"
        case Keep(problem):
            return f"{PROBLEMS[problem]}:keep"
        case SolveBySuit(problem, area, origin):
            return f"{PROBLEMS[problem]}:{_way(origin, area)}"
        case SolveByCrown(problem, area):
            return f"{PROBLEMS[problem]}:^{AREAS[area]}"
        case RemoveMarker(seat, area):
            return f"CAV:{seat}@{AREAS[area]}"
        case MoveMarkers(count, origin, goal):
            return f"CHA:{count}@{_way(origin, goal)}"
        case Decline():
            return "CHA:-"


def _way(origin: Area | None, area: Area) -> str:
    return AREAS[area] if origin is None else f"{AREAS[origin]}>{AREAS[area]}"
