"""The board as a widget: draws what it is shown, and says which province was clicked."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from siam_tui.board.canvas import Picture, draw
from siam_tui.board.labels import BoardView, Look


class BoardMap(Widget):
    """The map of a table."""

    DEFAULT_CSS: ClassVar[str] = "BoardMap { text-wrap: nowrap; text-overflow: clip; }"

    view: reactive[BoardView | None] = reactive(None)
    look: reactive[Look] = reactive(Look)

    class Chosen(Message):
        """A province was clicked."""

        def __init__(self, province: int) -> None:
            super().__init__()
            self.province = province

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.set_reactive(BoardMap.look, look)

    @property
    def picture(self) -> Picture | None:
        """The board as it is drawn now."""
        if self.view is None or self.size.width < 10 or self.size.height < 5:
            return None
        return draw(self.view, self.size.width, self.size.height, self.look)

    def render(self) -> Content:
        """Draw the board."""
        picture = self.picture
        return Content("") if picture is None else Content("\n").join(picture.lines)

    def on_click(self, event: events.Click) -> None:
        """Tell which province was clicked."""
        picture = self.picture
        province = picture.province_at(event.x, event.y) if picture else None
        if province is not None:
            self.post_message(self.Chosen(province))
