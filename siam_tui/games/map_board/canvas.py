"""The board as lines of text: ground, borders, what stands in the provinces, the water around."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from rich.cells import split_graphemes
from textual.content import Content, Span

from siam_tui.appearance.cells import text_width, wrap_text
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.drawing import Drawing, drawing_of
from siam_tui.games.map_board.outline import Outline, borders, outline, rooms
from siam_tui.games.map_board.view import BoardView, V
from siam_tui.ui.fitting import first_fit
from texts import language, tell

BRACKETS: Final = "[", "]"
"""Round what the cursor is on."""
_LEAST_HEADING: Final = 8
"""Characters of a heading that are kept before neighbours by number, with a space between."""
_NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Room:
    """The room for text in a province.

    Attributes:
        drawing: how the map is drawn.
        width: characters across.
        lines: lines.
    """

    drawing: Drawing
    width: int
    lines: int


def joined(parts: Sequence[Content], separator: str = " ") -> Content:
    """Join contents with a separator."""
    return Content(separator).join(parts)


def fitted(lines: Sequence[Content], room: Room) -> list[Content]:
    """Return the lines that are not empty, cut to the room."""
    return [line.truncate(room.width, ellipsis=True) for line in lines[: room.lines] if line]


def heading(  # noqa: PLR0913 - a place on the board, and how to draw it
    view: BoardView, province: int, room: Room, look: Look, *, sign: str, spare: int
) -> Content:
    """Return number and name; the number of a province to choose looks like a key, for it is one.

    Brackets stand round the province under the cursor, also where no colour does.

    Args:
        view: what the board shows.
        province: whose heading.
        room: the room for it.
        look: signs and colours.
        sign: stands before the number of the framed province, where it has room.
        spare: how many characters must be left beside a name in full.
    """
    number, framed = view.number(province), province == view.framed
    behind = look.glyphs.touched if province in view.touched else " "
    style = look.palette.contested_name if framed else look.palette.strong
    under = f"{style} underline" if province in view.chosen else style
    lead = sign if framed and number else ""
    shown = Content.assemble(
        (str(number), look.palette.key if province in view.targets else style), (behind, style)
    )
    shown = shown if number else Content("")
    before, after = BRACKETS if province == view.cursor else ("", "")
    names = view.board.provinces[province].name, room.drawing.names[province]
    full, short = map(view.tell_name, names)
    taken = shown.cell_length + text_width(before + lead + after)
    name = full if taken + text_width(full) + spare <= room.width else short
    over = taken + text_width(name) - room.width
    if over > 0 and lead:  # the frame tells it, too
        lead, taken, over = "", taken - text_width(lead), over - text_width(lead)
    if over == 1 and shown.plain.endswith(" "):
        shown, taken = shown[:-1], taken - 1
    name = Content(name).truncate(max(1, room.width - taken), ellipsis=True).plain
    return Content.assemble((before, style), (lead, style), shown, (name, under), (after, style))


def with_neighbours_apart(
    lines: Sequence[Content], view: BoardView, province: int, room: Room, look: Look
) -> list[Content]:
    """Return a province's lines with the neighbours that the drawing cannot show.

    They have the last line where there is room for one more. Else they stand behind another line,
    the first of which is the heading, and shorten it if they must.
    """
    named = _name_neighbours_apart(view, province, room)
    if not named:
        return list(lines)
    sign, found = look.glyphs.borders, [line for line in lines if line]
    if len(found) < room.lines:
        names = first_fit(named, room.width - 2)
        return [*found, Content.styled(f"{sign} {names}", look.palette.faint)]
    found = found[: room.lines]
    for told in (f"{sign}{names}" for names in named):
        for index, line in enumerate(found):
            if line.cell_length + 1 + text_width(told) <= room.width:
                found[index] = joined([line, Content.styled(told, look.palette.faint)])
                return found
    shortest = f"{sign}{named[-1]}"
    told = shortest if text_width(shortest) <= room.width - _LEAST_HEADING else sign
    heading = found[0].truncate(max(1, room.width - text_width(told) - 1), ellipsis=True)
    return [joined([heading, Content.styled(told, look.palette.faint)]), *found[1:]]


def _name_neighbours_apart(view: BoardView, province: int, room: Room) -> tuple[str, ...]:
    """Return the neighbours that the drawing cannot show: by id, and by number if they have one."""
    others = room.drawing.listed[province]
    ids = " ".join(view.board.provinces[other].id for other in others)
    numbers = sorted(number for other in others if (number := view.number(other)))
    names = (ids, " ".join(map(str, numbers)))
    return tuple(each for each in names if each)


def next_to(view: BoardView, province: int, room: Room, look: Look, lines: int) -> list[Content]:
    """Return the lines that name a province's neighbours, no name in two; none without room."""
    full = tuple(each.name for each in view.board.provinces)
    for names in (full, room.drawing.names):
        near = (view.tell_name(names[other]) for other in view.board.borders[province])
        bound = tuple(name.replace(" ", _NO_BREAK_SPACE) for name in near)
        words = tell("games/next-to", places=bound)
        told = wrap_text(words, max(1, room.width), break_long_words=False)
        if len(told) <= lines and max(map(text_width, told)) <= room.width:
            return [
                Content.styled(line.replace(_NO_BREAK_SPACE, " "), look.palette.faint)
                for line in told
            ]
    return []


