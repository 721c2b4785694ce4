"""The position of a game: everything needed to go on from, as one immutable value."""

from __future__ import annotations

from typing import NamedTuple

from games.foreign_king.constants import (
    FACTORY_LETTERS,
    PROVINCES,
    Asks,
    Colour,
    Space,
    citizens_of_colour,
)
from games.foreign_king.map import Map


class Position(NamedTuple):
    """A position; with everything open, it is also the view of every seat (F18).

    Colours are the seats by number and, with two seats, the virtual player after them.

    Attributes:
        map: where the game is played.
        citizens: those of colour c in province p are ``citizens[p * colours + c]``.
        factories: in province p the active and inactive metal, the active and inactive textile
            factories are ``factories[4 * p : 4 * p + 4]``.
        king: the province he is in, or None on his portrait.
        marker: where the King's marker is.
        scores: the score of each colour.
        francs: those of each seat.
        medals: those of each seat, turned or not.
        loans: how many of the medals of each seat are turned for a loan.
        congressmen: the citizens of each seat in the Congress.
        pawns: the space each seat's pawn stands on, or None.
        order: the seats in turn order.
        changes: the seats that shift in the turn order when the round ends, the first first.
        turn: the seat on turn; while the order is shifted, the seat that shifts.
        asks: what is to be decided.
        asked: the seat asked by ``congress`` or ``virtual``, else None.
        steps: with ``virtual``, how many steps are left, else 0.
    """

    map: Map
    citizens: tuple[int, ...]
    factories: tuple[int, ...]
    king: int | None
    marker: int
    scores: tuple[int, ...]
    francs: tuple[int, ...]
    medals: tuple[int, ...]
    loans: tuple[int, ...]
    congressmen: tuple[int, ...]
    pawns: tuple[Space | None, ...]
    order: tuple[int, ...]
    changes: tuple[int, ...]
    turn: int
    asks: Asks
    asked: int | None
    steps: int

    def __str__(self) -> str:
        from games.foreign_king.text.position_text import notation  # noqa: PLC0415 - it needs this

        return notation(self.map, self.seats).print(self)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.francs)

    @property
    def virtual(self) -> Colour | None:
        """The virtual player's colour with two seats, else None."""
        return self.seats if len(self.scores) > self.seats else None

    @property
    def decider(self) -> int | None:
        """The seat that decides now, or None when the game is over."""
        if self.asks == "over":
            return None
        return self.turn if self.asked is None else self.asked

    def citizens_in(self, province: int) -> tuple[int, ...]:
        """Return how many citizens of each colour are in a province."""
        colours = len(self.scores)
        return self.citizens[colours * province : colours * (province + 1)]

    def factories_in(self, province: int) -> tuple[int, ...]:
        """Return the factories of a province: active and inactive metal, then textile ones."""
        return self.factories[4 * province : 4 * province + 4]

    def supply(self, colour: Colour) -> int:
        """Return how many citizens of a colour are in its supply (F2)."""
        placed = sum(self.citizens[colour :: len(self.scores)])
        congressmen = self.congressmen[colour] if colour < self.seats else 0
        return citizens_of_colour(self.seats) - placed - congressmen


def new_position(board: Map, order: tuple[int, ...], francs: tuple[int, ...]) -> Position:
    """Return a setup with a turn order, and the francs of each seat (F2)."""
    seats = len(order)
    colours = seats + (seats == 2)
    nothing = (0,) * seats
    return Position(
        map=board,
        citizens=(0,) * (colours * PROVINCES),
        factories=(0,) * (len(FACTORY_LETTERS) * PROVINCES),
        king=None,
        marker=30,
        scores=(0,) * colours,
        francs=francs,
        medals=nothing,
        loans=nothing,
        congressmen=nothing,
        pawns=(None,) * seats,
        order=order,
        changes=(),
        turn=order[0],
        asks="act",
        asked=None,
        steps=0,
    )
