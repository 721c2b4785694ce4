"""Lines of text for the width there is, redrawn where they differ; and the log that scrolls."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
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


class Line(DiffedText):
    """Some lines of text, made anew for the width there is; parts of it may be clicked."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._make: Callable[[int], Content] = lambda _: Content("")

    def show(self, make: Callable[[int], Content]) -> bool:
        """Show another text; return whether it differs from the one shown."""
        self._make = make
        return self.repaint()

    class Clicked(Message):
        """The text was clicked, at a character of the line."""

        def __init__(self, line: Line, x: int, y: int) -> None:
            super().__init__()
            self.line = line
            self.x = x
            self.y = y

        @property
        def control(self) -> Line:
            """The line that was clicked."""
            return self.line

    def lines(self) -> Sequence[Content]:
        """Make the text."""
        return self._lines(self.size.width)

    def needs_room(self, lines: int) -> bool:
        """Tell whether so many lines take another height."""
        return lines != self.size.height

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Return how many lines the text has at a width."""
        return len(self._lines(width))

    def _lines(self, width: int) -> Sequence[Content]:
        return self._make(width).split("\n", allow_blank=True) if width > 0 else ()

    def on_click(self, event: events.Click) -> None:
        """Report the click."""
        self.post_message(self.Clicked(self, event.x, event.y))


class LogScroll(VerticalScroll):
    """Scrolls the log; says when it or its text has another size: its end may be hidden then."""

    class Resized(Message):
        """It or its text has another size now."""

    def on_resize(self) -> None:
        """Tell the screen, which scrolls the log to where it is to be read."""
        self.post_message(self.Resized())

    def watch_virtual_size(self) -> None:
        """Tell the screen: a scrollbar that appears makes the text narrower, and longer."""
        self.post_message(self.Resized())
