"""Where a board differs between two positions. Pure functions."""

from __future__ import annotations

from games.siam import Position


def changed_provinces(then: Position, now: Position) -> frozenset[int]:
    """Return the provinces about which anything differs between two positions."""
    return frozenset(
        province
        for province in range(len(now.map.provinces))
        if _facts(then, province) != _facts(now, province)
    )


def _facts(position: Position, province: int) -> tuple[object, ...]:
    return (
        position.followers(province),
        position.control(province),
        position.queue.index(province),
        province in position.markers,
    )
