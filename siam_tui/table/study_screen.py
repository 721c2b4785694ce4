"""A table at which somebody learns alone: a text stands in the log's place."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable

from textual.content import Content

from siam_tui.model.table_view import TableView
from siam_tui.table.play_screen import PlayScreen


class StudyScreen(PlayScreen):
    """The table of a lesson or a puzzle."""

    READ_FROM_TOP = True

    @abstractmethod
    def paragraphs(self) -> Iterable[Content]:
        """Return the text as it is now; an empty paragraph is an empty line."""

    def make_log(self, _view: TableView) -> Callable[[int], Content]:
        """Return what makes the text in the log's place."""
        told = tuple(self.paragraphs())
        return lambda width: Content("\n").join(
            line for paragraph in told for line in paragraph.wrap(width)
        )

    def state_received(self, before: TableView | None, now: TableView) -> None:
        """Scroll to the beginning of the text."""
        super().state_received(before, now)
        self.scroll_log()

    def action_leave(self) -> None:
        """Leave; what is not finished begins anew the next time."""
        self.dismiss(None)
