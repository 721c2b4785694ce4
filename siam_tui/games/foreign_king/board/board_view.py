"""What the board of The Foreign King shows."""

from __future__ import annotations

from dataclasses import dataclass

from games.foreign_king import Map, Position
from games.foreign_king.constants import PROVINCES
from siam_tui.appearance.palette import Palette
from siam_tui.games.foreign_king.colours import chip_of
from siam_tui.games.foreign_king.facts import ProvinceFacts, province_facts
from siam_tui.games.map_board import view


@dataclass(frozen=True, slots=True)
class BoardView(view.BoardView):
    """What the board is to show.

    Attributes:
        names: what the colours are called, if they are known.
        dealt: how many provinces lie open, while the deal is shown.
    """

    board: Map
    position: Position | None = None
    names: tuple[str, ...] = ()
    dealt: int = PROVINCES

    def number(self, province: int) -> int | None:
        """Return the number that chooses a province, from 1; None until it lies open."""
        return province + 1 if province < self.dealt else None

    @property
    def framed(self) -> int | None:
        """The province with the King."""
        return self.position.king if self.position else None

    def ground(self, province: int, palette: Palette) -> str:
        """Return the style of a province's ground: it shows who leads, also during a choice.

        The number tells whether a province may be chosen, an underlined name that it is.
        """
        is_marked = province in self.chosen or province in self.targets
        if is_marked and province != self.cursor:
            return self.wash(province, palette)
        return view.BoardView.ground(self, province, palette)

    def wash(self, province: int, palette: Palette) -> str:
        """Return the ground of a province, in the colour of its leader."""
        facts = self.facts(province)
        if facts is None or facts.leader is None:
            return palette.land
        return palette.washes[chip_of(facts.leader, self.seats)]

    def facts(self, province: int) -> ProvinceFacts | None:
        """Return how a province stands; None before the start, and until it lies open."""
        if self.position is None or province >= self.dealt:
            return None
        return province_facts(self.position, province)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.position.seats if self.position else 0

    @property
    def is_over(self) -> bool:
        """Whether the King comes no more."""
        return self.position is not None and self.position.asks == "over"
