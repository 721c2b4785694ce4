"""A text of which only what differs is painted anew: a terminal far away gets each character."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget


class DiffedText(Widget):
    """Lines of text, which `repaint` compares with those that are on the screen."""

    DEFAULT_CSS: ClassVar[str] = "DiffedText { text-wrap: nowrap; text-overflow: clip; }"

    _painted: tuple[Content, ...] = ()

    @abstractmethod
    def lines(self) -> Sequence[Content]:
        """Return what is to be on the screen now, line by line."""

    def needs_room(self, _lines: int) -> bool:
        """Tell whether so many lines need another height than those on the screen."""
        return False

    def repaint(self) -> bool:
        """Paint what differs from the screen; return whether anything does."""
        lines = tuple(self.lines())
        if len(lines) != len(self._painted) and self.needs_room(len(lines)):
            self.refresh(layout=True)
        elif regions := tuple(differing(self._painted, lines)):
            self.refresh(*regions)
        else:
            return False
        return True

    def render(self) -> Content:
        """Return the whole text; of it is painted what is dirty."""
        self._painted = tuple(self.lines())
        return Content("\n").join(self._painted)


def differing(before: Sequence[Content], now: Sequence[Content]) -> Iterator[Region]:
    """Iterate over the parts of lines that differ, in cells."""
    nothing = Content("")
    for y in range(max(len(before), len(now))):
        old = before[y] if y < len(before) else nothing
        new = now[y] if y < len(now) else nothing
        if not old.is_same(new):
            yield _differing_part(old, new, y)


def _differing_part(old: Content, new: Content, y: int) -> Region:
    shorter = range(min(len(old), len(new)))  # type: ignore[characters]
    first = bisect_left(shorter, True, key=lambda at: not old[: at + 1].is_same(new[: at + 1]))
    left = old[:first].cell_length
    right = max(old.cell_length, new.cell_length)
    if old.cell_length == new.cell_length:
        alike = bisect_left(
            shorter,
            True,
            key=lambda at: not old[len(old) - 1 - at :].is_same(new[len(new) - 1 - at :]),  # type: ignore[characters]
        )
        right -= old[len(old) - alike :].cell_length  # type: ignore[characters]
    return Region(left, y, max(1, right - left), 1)