_DENSE: Final = 4
"""Of so many characters of free ground one shows what grows or flows there, on a small map."""
_SPARSE: Final = 11
"""The same on a large one."""
_LARGE: Final = 20
"""Lines of a large map."""
ROOMY: Final = 4
"""Lines of room from which a province says things in words."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board.

    Attributes:
        shape: the outline it was drawn in.
        x: cells left of it.
        y: lines above it.
        lines: the text, line by line.
    """

    shape: Outline
    x: int
    y: int
    lines: tuple[Content, ...]

    def province_at(self, x: int, y: int) -> int | None:
        """Return the province at a cell of the picture, or None on the water."""
        return self.shape.province_at(x - self.x, y - self.y)


Label: TypeAlias = Callable[[V, int, Room, Look], list[Content]]
"""Returns the text of one province, at most as long and high as the room for it."""


def draw_map(view: V, label: Label[V], width: int, height: int, look: Look) -> Picture:
    """Draw a board into so many characters and lines.

    Args:
        view: what to show.
        label: writes into a province.
        width: characters across.
        height: lines.
        look: signs and colours.
    """
    return _drawn_map(view, label, width, height, look, language())


@lru_cache(maxsize=8)
def _drawn_map(
    view: V, label: Label[V], width: int, height: int, look: Look, _language: str
) -> Picture:
    shape = outline(drawing_of(view.board), width, height)
    left, top = (width - shape.width) // 2, (height - shape.height) // 2
    texts = _texts(view, label, shape, look)
    kept = [[range(x - 2, x + text.cell_length + 2) for x, text in on] for on in texts]
    rows = _Ground(view, shape, look, kept).rows()
    lines = [_overlay(row, on) for row, on in zip(rows, texts, strict=True)]
    padded = [line.pad_left(left).extend_right(width - left - line.cell_length) for line in lines]
    above = [Content(" " * width)] * top
    below = [Content(" " * width)] * (height - top - len(lines))
    return Picture(shape, left, top, (*above, *padded, *below))


