"""Frames round cards, with something in an edge. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from siam_tui.appearance.cells import text_width
from siam_tui.appearance.glyphs import Quad
from siam_tui.appearance.style import Look
from siam_tui.ui.fitting import at_left

_NOTHING = Content("")


@dataclass(frozen=True, slots=True)
class Frame:
    """How a card is framed.

    Attributes:
        heavy: whether it stands out.
        above: what stands in the upper edge, near its left end.
        below: what stands in the lower edge.
    """

    heavy: bool = False
    above: Content = _NOTHING
    below: Content = _NOTHING


def framed(lines: Sequence[Content], width: int, frame: Frame, look: Look) -> list[Content]:
    """Return lines in a frame; each is cut to the room."""
    weight = 2 if frame.heavy else 1
    style = look.palette.contested if frame.heavy else look.palette.outline
    room = width - 2

    def part(up: int, right: int, down: int, left: int) -> str:
        quad: Quad = up * weight, right * weight, down * weight, left * weight
        return look.glyphs.box[quad]

    def edge(inside: Content, left: str, right: str) -> Content:
        flat = part(0, 1, 0, 1)
        start = flat if room > inside.cell_length + 2 else ""
        rest = flat * (room - text_width(start) - inside.cell_length)
        return Content.assemble((left + start, style), inside, (rest + right, style))

    side = Content.styled(part(1, 0, 1, 0), style)
    rows = [Content.assemble(side, at_left(line, room), side) for line in lines]
    return [
        edge(frame.above, part(0, 1, 1, 0), part(0, 0, 1, 1)),
        *rows,
        edge(frame.below, part(1, 1, 0, 0), part(1, 0, 0, 1)),
    ]
