"""The final points as a table: for each colour what they are for (F16). Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from games.foreign_king import Position
from games.foreign_king.scoring import FinalPoints, final_points, province_sums
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import colour_chip, names_of_colours
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.foreign_king.forecast import forecast
from siam_tui.model.seat_facts import brief_name
from siam_tui.ui.fitting import at_left, at_right
from texts import Noun, tell

_LABEL, _CELL, _BESIDE_NAME = 16, 12, 6
"""Characters of what points are for, of a colour's column, and beside its name there."""
_ROOMY = 44
"""Characters across from which holdings stand beside the points."""


def points_table(view: ForeignKingView, width: int, look: Look) -> Content:
    """Return the final points of a game that is over."""
    position = view.position
    assert position is not None
    width -= 1
    colours, holds = len(position.scores), width >= _ROOMY
    longest = max(text_width(view.name(seat)) for seat in range(position.seats))
    cell = min(max(_CELL, longest + _BESIDE_NAME), (width - _LABEL) // colours)
    lines = [_names(view, cell, look)]
    for label, points, held in _rows(position):
        cells = [
            _cell(each, None if held is None or not holds else held[colour], look)
            for colour, each in enumerate(points)
        ]
        lines.append(_row(Content.styled(label, look.palette.faint), cells, cell))
    totals = [each.total for each in final_points(position)]
    lines.append(Content.styled(" " + "─" * (_LABEL + cell * colours - 1), look.palette.faint))
    strong = [Content.styled(str(total), look.palette.strong) for total in totals]
    lines.append(
        _row(Content.styled(tell("foreign_king/points/final"), look.palette.strong), strong, cell)
    )
    return Content("\n").join(lines)


def _rows(position: Position) -> Iterator[tuple[str, Sequence[int], Sequence[int] | None]]:
    """Iterate over what points are for, the points of each colour, and what each has of it."""
    points, nothing = final_points(position), (0,) * (len(position.scores) - position.seats)
    held = {
        "loans": (*position.loans, *nothing),
        "provinces": province_sums(position),
        "medals": (*position.medals, *nothing),
        "congress": (*position.congressmen, *nothing),
        "francs": (*position.francs, *nothing),
    }
    for name in FinalPoints._fields[: None if position.virtual is not None else -2]:
        label = tell(Noun("foreign_king/points", name))
        yield label, [getattr(each, name) for each in points], held.get(name)


def _cell(points: int, held: int | None, look: Look) -> Content:
    shown = Content(str(points)) if points else Content.styled(look.glyphs.dash, look.palette.faint)
    if not held:
        return shown
    return Content.assemble(
        (f"({held})", look.palette.faint), shown.pad_left(4 - text_width(shown.plain))
    )


def _row(label: Content, cells: Sequence[Content], cell: int) -> Content:
    padded = [at_right(each, cell) for each in cells]
    return Content.assemble(" ", at_left(label, _LABEL), *padded)


def _names(view: ForeignKingView, cell: int, look: Look) -> Content:
    """Return the headings: the letter of each colour, and its name where there is room."""
    seats, position = len(view.state.seats), view.position
    assert position is not None
    cells = []
    for colour in range(len(position.scores)):
        chip = colour_chip(colour, seats, look, f" {colour_chip(colour, seats, look).plain} ")
        name = view.name(colour) if colour < seats else ""
        named = brief_name(name, max(0, cell - chip.cell_length - 2))
        cells.append(Content.assemble(f"{named} " if named else "", chip))
    return _row(Content(""), cells, cell)


def ranking(view: ForeignKingView, position: Position, width: int, look: Look) -> Iterator[Content]:
    """Iterate over the colours, the best first; a game that ended early has no winner."""
    found, seats = forecast(position), len(view.state.seats)
    won_by = found.winners if view.outcome is not None else ()
    for colour in found.order:
        won = colour in won_by
        sign = look.glyphs.king if won else " "
        name = names_of_colours(view)[colour]
        you = f" {tell('foreign_king/points/you')}" if colour == view.seat else ""
        yield Content.assemble(
            f" {sign} ",
            colour_chip(colour, seats, look),
            (f" {name}", look.palette.strong if won else ""),
            (you, look.palette.faint),
            (f" {found.points[colour]}", look.palette.strong if won else ""),
        ).truncate(width, ellipsis=True)
