"""Topic filters of MQTT 3.1.1: checks them and intersects them."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

MAX_BYTES: Final = 128
"""Most bytes of a filter; the longest filter of a player has about 60."""
MAX_LEVELS: Final = 8
"""Most levels of a filter; a topic of a lobby has five."""


def is_valid(topic_filter: str) -> bool:
    """Return whether a filter keeps the limits and has valid wildcards."""
    if not topic_filter or len(topic_filter.encode()) > MAX_BYTES:
        return False
    *levels, last = topic_filter.split("/")
    if len(levels) >= MAX_LEVELS:
        return False
    return all("#" not in level and _is_level(level) for level in levels) and (
        last == "#" or ("#" not in last and _is_level(last))
    )


def intersect(one: str, other: str) -> str | None:
    """Return the filter of the topics that two valid filters both match, or None if there are none.

    >>> intersect("siam/#", "siam/+/lobby")
    'siam/+/lobby'
    >>> intersect("siam/v1/+", "siam/+/lobby")
    'siam/v1/lobby'
    >>> intersect("siam/v1", "siam/+/lobby") is None
    True
    """
    first, second = one.split("/"), other.split("/")
    common: list[str] = []
    for place, (here, there) in enumerate(zip_longest(first, second)):
        wild, level = (here, there) if here in {"#", "+"} else (there, here)
        if place == 0 and wild in {"#", "+"} and level is not None and level.startswith("$"):
            return None
        if here == "#" or there == "#":
            rest = second if here == "#" else first
            return "/".join(common + rest[place:])  # nothing is left of `a` beside `a/#`
        if wild == "+" and level is not None:
            common.append(level)
        elif here == there and here is not None:
            common.append(here)
        else:
            return None
    return "/".join(common)


def _is_level(level: str) -> bool:
    return level == "+" or "+" not in level
