"""What is drawn of a board: what every game's view of its map has in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from siam_tui.appearance.palette import Palette

HOT: Final = 3
"""In how many steps a glow fades."""


class DrawnProvince(Protocol):
    """A province, as far as it is drawn."""

    @property
    def id(self) -> str:
        """Three capital letters."""

    @property
    def name(self) -> str:
        """What people read."""

    @property
    def draw(self) -> Mapping[str, object]:
        """Drawing data from the map's text."""


class DrawnMap(Protocol):
    """A map of any game, as far as it is drawn."""

    @property
    def provinces(self) -> Sequence[DrawnProvince]:
        """The provinces, in the order of their indexes."""

    @property
    def borders(self) -> tuple[tuple[int, ...], ...]:
        """For each province the indexes of its neighbours."""

    @property
    def draw(self) -> Mapping[str, object]:
        """Drawing data from the map's text."""

    def __hash__(self) -> int:
        """Return the same number for the same map."""


@dataclass(frozen=True, kw_only=True)
class MarkedPlaces:
    """What is marked on a board whose places have numbers.

    Attributes:
        targets: places that may be chosen now.
        chosen: places already chosen in the move being built.
        cursor: the place under the keyboard's cursor.
        touched: places where something has changed since the person's last move.
        fresh: places that have just changed, and glow.
        heat: how much they glow, from 0 to `HOT`.
    """

    targets: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    cursor: int | None = None
    touched: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()
    heat: int = 0

    def ground(self, place: int, palette: Palette) -> str:
        """Return the style of a place's ground: what it is just now, or else its wash."""
        if place == self.cursor:
            return palette.cursor
        if place in self.chosen:
            return palette.chosen
        if place in self.targets:
            return palette.target
        if self.heat and place in self.fresh:
            return palette.glows[self.heat - 1]
        return self.wash(place, palette)

    def wash(self, place: int, palette: Palette) -> str:
        """Return the style of a place's ground where nothing is chosen or has changed."""
        del place
        return palette.land


@dataclass(frozen=True)
class BoardView(MarkedPlaces):
    """What a map is to show; each game adds its map and its position.

    Attributes:
        board: the map.
        position: what stands on it; None before the start.
    """

    board: DrawnMap
    position: Any = None

    @property
    def framed(self) -> int | None:
        """The province with the heavy frame."""
        return None

    def number(self, province: int) -> int | None:
        """Return the number that chooses a province, from 1; None if it has none yet."""
        return province + 1

    def tell_name(self, name: str) -> str:
        """Return a name on the map in the reader's language, as far as the game knows it."""
        return name


V = TypeVar("V", bound=BoardView)
