"""The parts of a province's text that every map has: number and name, and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from siam_tui.appearance.cells import text_width, wrap_text
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.drawing import Drawing
from siam_tui.games.map_board.view import BoardView

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
        sign: stands before the number of the framed province.
        spare: how many characters must be left beside a name in full.
    """
    number, framed = view.number(province), province == view.framed
    behind = look.glyphs.touched if province in view.touched else " "
    style = look.palette.contested_name if framed else look.palette.strong
    under = f"{style} underline" if province in view.chosen else style
    shown = Content.assemble(
        (sign if framed else "", style),
        (str(number), look.palette.key if province in view.targets else style),
        (behind, style),
    )
    shown = shown if number else Content("")
    before, after = BRACKETS if province == view.cursor else ("", "")
    full, short = view.board.provinces[province].name, room.drawing.names[province]
    taken = shown.cell_length + text_width(before + after)
    name = full if taken + text_width(full) + spare <= room.width else short
    name = Content(name).truncate(max(1, room.width - taken), ellipsis=True).plain
    return Content.assemble((before, style), shown, (name, under), (after, style))


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
        names = next((names for names in named if text_width(names) + 2 <= room.width), named[-1])
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
    board, others = view.board, view.board.borders[province]
    full = [board.provinces[other].name for other in others]
    short = [room.drawing.names[other] for other in others]
    for names in (full, short):
        bound = (name.replace(" ", _NO_BREAK_SPACE) for name in names)
        told = wrap_text(f"next to {', '.join(bound)}", max(1, room.width), break_long_words=False)
        if len(told) <= lines and max(map(text_width, told)) <= room.width:
            return [
                Content.styled(line.replace(_NO_BREAK_SPACE, " "), look.palette.faint)
                for line in told
            ]
    return []
