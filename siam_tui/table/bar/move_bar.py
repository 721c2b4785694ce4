"""The bar of a table: shows question and options, and reports clicks on options."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from siam_tui.appearance.style import Look
from siam_tui.table.bar.bar_layout import bar_lines, place_options
from siam_tui.table.bar.options import Bar, Option
from siam_tui.ui.text_line import DiffedText


class MoveBar(DiffedText):
    """The question, and the options that answer it."""

    bar: reactive[Bar | None] = reactive(None, repaint=False)
    look: reactive[Look] = reactive(Look, repaint=False)

    class Chosen(Message):
        """An option was clicked."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.set_reactive(MoveBar.look, look)

    def watch_bar(self) -> None:
        """Redraw."""
        self.repaint()

    def watch_look(self) -> None:
        """Redraw."""
        self.repaint()

    def lines(self) -> Sequence[Content]:
        """Draw title, question and options."""
        return () if self.bar is None else bar_lines(self.bar, self.size, self.look)

    def on_click(self, event: events.Click) -> None:
        """Report which option was clicked."""
        for placed in place_options(self.bar, self.size) if self.bar else ():
            if placed.y == event.y and event.x in placed.xs:
                self.post_message(self.Chosen(placed.option))
                return
