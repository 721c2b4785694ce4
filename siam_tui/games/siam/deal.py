"""The deal as a short scene: tiles turn over, followers fall, the first struggle lights up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.siam import Position
from games.siam.constants import PROVINCES

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

    step: int

    def has_tile(self, position: Position, province: int) -> bool:
        """Return whether the tile of a province has turned over."""
        return position.queue.index(province) < self.step

    def is_filled(self, position: Position, province: int) -> bool:
        """Return whether the followers of a province have fallen."""
        return position.queue.index(province) < self.step - PROVINCES
