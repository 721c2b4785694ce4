"""Moving a cursor over the map with the arrow keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from siam_tui.games.map_board.outline import CELL_WIDTH, Outline, rooms
from siam_tui.games.table_body import Direction

_TOWARDS: Final[dict[Direction, tuple[int, int]]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}
_ASIDE: Final = 2.0
"""How much farther a step aside counts than a step ahead."""
_CONE: Final = 1.0
"""What lies more aside than so many times ahead is reached only if nothing else is."""


def steer(shape: Outline, start: int, direction: Direction, among: Iterable[int]) -> int:
    """Return the province that lies next in a direction, or the start if none does."""
    dx, dy = _TOWARDS[direction]
    x, y = _middle(shape, start)

    def distance(province: int) -> tuple[bool, float] | None:
        to_x, to_y = _middle(shape, province)
        ahead = (to_x - x) * dx + (to_y - y) * dy
        aside = abs((to_x - x) * dy) + abs((to_y - y) * dx)
        if ahead <= 0:
            return None
        return aside > _CONE * ahead, ahead + _ASIDE * aside

    reachable = [(far, p) for p in among if p != start and (far := distance(p)) is not None]
    return min(reachable)[1] if reachable else start


def _middle(shape: Outline, province: int) -> tuple[float, float]:
    box = rooms(shape)[province]
    return (box.x + box.width / 2) / CELL_WIDTH, box.y + box.height / 2
