"""What of a recommended move is lit on the table, as if it were chosen. Pure functions."""

from __future__ import annotations

from games.amber import Position
from games.amber.constants import Area, Problem
from games.amber.moves import (
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from siam_tui.games.amber.choice_kinds import (
    CROWN,
    PASS,
    TAKE,
    Kind,
    Path,
    area_choice,
    card_choice,
)
from siam_tui.games.move_builder import Choice


def choices_of(position: Position, move: Move) -> Path:
    """Return the choices that make up a move."""
    found: Path = (PASS,)
    match move:
        case PlayCard(card, area, origin):
            acted = () if area is None else (area_choice(area), *_origin(origin))
            found = (card_choice(card), *acted)
        case Attempt(problem):
            found = (Choice(Kind.PROBLEM, problem),)
        case Keep(problem):
            found = (*_problem(position, problem), TAKE)
        case SolveBySuit(problem, area, origin):
            found = (*_problem(position, problem), area_choice(area), *_origin(origin))
        case SolveByCrown(problem, area):
            found = (*_problem(position, problem), CROWN, Choice(Kind.CONFIDANT, area))
        case RemoveMarker(seat, area):
            found = (Choice(Kind.RAID, area), Choice(Kind.SEAT, seat))
        case MoveMarkers(count, origin, goal):
            found = (*_origin(origin), Choice(Kind.GOAL, goal), Choice(Kind.COUNT, count))
    return found


def _origin(area: Area | None) -> Path:
    return () if area is None else (Choice(Kind.ORIGIN, area),)


def _problem(position: Position, problem: Problem) -> Path:
    """Return the choice of a Problem; none where it is the one that was awarded."""
    return () if position.step == "solve" else (Choice(Kind.PROBLEM, problem),)
