"""A drawing at a size: which character belongs to which province, and where the borders run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from siam_tui.appearance.glyphs import Quad
from siam_tui.games.map_board.drawing import SEA, Drawing

MAX_STRETCH = 1.35
"""How much wider or higher than drawn a map may become to fill its room."""
CELL_WIDTH = 2
"""Characters across that are as long as one line is high."""
_USEFUL_WIDTH, _USEFUL_HEIGHT = 28, 8
"""Characters and lines beyond which more room is of no more use to a text."""


class Box(NamedTuple):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawing scaled to a number of characters.

    Attributes:
        drawing: what is drawn.
        xs: the character column of each grid line of the drawing.
        ys: the line of each of its grid lines.
    """

    drawing: Drawing
    xs: tuple[int, ...]
    ys: tuple[int, ...]

    @property
    def width(self) -> int:
        """Characters across, border lines included."""
        return self.xs[-1] + 1

    @property
    def height(self) -> int:
        """Lines, border lines included."""
        return self.ys[-1] + 1

    def province_at(self, x: int, y: int) -> int | None:
        """Return the province at a character, or None on the water."""
        cell = self.drawing.cell(*self.cell_at(x, y))
        return None if cell == SEA else cell

    def cell_at(self, x: int, y: int) -> tuple[int, int]:
        """Return the column and row of the drawing that a character lies in."""
        return bisect_right(self.xs, x) - 1, bisect_right(self.ys, y) - 1

    def lines(self, province: int | None = None) -> dict[tuple[int, int], Quad]:
        """Return where borders run, and with which arms: all, or those around one province."""
        arms: dict[tuple[int, int], list[int]] = {}
        for (x, y), (right, bottom), sides in self._edges():
            if province is not None and province not in sides:
                continue
            length = max(right - x, bottom - y)
            if not length:  # a cell that this size leaves no room for
                continue
            forward, backward = (1, 3) if y == bottom else (2, 0)
            for step in range(length + 1):
                at = (x + step, y) if y == bottom else (x, y + step)
                quad = arms.setdefault(at, [0, 0, 0, 0])
                quad[forward] |= step < length
                quad[backward] |= step > 0
        return {at: (up, right, down, left) for at, (up, right, down, left) in arms.items()}

    def _edges(self) -> Iterator[tuple[tuple[int, int], tuple[int, int], tuple[int, int]]]:
        """Iterate over the edges between cells of different owners: from, to, whose."""
        cell, xs, ys = self.drawing.cell, self.xs, self.ys
        for row in range(self.drawing.rows + 1):
            for column in range(self.drawing.columns + 1):
                here = cell(column, row)
                above, before = cell(column, row - 1), cell(column - 1, row)
                start = xs[column], ys[row]
                if here != above:
                    yield start, (xs[column + 1], ys[row]), (here, above)
                if here != before:
                    yield start, (xs[column], ys[row + 1]), (here, before)

    def free(self) -> list[list[int]]:
        """Return for each province, for each line, a bit a character that is its and no border."""
        lined = self.lines()
        free = [[0] * self.height for _ in self.drawing.names]
        columns = [bisect_right(self.xs, x) - 1 for x in range(self.width)]
        for y in range(self.height):
            row = bisect_right(self.ys, y) - 1
            for x, column in enumerate(columns):
                owner = self.drawing.cell(column, row)
                if owner != SEA and (x, y) not in lined:
                    free[owner][y] |= 1 << x
        return free


def _room(free: list[int]) -> Box:
    """Return the largest rectangle of set bits for a text, of a list with a number a line."""
    best, best_worth = Box(0, 0, 0, 0), -1
    for top, common in enumerate(free):
        for bottom in range(top, len(free)):
            common &= free[bottom]  # noqa: PLW2901 - the columns that all these lines have free
            if not common:
                break
            x, width = _longest_run(common)
            height = bottom - top + 1
            worth = min(width, _USEFUL_WIDTH) * min(height, _USEFUL_HEIGHT)
            if worth > best_worth:
                best, best_worth = Box(x, top, width, height), worth
    return best


def _longest_run(bits: int) -> tuple[int, int]:
    """Return where the longest run of ones starts, and how long it is."""
    length, run = 0, bits
    while run:
        length += 1
        last, run = run, run & (run >> 1)
    return (last & -last).bit_length() - 1, length


@lru_cache(maxsize=16)
def outline(drawing: Drawing, width: int, height: int) -> Outline:
    """Scale a drawing to at most so many characters and lines, keeping its shape roughly."""
    across = (width - 1) / drawing.columns
    down = (height - 1) / drawing.rows
    across = min(across, CELL_WIDTH * down * MAX_STRETCH)
    down = min(down, across / CELL_WIDTH * MAX_STRETCH)
    xs = tuple(round(column * across) for column in range(drawing.columns + 1))
    ys = tuple(round(row * down) for row in range(drawing.rows + 1))
    return Outline(drawing, xs, ys)


@lru_cache(maxsize=16)
def borders(shape: Outline) -> Mapping[tuple[int, int], Quad]:
    """Return where all borders run; as `Outline.lines`, but worked out once."""
    return shape.lines()


@lru_cache(maxsize=64)
def rooms(shape: Outline) -> tuple[Box, ...]:
    """Return the room for text in each province."""
    return tuple(map(_room, shape.free()))
