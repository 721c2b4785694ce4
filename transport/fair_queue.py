"""Fair queue: takes one item per sender in turn; drops from the longest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from math import exp, inf, log, log1p
from typing import Final, TypeVar

T = TypeVar("T")

_FORGETTING: Final = 5.0
"""Seconds in which a sender's recorded cost falls to 1/e."""
_MAX_CHARGED: Final = 1024


class FairQueue(asyncio.Queue[T]):
    """Keeps one line of items per sender, and serves the lines in turn.

    If costs are recorded with `charge`, the line with the lowest recent cost is served first. When
    the queue is full, the longest line loses its newest item. So a sender who floods loses their
    own messages, and short lines are served soon.

    Attributes:
        dropped: called with each dropped item.
    """

    def __init__(
        self,
        room: int,
        whose: Callable[[T], Hashable],
        size: Callable[[T], int] = lambda _: 1,
        dropped: Callable[[T], None] = lambda _: None,
    ) -> None:
        """Create an empty queue.

        Args:
            room: the largest sum of all waiting items' sizes.
            whose: returns the sender of an item.
            size: returns the size of an item.
            dropped: called with each dropped item.
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
        """Return the number of waiting items."""
        return self._waiting

    def empty(self) -> bool:
        """Return whether no item waits."""
        return not self._waiting

    def put_nowait(self, item: T) -> None:
        """Add an item, dropping others or itself if the queue is full; never raises."""
        whose, size = self._whose(item), self._size_of(item)
        if self._taken + size > self._room and not self._make_room(whose, size):
            self.dropped(item)
        else:
            super().put_nowait(item)

    def _make_room(self, whose: Hashable, size: int) -> bool:
        """Drop the newest items of lines longer than the sender's; False if there are too few."""
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
        """Record the cost of an item taken from the queue.

        Args:
            item: the item.
            cost: its processing time in seconds, or another positive measure.
            now: the reading of a clock that never goes back, in seconds.
        """
        whose = self._whose(item)
        # All costs shrink by the same factor over time, so their order stays. The logarithm of the
        # sum, scaled to the clock's start, never changes.
        new = now / _FORGETTING + log(cost)
        before = self._charged.pop(whose, None)
        if before is not None:
            high, low = max(new, before), min(new, before)
            new = high + log1p(exp(low - high))
        self._charged[whose] = new
        if len(self._charged) > _MAX_CHARGED:
            self._charged.popitem(last=False)

    def _get(self) -> T:
        # Among lines of equal cost, the one that has waited longest.
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
