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
    """Return a text on the colour of a side, such as a faction; with many sides, colours repeat."""
    chips = look.palette.chips
    return Content.styled(text, chips[side % len(chips)])


def choice_samples(look: Look, contested: str, pointed: str) -> list[Content]:
    """Return how names stand in a choice: contested, to choose, and under the cursor."""
    palette = look.palette
    return [
        Content.styled(contested, palette.contested_name),
        Content.assemble((" 2 ", palette.key), (" to choose ", palette.target)),
        Content.styled(pointed, palette.cursor),
    ]
