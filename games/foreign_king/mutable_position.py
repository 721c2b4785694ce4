"""A position that is changed in place, and what follows from it: who leads, what can be paid."""

from __future__ import annotations

from typing import Final

from games.foreign_king.constants import (
    ALL_FACTORIES,
    COST_OF_FACTORY,
    COST_OF_QUEEN,
    FACTORIES_OF_TYPE,
    INCOME,
    LOAN,
    PROVINCES,
    REPAYMENT,
    SPACES_OF,
    Space,
    citizens_of_colour,
)
from games.foreign_king.position import Position

NOBODY: Final = -1


class MutablePosition:
    """A position that is changed in place; its attributes are those of `Position`, as lists.

    Attributes:
        supply: how many citizens of each colour are in its supply.
    """

    def __init__(self, position: Position) -> None:
        """Copy a position."""
        (
            self.map,
            citizens,
            factories,
            self.king,
            self.marker,
            scores,
            francs,
            medals,
            loans,
            congressmen,
            pawns,
            order,
            changes,
            self.turn,
            self.asks,
            self.asked,
            self.steps,
        ) = position
        self.citizens: list[int] = list(citizens)
        self.factories: list[int] = list(factories)
        self.scores: list[int] = list(scores)
        self.francs: list[int] = list(francs)
        self.medals: list[int] = list(medals)
        self.loans: list[int] = list(loans)
        self.congressmen: list[int] = list(congressmen)
        self.pawns: list[Space | None] = list(pawns)
        self.order: list[int] = list(order)
        self.changes: list[int] = list(changes)
        self.seats: Final = len(francs)
        self.colours: Final = len(scores)
        each = citizens_of_colour(self.seats)
        self.supply: list[int] = [
            each - sum(citizens[colour :: self.colours]) for colour in range(self.colours)
        ]
        for seat, count in enumerate(congressmen):
            self.supply[seat] -= count

    def freeze(self) -> Position:
        """Return the position as an immutable value."""
        return Position(
            self.map,
            tuple(self.citizens),
            tuple(self.factories),
            self.king,
            self.marker,
            tuple(self.scores),
            tuple(self.francs),
            tuple(self.medals),
            tuple(self.loans),
            tuple(self.congressmen),
            tuple(self.pawns),
            tuple(self.order),
            tuple(self.changes),
            self.turn,
            self.asks,
            self.asked,
            self.steps,
        )

    # Provinces

    def leader(self, province: int) -> int:
        """Return the colour with strictly most citizens in a province, or `NOBODY`."""
        citizens = self.citizens
        start = self.colours * province
        leader, most = NOBODY, 0
        for colour in range(self.colours):
            count = citizens[start + colour]
            if count > most:
                leader, most = colour, count
            elif count == most:
                leader = NOBODY
        return leader

    def is_empty(self, province: int) -> bool:
        """Return whether no citizen of any colour is in a province."""
        start = self.colours * province
        return not any(self.citizens[start : start + self.colours])

    def has_active_factory(self, province: int) -> bool:
        """Return whether a factory of a province can still score."""
        return self.factories[4 * province] > 0 or self.factories[4 * province + 2] > 0

    def is_industrialised(self, province: int) -> bool:
        """Return whether a province has a factory, active or not."""
        return any(self.factories[4 * province : 4 * province + 4])

    def stock(self, kind: int) -> int:
        """Return how many factories of a type are in stock, by the index of its active ones."""
        return FACTORIES_OF_TYPE - sum(self.factories[kind::4]) - sum(self.factories[kind + 1 :: 4])

    # What a seat can do

    def means(self, seat: int) -> int:
        """Return the most a seat can pay for an action, with all its loans (F5)."""
        return self.francs[seat] + LOAN * (self.medals[seat] - self.loans[seat])

    def income(self, seat: int) -> int:
        """Return what coins bring a seat (F12)."""
        income = INCOME
        for province in range(PROVINCES):
            textile = self.factories[4 * province + 2] + self.factories[4 * province + 3]
            if textile and self.leader(province) == seat:
                income += textile
        return income

    def can_carry_out(self, seat: int, space: Space, means: int) -> bool:
        """Return whether a seat with these means has a legal move with the action of a space."""
        if space == "build":
            return means >= COST_OF_FACTORY and (self.stock(0) > 0 or self.stock(2) > 0)
        if space == "place":
            return self.supply[seat] > 0
        if space == "move":
            return any(self.citizens[seat :: self.colours])
        if space == "congress":
            return self.supply[seat] > 0 or any(self.citizens[seat :: self.colours])
        return space != "queen" or means >= COST_OF_QUEEN

    def can_use(self, seat: int, space: Space) -> bool:
        """Return whether a seat on turn could move its pawn to a space (F3)."""
        return space not in self.pawns and self.can_carry_out(seat, space, self.means(seat))

    def usable_spaces(self, seat: int) -> list[Space]:
        """Return the spaces that a seat on turn could choose."""
        means = self.means(seat)
        pawns = self.pawns
        return [
            space
            for space in SPACES_OF[self.seats]
            if space not in pawns and self.can_carry_out(seat, space, means)
        ]

    def can_act(self, seat: int) -> bool:
        """Return whether a seat on turn could choose any space."""
        return any(self.can_use(seat, space) for space in reversed(SPACES_OF[self.seats]))

    # What is asked

    def congress_queue(self) -> list[int]:
        """Return the seats to ask whether their congressmen move, in this order (F11)."""
        men = self.congressmen
        if self.seats == 2 and men[0] == men[1]:
            return []
        asked = [seat for seat in self.order if men[seat]]
        asked.sort(key=lambda seat: -men[seat])  # the turn order stays among equals
        return asked

    def can_close(self) -> bool:
        """Return whether the seat on turn has a choice at its closing (F5)."""
        loans = self.loans[self.turn]
        return self.medals[self.turn] > loans or (loans > 0 and self.francs[self.turn] >= REPAYMENT)

    def is_ended(self) -> bool:
        """Return whether the marker or the factories end the game (F15)."""
        scores = sorted(self.scores)
        inactive = sum(self.factories[1::2])
        return self.marker <= scores[-2] or inactive == ALL_FACTORIES

    def nobody_can_act(self) -> bool:
        """Return whether no seat at all could choose a space now, which ends the game (F4)."""
        return not any(self.can_act(seat) for seat in self.order)
