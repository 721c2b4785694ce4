"""Where the board differs between two positions. Pure functions."""

from __future__ import annotations

from games.amber import Position
from games.amber.constants import AREAS, Area


def changed_areas(then: Position, now: Position) -> frozenset[Area]:
    """Return the areas whose markers differ, and that which the Confidant has entered."""
    return frozenset(
        area
        for area in range(len(AREAS))
        if then.markers_in(area) != now.markers_in(area)
        or (now.confidant == area != then.confidant)
    )
