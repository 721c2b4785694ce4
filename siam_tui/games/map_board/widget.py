"""The board as a widget: draws what it is shown, and says which province was clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from siam_tui.appearance.style import Look
from siam_tui.games.map_board.view import HOT, MarkedPlaces
from siam_tui.ui.text_line import DiffedText

GLOW_SECONDS: Final = 0.9


class Drawn(Protocol):
    """A drawn board."""

    @property
    def lines(self) -> Sequence[Content]:
        """The text, line by line."""

    def province_at(self, x: int, y: int) -> int | None:
        """Return the number of the place at a character, or None between places."""


D = TypeVar("D", bound=Drawn)
Draw: TypeAlias = Callable[[Any, int, int, Look], D]
"""Draws a view of a game into so many characters and lines."""


class BoardMap(DiffedText, Generic[D]):
    """The map of a table, or a board of places without one."""

    view: reactive[MarkedPlaces | None] = reactive(None, repaint=False)
    look: reactive[Look] = reactive(Look, repaint=False)
    heat: reactive[int] = reactive(0, repaint=False)
    """How much what has just changed still glows, from `HOT` down to 0."""
    ember: reactive[float] = reactive(0.0, repaint=False)

    class Chosen(Message):
        """A province was clicked."""

        def __init__(self, province: int) -> None:
            super().__init__()
            self.province = province

    def __init__(self, draw: Draw[D], look: Look, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        """Prepare.

        Args:
            draw: draws the game's views.
            look: signs and colours.
            id: as of any widget.
        """
        super().__init__(id=id)
        self._draw = draw
        self.set_reactive(BoardMap.look, look)
        self._fresh: frozenset[int] = frozenset()

    @property
    def picture(self) -> D | None:
        """The board as it is drawn now."""
        if self.view is None or self.size.width < 10 or self.size.height < 5:
            return None
        view = replace(self.view, fresh=self._fresh, heat=self.heat) if self.heat else self.view
        return self._draw(view, self.size.width, self.size.height, self.look)

    def glow(self, provinces: frozenset[int]) -> None:
        """Let provinces that have just changed glow for a moment, where much may move."""
        if provinces and self.app.animation_level == "full":
            self._fresh, self.ember = provinces, float(HOT)
            self.animate("ember", 0.0, duration=GLOW_SECONDS, level="full")

    def watch_ember(self, ember: float) -> None:
        """Draw the board anew only when the glow has visibly faded."""
        self.heat = ceil(ember)

    def watch_view(self) -> None:
        """Draw what is new."""
        self.repaint()

    def watch_look(self) -> None:
        """Draw what is new."""
        self.repaint()

    def watch_heat(self) -> None:
        """Draw what is new."""
        self.repaint()

    def lines(self) -> Sequence[Content]:
        """Draw the board."""
        return self.picture.lines if self.picture else ()

    def on_click(self, event: events.Click) -> None:
        """Tell which province was clicked."""
        picture = self.picture
        province = picture.province_at(event.x, event.y) if picture else None
        if province is not None:
            self.post_message(self.Chosen(province))
