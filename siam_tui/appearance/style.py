"""Signs and colours: what every screen takes from the settings, also one that needs no rules."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from siam_tui.appearance.glyphs import UNICODE, Glyphs
from siam_tui.appearance.palette import CLASSIC, Palette


@dataclass(frozen=True, slots=True)
class Look:
    """With which signs and colours things are drawn."""

    glyphs: Glyphs = UNICODE
    palette: Palette = CLASSIC


def chip(faction: int, look: Look, text: str) -> Content:
    """Return a text on a faction's, or the British's, colour."""
    return Content.styled(text, look.palette.chips[faction])
