"""A queue in which nobody's haste is another's wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import TypeVar

T = TypeVar("T")


class FairQueue(asyncio.Queue[T]):
    """Everybody has a line of their own, and the lines are served in turn.

    When there is no room, the longest line loses its newest: whoever floods drops their own
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

    def _get(self) -> T:
        whose = next(iter(self._lines))
        item = self._remove(whose, newest=False)
        if whose in self._lines:
            self._lines.move_to_end(whose)
        return item

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
