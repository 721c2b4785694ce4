"""What follows from a position, as values that are drawn and told. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.amber import Amber, AmberOutcome, Position
from games.amber.constants import AREAS, BOR, VALUES, Area, Problem
from games.amber.effects import carry_out
from games.amber.mutable_position import NONE, MutablePosition
from games.amber.options import USUAL
from games.amber.scoring import FinalPoints, final_points
from siam_tui.model.table_view import TableViewOf

AmberView: TypeAlias = TableViewOf[Amber, Position]
"""A table of this game."""


def outcome_of(view: AmberView) -> AmberOutcome:
    """Return how a game ended that was played to its end."""
    outcome = view.game.outcome(view.begun_position)
    assert outcome is not None
    return outcome


def add_own_parts(position: Position, view: AmberView) -> Position:
    """Return a position of the log with the person's own cards and kept Problems.

    They are those of the present view, unless the person has played or kept something since.
    """
    now, seat = view.position, view.seat
    if now is None or seat is None or position.seats[seat].hand is not None:
        return position
    was, own = position.seats[seat], now.seats[seat]
    if (was.cards, was.problems) != (own.cards, own.problems):
        return position
    seen = was._replace(hand=own.hand, pawn=own.pawn, kept=own.kept)
    return position._replace(seats=(*position.seats[:seat], seen, *position.seats[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Way:
    """How a seat comes to carry out the effect of an area.

    Attributes:
        confidant: whether the Confidant is moved there; else a marker is.
        origin: the area that the marker comes from; None if from the supply.
        count: how many markers come.
        problem: the Problem that is solved by it, or None.
    """

    confidant: bool = False
    origin: Area | None = None
    count: int = 1
    problem: Problem | None = None


BY_MARKER = Way()
BY_CONFIDANT = Way(confidant=True)


@dataclass(frozen=True, slots=True)
class AreaEffect:
    """What an area would bring to a seat now (A6, A7), within all limits.

    Attributes:
        area: the area.
        gold: the coins it would take.
        influence: the markers it would take from the reserve; one put there is not counted.
        wall: its wall before and after.
        asks: the effect that would be decided next: ``PEN``, ``CAV``, ``CHA``, or nothing.
    """

    area: Area
    gold: int
    influence: int
    wall: tuple[int, int]
    asks: str


def effect_at(position: Position, seat: int, area: Area, way: Way = BY_MARKER) -> AreaEffect:
    """Return what an area would bring to a seat.

    With an empty supply and no area said that the marker comes from, it is any that has one, the
    Borderland last.
    """
    here = MutablePosition(position, USUAL)
    wall = position.wall(seat)
    if way.problem is not None:
        _take_from_row(here, seat, way.problem)
    if way.confidant:
        here.confidant = area
    else:
        _put_markers(here, seat, area, way)
    gold, influence = here.gold[seat], here.influence[seat]
    asks = carry_out(here, seat, area)
    return AreaEffect(
        area,
        here.gold[seat] - gold,
        here.influence[seat] - influence,
        (wall, here.freeze().wall(seat)),
        asks,
    )


def _take_from_row(here: MutablePosition, seat: int, problem: Problem) -> None:
    """Take a Problem out of the row; outside the settling of attempts it costs a gold (A6)."""
    index = here.row.index(problem)
    if here.step != "solve":
        here.gold[seat] -= 1
    del here.row[index], here.claims[index], here.winners[index]


def _put_markers(here: MutablePosition, seat: int, area: Area, way: Way) -> None:
    origin = way.origin
    if origin is None and not here.influence[seat]:
        others = (each for each in range(len(AREAS)) if each != area and here.on_area(seat, each))
        origin = next(others, None)
        if origin is None:
            return
    for _ in range(way.count):
        here.put_marker(seat, area, NONE if origin is None else origin)


# Problems


def strengths(position: Position, problem: Problem) -> tuple[int, ...]:
    """Return the sum with which each seat would attempt a Problem (A8)."""
    here = MutablePosition(position, USUAL)
    return tuple(here.strength(seat, problem) for seat in range(len(position.seats)))


def strongest(
    position: Position, problem: Problem, among: tuple[int, ...], *, dummy_wins_ties: bool = False
) -> int | None:
    """Return who of some seats would be awarded a Problem (A8); None of none.

    Args:
        position: the position.
        problem: the Problem.
        among: the seats, in the order in which they speak.
        dummy_wins_ties: whether the table plays by that option.
    """
    found = strengths(position, problem)
    dummy = position.dummy if dummy_wins_ties else None
    rank = {seat: (found[seat], seat == dummy, -place) for place, seat in enumerate(among)}
    return max(among, key=rank.__getitem__, default=None)


def leaders(position: Position, problem: Problem) -> tuple[int, ...]:
    """Return the seats with the highest sum on a Problem; none where all have nothing."""
    found = strengths(position, problem)
    most = max(found)
    return tuple(seat for seat, sum_ in enumerate(found) if sum_ == most and most)


def with_attempt(position: Position, problem: Problem) -> Position:
    """Return the position in which the seat on turn has attempted a Problem, still on its turn."""
    turn = position.turn
    assert turn is not None
    seat = position.seats[turn]
    paid = seat._replace(gold=seat.gold - 1)
    row = tuple(
        each._replace(claims=(*each.claims, turn)) if each.problem == problem else each
        for each in position.row
    )
    return position._replace(
        row=row, seats=(*position.seats[:turn], paid, *position.seats[turn + 1 :])
    )


# Kept Problems and walls


@dataclass(frozen=True, slots=True)
class WallFacts:
    """What the barbarians would leave of what a seat has kept, if they came now (A11).

    Attributes:
        seat: the seat.
        wall: its wall.
        defenders: its markers in the Borderland.
        cards: how many Problems it has kept.
        final: what they would come to; None where they are hidden.
        falling: the numbers at or above the wall that a kept Problem can have.
    """

    seat: int
    wall: int
    defenders: int
    cards: int
    final: FinalPoints | None
    falling: tuple[int, ...]

    @property
    def missing(self) -> int:
        """How many more markers in the Borderland would hold everything; 0 if all holds."""
        lost = self.final.lost if self.final is not None else ()
        return max((VALUES[problem] + 1 - self.wall for problem in lost), default=0)


def wall_facts(position: Position, seat: int) -> WallFacts:
    """Return how a seat's wall stands now."""
    shown = position.seats[seat]
    wall = position.wall(seat)
    return WallFacts(
        seat,
        wall,
        position.markers_in(BOR)[seat],
        shown.problems,
        None if shown.kept is None else final_points(position, seat),
        tuple(sorted({value for value in VALUES if value and value >= wall})),
    )
