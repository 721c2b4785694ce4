"""Draws scenes in characters, with the terminal's signs and colours."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import groupby

from rich.cells import split_graphemes
from textual.content import Content

from games.author.boards import Regions
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.glyphs import Quad
from siam_tui.appearance.style import Look
from siam_tui.games.authored.scene import Scene

_DIAGONALS = "╲╱╳"
_ASCII_DIAGONALS = "\\/x"
"""A line down to the right, one down to the left, and where they cross."""


@dataclass
class _Canvas:
    """Cells with a sign and a style each.

    Attributes:
        arms: which lines leave a cell, for its box-drawing character.
    """

    width: int
    height: int
    signs: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    arms: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def line(self, line: tuple[int, int, int, int], diagonals: str, style: str) -> None:
        """Draw a straight line; a level or upright one joins those that it meets."""
        x, y, to_x, to_y = line
        if x != to_x and y != to_y:
            self._diagonal(line, diagonals, style)
            return
        ahead, behind = (1, 3) if y == to_y else (2, 0)
        for step in range(max(to_x - x, to_y - y)):
            here = (x + step, y) if y == to_y else (x, y + step)
            there = (x + step + 1, y) if y == to_y else (x, y + step + 1)
            self.arms.setdefault(here, [0, 0, 0, 0])[ahead] = 1
            self.arms.setdefault(there, [0, 0, 0, 0])[behind] = 1

    def _diagonal(self, line: tuple[int, int, int, int], diagonals: str, style: str) -> None:
        x, y, to_x, to_y = line
        sign = diagonals[(to_x < x) != (to_y < y)]
        steps = abs(to_y - y)
        for step in range(1, steps):
            at = (x + round((to_x - x) * step / steps), y + (to_y - y) * step // steps)
            is_crossed = at in self.signs and self.signs[at][0] != sign
            self.signs[at] = (diagonals[2] if is_crossed else sign, style)

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """Write a text; what does not fit is left out."""
        for start, end, wide in split_graphemes(text)[0]:
            if 0 <= x <= self.width - wide and 0 <= y < self.height:
                self.signs[x, y] = (text[start:end], style)
                self.signs.update({(x + more, y): ("", style) for more in range(1, wide)})
            x += wide

    def rows(self, look: Look) -> list[Content]:
        """Return the lines."""
        box, outline = look.glyphs.box, look.palette.outline
        found = []
        for y in range(self.height):
            cells = []
            for x in range(self.width):
                if (x, y) in self.signs:
                    cells.append(self.signs[x, y])
                elif (x, y) in self.arms:
                    up, right, down, left = self.arms[x, y]
                    quad: Quad = (up, right, down, left)
                    cells.append((box[quad], outline))
                else:
                    cells.append((" ", ""))
            parts = (
                ("".join(sign for sign, _ in same), style)
                for style, same in groupby(cells, key=lambda cell: cell[1])
            )
            found.append(Content.assemble(*parts))
        return found


def draw(
    scene: Scene,
    look: Look,
    *,
    targets: Collection[int] = (),
    chosen: Collection[int] = (),
    cursor: int | None = None,
) -> list[Content]:
    """Return a scene as lines.

    Args:
        scene: the board.
        look: signs and colours.
        targets: the places that may be chosen now.
        chosen: the places that were chosen in this move.
        cursor: the place under the cursor.
    """
    canvas = _Canvas(scene.width, scene.height)
    palette = look.palette
    is_ascii = look.glyphs.box[1, 1, 1, 1] == "+"
    diagonals = _ASCII_DIAGONALS if is_ascii else _DIAGONALS
    for line in scene.lines:
        canvas.line(line, diagonals, palette.outline)

    def ground(place: int) -> str:
        if place == cursor:
            return palette.cursor
        if place in chosen:
            return palette.chosen
        return palette.target if place in targets else ""

    for middle, row, text, place in scene.words:
        style = "" if place is None else ground(place)
        padded = f" {text} " if style else text
        canvas.write(middle - text_width(padded) // 2, row, padded, style or palette.faint)
    for spot in scene.spots:
        x = spot.x - spot.width // 2
        for text, seat in spot.parts:
            own = "" if seat is None else palette.chips[seat % len(palette.chips)]
            style = "" if isinstance(scene.board, Regions) else ground(spot.place)
            canvas.write(x, spot.y, text, style or own)
            x += text_width(text) + 1
    return canvas.rows(look)
