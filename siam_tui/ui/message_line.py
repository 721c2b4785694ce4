"""Line in which a screen shows an error, or work that goes on."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.timer import Timer

from siam_tui.appearance.cells import pad_end
from siam_tui.ui.text_widgets import Static

_TILE: Final = "■"
_TILES: Final = 8
_STEP_SECONDS: Final = 0.1


class MessageLine(Static):
    """Shows a sentence; while work goes on, tiles appear behind it one after the other."""

    def __init__(self, line_id: str) -> None:
        """Prepare an empty line.

        Args:
            line_id: the widget's id.
        """
        super().__init__(id=line_id)
        self._sentence = Content()
        self._tiles = 0
        self._timer: Timer | None = None

    def show(self, sentence: str | Content, *, doing: bool) -> None:
        """Show a sentence.

        Args:
            sentence: the sentence; may be empty.
            doing: whether it is about work that goes on.
        """
        self.set_class(doing, "-doing")
        self._sentence, self._tiles = Content.assemble(sentence), 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if doing and self.app.animation_level != "none":
            self._timer = self.set_interval(_STEP_SECONDS, self._add_tile)
            self._tiles = 1
        self._draw(layout=True)

    def _add_tile(self) -> None:
        self._tiles = self._tiles % _TILES + 1
        self._draw(layout=False)

    def _draw(self, *, layout: bool) -> None:
        tiles = pad_end(" ".join(_TILE * self._tiles), 2 * _TILES)
        parts = (self._sentence, "  ", (tiles, "$accent")) if self._tiles else (self._sentence,)
        self.update(Content.assemble(*parts), layout=layout)
