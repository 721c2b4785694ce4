"""The log's part of the screen, which scrolls."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.message import Message


class LogScroll(VerticalScroll):
    """Scrolls the log; says when it has another size, since its end may be hidden then."""

    class Resized(Message):
        """It has another size now."""

    def on_resize(self) -> None:
        """Tell the screen, which scrolls the log to where it is to be read."""
        self.post_message(self.Resized())
