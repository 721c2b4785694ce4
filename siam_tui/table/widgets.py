"""The widgets around the board: each shows a text made elsewhere and reports clicks on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from siam_tui.board.look import Look
from siam_tui.table.barlayout import bar_lines, place_options
from siam_tui.table.bars import Bar, Option


class Line(Widget):
    """Some lines of text, made anew for the width there is; parts of it may be clicked."""

    DEFAULT_CSS: ClassVar[str] = "Line { text-wrap: nowrap; text-overflow: clip; }"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._make: Callable[[int], Content] = lambda _: Content("")
        self._shown = Content("")

    def show(self, make: Callable[[int], Content]) -> bool:
        """Show another text; return whether it differs from the one shown."""
        self._make = make
        text = self._text(self.size.width)
        if text.is_same(self._shown):
            return False
        self.refresh(layout=_lines(text) != _lines(self._shown))  # a layout repaints the screen
        return True

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

    def render(self) -> Content:
        """Make the text."""
        self._shown = self._text(self.size.width)
        return self._shown

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the text has at a width."""
        del container, viewport
        return _lines(self._text(width))

    def _text(self, width: int) -> Content:
        return self._make(width) if width > 0 else Content("")

    def on_click(self, event: events.Click) -> None:
        """Report the click."""
        self.post_message(self.Clicked(self, event.x, event.y))


def _lines(text: Content) -> int:
    return text.plain.count("\n") + 1


class MoveBar(Widget):
    """What one is asked, and what one may answer."""

    DEFAULT_CSS: ClassVar[str] = "MoveBar { text-wrap: nowrap; text-overflow: clip; }"

    bar: reactive[Bar | None] = reactive(None)
    look: reactive[Look] = reactive(Look)

    class Chosen(Message):
        """An option was clicked."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.set_reactive(MoveBar.look, look)

    def render(self) -> Content:
        """Draw title, question and options."""
        if self.bar is None:
            return Content("")
        return Content("\n").join(bar_lines(self.bar, self.size, self.look))

    def on_click(self, event: events.Click) -> None:
        """Tell which option was clicked."""
        for placed in place_options(self.bar, self.size) if self.bar else ():
            if placed.y == event.y and event.x in placed.xs:
                self.post_message(self.Chosen(placed.option))
                return
