"""A queue in which nobody's haste is another's wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from math import exp, inf, log, log1p
from typing import Final, TypeVar

T = TypeVar("T")

_FORGETTING: Final = 5.0
"""Seconds after which little is left of what somebody's things have cost."""
_MAX_CHARGED: Final = 1024


class FairQueue(asyncio.Queue[T]):
    """Everybody has a line of their own, and the lines are served in turn.

    Where it is told what each thing has cost, the line whose things have cost least lately comes
    first. When there is no room, the longest line loses its newest: whoever floods drops their own
    messages, and a line that is short comes to its turn soon, however long the others are.

    Attributes:
        dropped: called with each thing that lost its place.
    """

    def __init__(
        self,
        room: int,
        whose: Callable[[T], Hashable],
        size: Callable[[T], int] = lambda _: 1,
        dropped: Callable[[T], None] = lambda _: None,
    ) -> None:
        """Begin empty.

        Args:
            room: how much may wait, all sizes together.
            whose: tells whose line a thing belongs to.
            size: how much room a thing takes.
            dropped: called with each thing that lost its place.
        """
        self.dropped = dropped
        self._room = room
        self._whose = whose
        self._size_of = size
        super().__init__()

    def _init(self, _: int) -> None:
        self._lines: OrderedDict[Hashable, deque[T]] = OrderedDict()
        self._lengths: dict[Hashable, int] = {}
        self._waiting = 0
        self._taken = 0
        self._charged: OrderedDict[Hashable, float] = OrderedDict()

    def qsize(self) -> int:
        """Return how many things wait."""
        return self._waiting

    def empty(self) -> bool:
        """Return whether nothing waits."""
        return not self._waiting

    def put_nowait(self, item: T) -> None:
        """Put something in, whatever else must lose its place for it; never full."""
        whose, size = self._whose(item), self._size_of(item)
        if self._taken + size > self._room and not self._make_room(whose, size):
            self.dropped(item)
        else:
            super().put_nowait(item)

    def _make_room(self, whose: Hashable, size: int) -> bool:
        """Drop the newest of lines longer than `whose` will be; False if there is none."""
        mine = self._lengths.get(whose, 0) + size
        while self._taken + size > self._room:
            longest = max(self._lengths, key=self._lengths.__getitem__, default=None)
            if longest is None or self._lengths[longest] <= mine:
                return False
            self.dropped(self._remove(longest, newest=True))
            self.task_done()
        return True

    def _put(self, item: T) -> None:
        whose, size = self._whose(item), self._size_of(item)
        self._lines.setdefault(whose, deque()).append(item)
        self._lengths[whose] = self._lengths.get(whose, 0) + size
        self._taken += size
        self._waiting += 1

    def charge(self, item: T, cost: float, now: float) -> None:
        """Tell what a thing has cost that was taken from the queue.

        Args:
            item: the thing.
            cost: seconds it has taken, or anything else that is above 0.
            now: the reading of a clock that never goes back, in seconds.
        """
        whose = self._whose(item)
        # Costs shrink with time, all by the same factor. So their order stays, and the logarithm
        # of the sum, as it would be at the clock's beginning, need not be changed.
        new = now / _FORGETTING + log(cost)
        before = self._charged.pop(whose, None)
        if before is not None:
            high, low = max(new, before), min(new, before)
            new = high + log1p(exp(low - high))
        self._charged[whose] = new
        if len(self._charged) > _MAX_CHARGED:
            self._charged.popitem(last=False)

    def _get(self) -> T:
        # Of lines that have cost the same, the one that has waited longest.
        whose = min(self._lines, key=self._cost) if self._charged else next(iter(self._lines))
        item = self._remove(whose, newest=False)
        if whose in self._lines:
            self._lines.move_to_end(whose)
        return item

    def _cost(self, whose: Hashable) -> float:
        return self._charged.get(whose, -inf)

    def _remove(self, whose: Hashable, *, newest: bool) -> T:
        line = self._lines[whose]
        item = line.pop() if newest else line.popleft()
        size = self._size_of(item)
        self._lengths[whose] -= size
        self._taken -= size
        self._waiting -= 1
        if not line:
            del self._lines[whose], self._lengths[whose]
        return item
