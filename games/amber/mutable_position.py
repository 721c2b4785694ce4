"""A position that is changed in place, and what follows from it: supplies, sums, legal ways."""

from __future__ import annotations

from typing import Final

from games.amber.constants import (
    AREAS,
    AREAS_WITH,
    BOR,
    MARKERS_OF_PERIOD,
    MOST_GOLD,
    MOST_INFLUENCE,
    PROBLEM_SUITS,
    Area,
    Card,
    Problem,
    Step,
    Suits,
)
from games.amber.options import Options
from games.amber.position import Later, Position, RowProblem, Seat

NONE: Final = -1
"""In place of a seat or an area: there is none."""


class MutablePosition:
    """A position that is changed in place.

    Its attributes are those of `Position`, with `NONE` for None where that is a seat or an area;
    those of its seats and of its row are lists of their own.

    Attributes:
        options: what the table has chosen.
        count: the number of seats.
        dummy: the seat of the dummy, or `NONE`.
        row: the Problems of the row; `claims` and `winners` belong to them, by index.
    """

    def __init__(self, position: Position, options: Options) -> None:
        """Copy a position."""
        self.options = options
        self.places: tuple[Area, ...] = position.places
        self.markers: list[int] = list(position.markers)
        self.confidant: Area = NONE if position.confidant is None else position.confidant
        seats = position.seats
        self.count: int = len(seats)
        self.dummy: int = NONE
        self.hands: list[str | None] = []
        self.cards: list[int] = []
        self.pawns: list[Card | None] = []
        self.lasts: list[Card | None] = []
        self.influence: list[int] = []
        self.gold: list[int] = []
        self.kept: list[tuple[Problem, ...] | None] = []
        self.problems: list[int] = []
        for number, seat in enumerate(seats):
            self.hands.append(seat.hand)
            self.cards.append(seat.cards)
            self.pawns.append(seat.pawn)
            self.lasts.append(seat.last)
            self.influence.append(seat.influence)
            self.gold.append(seat.gold)
            self.kept.append(seat.kept)
            self.problems.append(seat.problems)
            if seat.is_dummy:
                self.dummy = number
        self.row: list[Problem] = []
        self.claims: list[tuple[int, ...]] = []
        self.winners: list[int] = []
        for each in position.row:
            self.row.append(each.problem)
            self.claims.append(each.claims)
            self.winners.append(NONE if each.winner is None else each.winner)
        self.discard: tuple[Problem, ...] = position.discard
        self.period: int = position.period
        self.round: int = position.round
        self.power: int = position.power
        self.first: int = position.first
        self.solver: int = NONE if position.solver is None else position.solver
        self.turn: int = NONE if position.turn is None else position.turn
        self.step: Step = position.step
        self.deck: tuple[Problem, ...] = position.deck
        self.unseen: int | None = position.unseen
        self.coins: str | None = position.coins
        self.later: Later | None = position.later

    def freeze(self) -> Position:
        """Return the position as it is now."""
        seats = [
            Seat(
                self.hands[number],
                self.cards[number],
                self.pawns[number],
                self.lasts[number],
                self.influence[number],
                self.gold[number],
                self.kept[number],
                self.problems[number],
                number == self.dummy,
            )
            for number in range(self.count)
        ]
        row = []
        for index, problem in enumerate(self.row):
            winner = self.winners[index]
            row.append(RowProblem(problem, self.claims[index], None if winner < 0 else winner))
        return Position(
            self.places,
            tuple(self.markers),
            None if self.confidant < 0 else self.confidant,
            tuple(seats),
            tuple(row),
            self.discard,
            self.period,
            self.round,
            self.power,
            self.first,
            None if self.solver < 0 else self.solver,
            None if self.turn < 0 else self.turn,
            self.step,
            self.deck,
            self.unseen,
            self.coins,
            self.later,
        )

    # What there is

    def on_area(self, seat: int, area: Area) -> int:
        """Return how many markers a seat has on an area."""
        return self.markers[area * self.count + seat]

    def on_areas(self, seat: int) -> int:
        """Return how many markers a seat has on all areas together."""
        total = 0
        for area in range(len(AREAS)):
            total += self.markers[area * self.count + seat]
        return total

    def reserve(self, seat: int) -> int:
        """Return how many markers of a seat are in the reserve (A3)."""
        return MARKERS_OF_PERIOD[self.period] - self.on_areas(seat) - self.influence[seat]

    def deck_size(self) -> int:
        """Return how many Problems are in the deck, known or not."""
        return len(self.deck) + (self.unseen or 0)

    def is_open(self, index: int) -> bool:
        """Return whether a Problem of the row, by its index, is awarded to nobody."""
        return self.winners[index] < 0

    def has_open_problem(self) -> bool:
        """Return whether the Penitent has a Problem to solve (A6)."""
        return NONE in self.winners

    def awarded_to(self, seat: int) -> int:
        """Return the index in the row of what was awarded to a seat, or `NONE`."""
        return self.winners.index(seat) if seat in self.winners else NONE

    def strength(self, seat: int, problem: Problem) -> int:
        """Return the sum that a seat attempts a Problem with (A8)."""
        total = 0
        for area in AREAS_WITH[PROBLEM_SUITS[problem]]:
            markers = self.markers[area * self.count + seat]
            total += markers
            if markers and area == self.confidant:
                total += 1
        return total

    def defenders(self, seat: int) -> int:
        """Return how many markers of a seat defend it: those in the Borderland (A11)."""
        return self.markers[BOR * self.count + seat]

    # What effects would give

    def gold_of_market(self, seat: int, markers: int) -> int:
        """Return the gold that the Market gives for so many markers and Confidants there."""
        return min(markers, MOST_GOLD - self.gold[seat])

    def influence_within_limits(self, seat: int, wanted: int) -> int:
        """Return how much influence a seat can take from the reserve."""
        return max(0, min(wanted, self.reserve(seat), MOST_INFLUENCE - self.influence[seat]))

    def opponents_on_areas(self, seat: int) -> bool:
        """Return whether an opponent has a marker on any area."""
        for index, markers in enumerate(self.markers):
            if markers and index % self.count != seat:
                return True
        return False

    # Ways to act

    def ways(self, seat: int, suits: Suits) -> list[tuple[Area, Area]]:
        """Return where a seat can act in an area with one of some suits (A6).

        Each is the area and the one its marker comes from, `NONE` if from the supply.
        """
        areas = AREAS_WITH[suits]
        if self.influence[seat]:
            return [(area, NONE) for area in areas]
        return [
            (area, origin)
            for area in areas
            for origin in range(len(AREAS))
            if origin != area and self.markers[origin * self.count + seat]
        ]

    def put_marker(self, seat: int, area: Area, origin: Area) -> None:
        """Put a marker on an area, from the supply or from another area."""
        if origin < 0:
            self.influence[seat] -= 1
        else:
            self.markers[origin * self.count + seat] -= 1
        self.markers[area * self.count + seat] += 1