class _Ground:
    """Land, water and borders, without any text; `kept` is left free for it on each line."""

    def __init__(
        self, view: BoardView, shape: Outline, look: Look, kept: list[list[range]]
    ) -> None:
        self.view, self.shape, self.look, self.kept = view, shape, look, kept
        self.rarity = _SPARSE if shape.height >= _LARGE else _DENSE
        self.thin = borders(shape)
        self.heavy = shape.lines(view.framed) if view.framed is not None else {}

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
        if province is None:
            wet = self.shape.cell_at(*at) in self.shape.drawing.water
            return (self._sign("water", at), palette.water) if wet else (" ", "")
        ground = self.view.ground(province, palette)
        sign = self._sign(self.shape.drawing.terrains[province], at)
        return sign, f"{palette.terrain} {ground}".strip() if sign != " " else ground

    def _sign(self, terrain: str, at: tuple[int, int]) -> str:
        """Return what grows or flows at a character: something here and there, but no text near."""
        (x, y), signs = at, self.look.glyphs.terrain
        if (
            _strewn(x, y) % self.rarity
            or terrain not in signs
            or any(x in kept for kept in self.kept[y])
        ):
            return " "
        return signs[terrain]


def _strewn(x: int, y: int) -> int:
    """Return a number without a pattern, the same for the same character each time."""
    mixed = (x * 374_761_393 + y * 668_265_263) & 0xFFFF_FFFF
    mixed = (mixed ^ mixed >> 13) * 1_274_126_177 & 0xFFFF_FFFF
    return mixed >> 16


def _texts(view: V, label: Label[V], shape: Outline, look: Look) -> list[list[tuple[int, Content]]]:
    """Return for each line the texts that lie on it, and where they start."""
    texts: list[list[tuple[int, Content]]] = [[] for _ in range(shape.height)]
    for x, y, text in (*_labels(view, label, shape, look), *_sea(view, shape, look)):
        texts[y].append((x, text))
    return texts


def _labels(
    view: V, label: Label[V], shape: Outline, look: Look
) -> Iterator[tuple[int, int, Content]]:
    boxes = rooms(shape)
    centred = sum(box.height >= ROOMY for box in boxes) > len(boxes) // 2
    for province, box in enumerate(boxes):
        inner = box.width - 2 if centred else box.width - 1
        if inner < 1:  # the province is too narrow to be written into
            continue
        lines = label(view, province, Room(shape.drawing, inner, box.height), look)
        top = box.y + (box.height - len(lines)) // 2
        for row, line in enumerate(lines):
            indent = (box.width - line.cell_length) // 2 if centred else 1
            yield box.x + indent, top + row, line


def _sea(view: V, shape: Outline, look: Look) -> Iterator[tuple[int, int, Content]]:
    drawing, lined = shape.drawing, borders(shape)
    for label in drawing.labels:
        if label.column >= drawing.columns or label.row >= drawing.rows:
            continue
        x, y, name = shape.xs[label.column], shape.ys[label.row], view.tell_name(label.text)
        over = range(x, x + text_width(name))
        if over.stop <= shape.width and not any(
            (at, y) in lined or shape.province_at(at, y) is not None for at in over
        ):
            yield x, y, Content.styled(name, look.palette.sea)


def _overlay(row: Content, texts: list[tuple[int, Content]]) -> Content:
    """Write texts over a row; the ground shows through where they have no colour of their own.

    Each character of the row is a cell. A text may have more or fewer characters than cells.
    """
    plain, spans = "", []
    at_cell: list[int] = []  # where the character begins that a cell of the row shows
    for x, text in sorted(texts, key=itemgetter(0)):
        plain, at_cell = _append(plain, at_cell, row.plain[len(at_cell) : x])
        begin = len(plain)  # type: ignore[characters]
        spans += [Span(begin + start, begin + end, style) for start, end, style in text.spans]
        plain, at_cell = _append(plain, at_cell, text.plain)
    plain, at_cell = _append(plain, at_cell, row.plain[len(at_cell) :])
    at_cell.append(len(plain))  # type: ignore[characters]
    ground = [Span(at_cell[start], at_cell[end], style) for start, end, style in row.spans]
    return Content(plain, ground + spans)


def _append(plain: str, at_cell: list[int], more: str) -> tuple[str, list[int]]:
    """Return a text with more of it, and where the character of each of its cells begins."""
    begin = len(plain)  # type: ignore[characters]
    places = [begin + start for start, _, wide in split_graphemes(more)[0] for _ in range(wide)]
    return plain + more, [*at_cell, *places]
