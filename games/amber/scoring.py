"""Final points and winners (A11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.amber.constants import BOR, VALUES, Problem
from games.amber.options import Options
from games.amber.position import Position
from games.contract import GameError, Outcome
from texts import Seat, say


class FinalPoints(NamedTuple):
    """What a seat's kept Problems come to when the barbarians arrive.

    Attributes:
        wall: Problems of this number and above are lost.
        held: the kept Problems that count.
        lost: those that are lost.
        points: the sum of those that count.
        defenders: the seat's markers in the Borderland, which decide ties.
    """

    wall: int
    held: tuple[Problem, ...]
    lost: tuple[Problem, ...]
    points: int
    defenders: int


@dataclass(frozen=True, slots=True)
class AmberOutcome(Outcome):
    """How a game of Reino de Ámbar ended.

    Attributes:
        points: the points of each seat.
        barbarians: whether the barbarians have won, and all lost.
    """

    points: tuple[int, ...]
    barbarians: bool


def final_points(position: Position, seat: int) -> FinalPoints:
    """Return what a seat's Problems would come to if the barbarians came now.

    Raises:
        GameError: the kept Problems of the seat are hidden.
    """
    kept = position.seats[seat].kept
    if kept is None:
        raise GameError(say("amber/hidden/kept", seat=Seat(seat)))
    wall = position.wall(seat)
    held = tuple(problem for problem in kept if VALUES[problem] < wall)
    lost = tuple(problem for problem in kept if VALUES[problem] >= wall)
    points = sum(VALUES[problem] for problem in held)
    return FinalPoints(wall, held, lost, points, position.markers_in(BOR)[seat])


def find_winners(points: list[int], defenders: list[int], goal: int) -> tuple[int, ...]:
    """Return the seats that win; none if the barbarians do.

    >>> find_winners([7, 9, 9], [3, 1, 1], 1), find_winners([7, 9, 9], [3, 1, 1], 10)
    ((1, 2), ())
    """
    ranks = list(zip(points, defenders, strict=True))
    best = max(ranks)
    if best[0] < goal:
        return ()
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def outcome(position: Position, options: Options) -> AmberOutcome | None:
    """Return how the game ended, or None while it runs.

    Raises:
        GameError: kept Problems are hidden.
    """
    if not position.over:
        return None
    finals = [final_points(position, seat) for seat in range(len(position.seats))]
    points = [final.points for final in finals]
    winners = find_winners(points, [final.defenders for final in finals], options.goal)
    who = f"seats {','.join(map(str, winners))}" if winners else "barbarians"
    text = f"{who} points {','.join(map(str, points))}"
    return AmberOutcome(winners, text, tuple(points), not winners)
