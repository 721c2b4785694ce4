"""The look of a screen: its signs and colours."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from siam_tui.appearance.glyphs import UNICODE, Glyphs
from siam_tui.appearance.palette import CLASSIC, Palette


@dataclass(frozen=True, slots=True)
class Look:
    """Signs and colours to draw with."""

    glyphs: Glyphs = UNICODE
    palette: Palette = CLASSIC


def chip(side: int, look: Look, text: str) -> Content:
    """Return a text on the colour of a side, such as a faction, by its number in the palette."""
    return Content.styled(text, look.palette.chips[side])
