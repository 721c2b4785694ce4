"""Lines of text that are made for the width there is, and report clicks on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from siam_tui.ui.diffed_text import DiffedText


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
