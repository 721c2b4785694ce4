"""Scroll bars for terminals that show only ASCII."""

from __future__ import annotations

from typing import Any, Final

from rich.segment import Segment, Segments
from textual.scrollbar import ScrollBar, ScrollBarRender

_THUMB: Final = "#"
_TRACK: Final = {True: "|", False: "-"}
"""By whether the bar is vertical."""


class AsciiScrollBarRender(ScrollBarRender):
    """Draws a scroll bar in whole characters, as Textual's parts of a cell are not ASCII."""

    VERTICAL_BARS = [" "] * 8
    HORIZONTAL_BARS = [" "] * 8

    @classmethod
    def render_bar(cls, *args: Any, **settings: Any) -> Segments:  # noqa: ANN401 - passed on
        """Return the bar; the arguments are those of the base class."""
        drawn = super().render_bar(*args, **settings)
        track = _TRACK[bool(settings.get("vertical", True))]
        segments = [_with_sign(segment, track) for segment in drawn.segments]
        return Segments(segments, new_lines=drawn.new_lines)


def _with_sign(segment: Segment, track: str) -> Segment:
    """Return a part of a bar with the sign of what it is; an empty one is no part of it."""
    text, style, _ = segment
    if text.strip(" ") or style is None:
        return segment
    is_thumb = style.meta.get("@mouse.down") == "grab"
    return segment._replace(text=len(text) * (_THUMB if is_thumb else track))  # type: ignore[characters]


def use_scroll_bars(*, ascii_only: bool) -> None:
    """Let all scroll bars of this program be drawn in ASCII, or as Textual draws them."""
    ScrollBar.renderer = AsciiScrollBarRender if ascii_only else ScrollBarRender
