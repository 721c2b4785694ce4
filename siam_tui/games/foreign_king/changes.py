"""Where a board differs between two positions. Pure functions."""

from __future__ import annotations

from games.foreign_king import Position
from games.foreign_king.constants import PROVINCES


def changed_provinces(then: Position, now: Position) -> frozenset[int]:
    """Return the provinces in which citizens or factories differ, or which the King has entered."""
    return frozenset(
        province
        for province in range(PROVINCES)
        if then.citizens_in(province) != now.citizens_in(province)
        or then.factories_in(province) != now.factories_in(province)
        or (now.king == province != then.king)
    )
