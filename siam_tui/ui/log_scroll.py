"""The log's part of the screen, which scrolls."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.message import Message


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
