"""The deal as a short scene: tiles turn over, followers fall, the first struggle lights up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.siam import Position
from games.siam.constants import PROVINCES

SECONDS: Final = 1.6
"""How long the whole scene takes."""
_PAUSE: Final = 2
"""Steps in which nothing is added, before the first struggle lights up."""
STEPS: Final = 2 * PROVINCES + _PAUSE


@dataclass(frozen=True, slots=True)
class Deal:
    """How far a deal has come.

    Attributes:
        step: how many tiles have turned over, and after them how many provinces are filled, both
            in the order of the queue.
    """

    step: int = 0

    @property
    def is_over(self) -> bool:
        """Whether everything lies open, and the first struggle is to light up."""
        return self.step >= STEPS

    @property
    def next(self) -> Deal:
        """The deal one step later."""
        return Deal(self.step + 1)

    def has_tile(self, position: Position, province: int) -> bool:
        """Return whether the tile of a province has turned over."""
        return position.queue.index(province) < self.step

    def is_filled(self, position: Position, province: int) -> bool:
        """Return whether the followers of a province have fallen."""
        return position.queue.index(province) < self.step - PROVINCES
