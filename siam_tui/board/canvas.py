"""The board as lines of text: ground, borders, labels and the water around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from textual.content import Content, Span

from siam_tui.board.drawing import drawing_of
from siam_tui.board.labels import ROOMY, BoardView, Look, Room, label
from siam_tui.board.outline import Outline, outline, rooms


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board.

    Attributes:
        shape: the outline it was drawn in.
        x: characters left of it.
        y: lines above it.
        lines: the text, line by line.
    """

    shape: Outline
    x: int
    y: int
    lines: tuple[Content, ...]

    def province_at(self, x: int, y: int) -> int | None:
        """Return the province at a character of the picture, or None on the water."""
        return self.shape.province_at(x - self.x, y - self.y)


@lru_cache(maxsize=8)
def draw(view: BoardView, width: int, height: int, look: Look) -> Picture:
    """Draw the board into so many characters and lines."""
    shape = outline(drawing_of(view.board), width, height)
    left, top = (width - shape.width) // 2, (height - shape.height) // 2
    texts = _texts(view, shape, look)
    rows = _Ground(view, shape, look).rows()
    lines = [_overlay(row, on) for row, on in zip(rows, texts, strict=True)]
    padded = [line.pad_left(left).extend_right(width - left - line.cell_length) for line in lines]
    above = [Content(" " * width)] * top
    below = [Content(" " * width)] * (height - top - len(lines))
    return Picture(shape, left, top, (*above, *padded, *below))


class _Ground:
    """Land and borders, without any text."""

    def __init__(self, view: BoardView, shape: Outline, look: Look) -> None:
        self.view, self.shape, self.look = view, shape, look
        self.thin = shape.lines()
        self.heavy = shape.lines(view.contested) if view.contested is not None else {}

    def rows(self) -> list[Content]:
        """Draw line by line."""
        rows = []
        for y in range(self.shape.height):
            cells = [self._cell((x, y)) for x in range(self.shape.width)]
            parts = [
                ("".join(sign for sign, _ in run), style)
                for style, group in groupby(cells, key=itemgetter(1))
                for run in [list(group)]
            ]
            rows.append(Content.assemble(*parts))
        return rows

    def _cell(self, at: tuple[int, int]) -> tuple[str, str]:
        palette, box = self.look.palette, self.look.glyphs.box
        if at in self.heavy:
            arms = zip(self.thin[at], self.heavy[at], strict=True)
            up, right, down, left = (one + other for one, other in arms)
            return box[up, right, down, left], palette.contested
        if at in self.thin:
            return box[self.thin[at]], palette.outline
        province = self.shape.province_at(*at)
        return " ", "" if province is None else _land(self.view, province, self.look)


def _land(view: BoardView, province: int, look: Look) -> str:
    palette = look.palette
    if province == view.cursor:
        return palette.cursor
    if province in view.chosen:
        return palette.chosen
    if province in view.targets:
        return palette.target
    control = view.position.control(province) if view.position else None
    return palette.land if control is None else palette.washes[control]


def _texts(view: BoardView, shape: Outline, look: Look) -> list[list[tuple[int, Content]]]:
    """Return for each line the texts that lie on it, and where they start."""
    texts: list[list[tuple[int, Content]]] = [[] for _ in range(shape.height)]
    for x, y, text in (*_labels(view, shape, look), *_sea(shape, look)):
        texts[y].append((x, text))
    return texts


def _labels(view: BoardView, shape: Outline, look: Look) -> Iterator[tuple[int, int, Content]]:
    boxes = rooms(shape)
    centred = sum(box.height >= ROOMY for box in boxes) > len(boxes) // 2
    for province, box in enumerate(boxes):
        inner = box.width - 2 if centred else box.width - 1
        lines = label(view, province, Room(shape.drawing, inner, box.height), look)
        top = box.y + (box.height - len(lines)) // 2
        for row, line in enumerate(lines):
            indent = (box.width - line.cell_length) // 2 if centred else 1
            yield box.x + indent, top + row, line


def _sea(shape: Outline, look: Look) -> Iterator[tuple[int, int, Content]]:
    drawing, lined = shape.drawing, shape.lines()
    for name in drawing.labels:
        if name.column >= drawing.columns or name.row >= drawing.rows:
            continue
        x, y = shape.xs[name.column], shape.ys[name.row]
        over = range(x, x + len(name.text))
        if over.stop <= shape.width and not any(
            (at, y) in lined or shape.province_at(at, y) is not None for at in over
        ):
            yield x, y, Content.styled(name.text, look.palette.sea)


def _overlay(row: Content, texts: list[tuple[int, Content]]) -> Content:
    """Write texts over a row; the ground shows through where they have no colour of their own."""
    plain = row.plain
    spans = list(row.spans)
    for x, text in texts:
        plain = plain[:x] + text.plain + plain[x + len(text.plain) :]
        spans += [Span(start + x, end + x, style) for start, end, style in text.spans]
    return Content(plain, spans)
