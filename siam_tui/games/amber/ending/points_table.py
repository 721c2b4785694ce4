"""The end as a table: walls, points, what holds and what falls (A11). Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from textual.content import Content

from games.amber import FinalPoints, Position
from games.amber.constants import PROBLEMS, VALUES, WALL, Problem
from games.amber.scoring import final_points
from siam_tui.appearance.cells import pad_end, pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import SeatMarks, marks_of
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.names import problem_noun
from siam_tui.ui.fitting import at_left, first_fit
from texts import tell

_WALL, _POINTS = 5, 7
"""Characters of the columns before the Problems."""
_PLACE = 5
"""Characters before a name: its place and its letter."""
_NAME, _LONG_NAME = 5, 14
"""Characters that a name takes at least and at most."""
_ROOMY = 50
"""Characters across from which longer names have room."""
_BESIDE = 78
"""Characters across from which what holds and what falls stand beside each other."""


def _named(problems: tuple[Problem, ...], look: Look, gap: str = "  ") -> str:
    told = (f"{VALUES[each]} {tell(problem_noun(each))}" for each in problems)
    return gap.join(told) or look.glyphs.dash


def _close(problems: tuple[Problem, ...], look: Look) -> str:
    return _named(problems, look, " ")


def _short(problems: tuple[Problem, ...], look: Look) -> str:
    return " ".join(PROBLEMS[each] for each in problems) or look.glyphs.dash


def _fitting(problems: tuple[Problem, ...], room: int, look: Look) -> str:
    return first_fit((form(problems, look) for form in _FORMS), room)


_Form: TypeAlias = Callable[[tuple[Problem, ...], Look], str]
_FORMS: Final[tuple[_Form, ...]] = (_named, _close, _short)
"""How Problems are listed: in fewer and fewer characters, at last as in the notation."""


def ranking(position: Position) -> list[int]:
    """Return the seats, the best first (A11)."""
    finals = [final_points(position, seat) for seat in range(len(position.seats))]
    return sorted(
        range(len(finals)), key=lambda seat: (-finals[seat].points, -finals[seat].defenders)
    )


def points_table(view: AmberView, width: int, look: Look, height: int | None = None) -> Content:
    """Return what the Barbarians left of each seat's Problems.

    Args:
        view: the table.
        width: characters across.
        look: signs and colours.
        height: the lines there are; None if there are as many as needed.
    """
    position, outcome = view.position, view.outcome
    assert position is not None
    winners = outcome.winners if outcome is not None else ()
    width -= 1
    marks, seats = marks_of(view), ranking(position)
    finals = [final_points(position, seat) for seat in seats]
    rows = list(zip(seats, finals, strict=True))
    lines: list[Content] = []
    for column in range(_name_column(marks, width), _PLACE + _NAME - 1, -1):
        leads = [
            _lead(final, (marks, column), seat, look, place=str(place), won=seat in winners)
            for place, (seat, final) in enumerate(rows, start=1)
        ]
        lines = list(_beside(leads, finals, width, look) if width >= _BESIDE else ())
        is_named = bool(lines) and _widest(lines) <= width
        if not is_named:
            lines = list(_below(leads, finals, width, look))
            is_named = _names_fit(finals, width - leads[0].cell_length, look)
        if is_named and (height is None or len(lines) <= height):
            break
    if height is not None and len(lines) > height:
        lines = list(_beside(leads, finals, width, look, forms=_FORMS[-1:]))
    told = tell("amber/end/wall", wall=WALL, power=position.power)
    rule = Content.styled(f" {told}", look.palette.faint).wrap(width)
    if height is None or len(lines) + len(rule) <= height:
        lines += rule
    return Content("\n").join(lines)


def _widest(lines: list[Content]) -> int:
    return max(line.cell_length for line in lines)


def _name_column(marks: SeatMarks, width: int) -> int:
    """Return how many characters place and name take: as many as they need, if there is room."""
    most = min(_LONG_NAME, _NAME + max(0, width - _ROOMY))
    return _PLACE + min(most, max(_NAME, *map(text_width, marks.names)))


def _headings(look: Look, lead: int, more: str = "") -> Content:
    """Return the headings over columns of which the first ones take so many characters."""
    wall = pad_start(tell("amber/column/wall"), _WALL)
    heads = f"{wall}{pad_start(tell('amber/column/points'), _POINTS)}  "
    player = pad_end(f"   {tell('amber/column/player')}", lead - text_width(heads))
    return Content.styled(f"{player}{heads}{more}", look.palette.faint)


def _beside(
    leads: list[Content],
    finals: list[FinalPoints],
    width: int,
    look: Look,
    forms: tuple[_Form, ...] = _FORMS[:-1],
) -> Iterator[Content]:
    """Iterate over the lines where what holds and what falls stand beside each other."""
    lead_width, counts = leads[0].cell_length, tell("amber/column/counts")
    for form in forms:
        rows = [(form(each.held, look), form(each.lost, look)) for each in finals]
        column = max(text_width(counts), *(text_width(held) for held, _ in rows)) + 2
        if lead_width + column + max(text_width(lost) for _, lost in rows) <= width:
            break
    heads = (tell("amber/column/lost-to"), tell("amber/column/lost"))
    fallen = first_fit(heads, width - lead_width - column)
    yield _headings(look, lead_width, f"{pad_end(counts, column)}{fallen}")
    for lead, (held, lost) in zip(leads, rows, strict=True):
        yield Content.assemble(lead, pad_end(held, column), (lost, look.palette.faint))


def _names_fit(finals: list[FinalPoints], room: int, look: Look) -> bool:
    """Return whether all Problems below each other can be named in so many characters."""
    told = [_close(each, look) for final in finals for each in (final.held, final.lost)]
    return max(map(text_width, told)) + text_width(_kinds()[0]) <= room


def _kinds() -> tuple[str, str]:
    """Return what stands before the Problems that count, and that are lost, in a column."""
    counts, lost = tell("amber/column/counts"), tell("amber/column/lost")
    width = max(text_width(counts), text_width(lost)) + 1
    return pad_end(counts, width), pad_end(lost, width)


def _below(
    leads: list[Content], finals: list[FinalPoints], width: int, look: Look
) -> Iterator[Content]:
    """Iterate over the lines where they stand below each other."""
    lead_width = leads[0].cell_length
    yield _headings(look, lead_width)
    counts, fallen = _kinds()
    room = width - lead_width - text_width(counts)
    for lead, final in zip(leads, finals, strict=True):
        held, lost = (_fitting(each, room, look) for each in (final.held, final.lost))
        yield Content.assemble(lead, (counts, look.palette.faint), held)
        yield Content.styled(f"{' ' * lead_width}{fallen}{lost}", look.palette.faint)


def _lead(  # noqa: PLR0913 - the columns of a line
    final: FinalPoints,
    names: tuple[SeatMarks, int],
    seat: int,
    look: Look,
    *,
    place: str,
    won: bool,
) -> Content:
    """Return place, name, wall and points; the name in a column of the width that is given."""
    marks, column = names
    style = look.palette.strong if won else ""
    who = Content.assemble(
        pad_start(look.glyphs.crown if won else place, 2),
        " ",
        marks.chip(seat, look),
        (f" {marks.names[seat]}", style),
    )
    return Content.assemble(
        at_left(who, column, ellipsis=True),
        f"{final.wall:>{_WALL}}",
        (f"{final.points:>{_POINTS}}", look.palette.strong),
        "  ",
    )
