"""The end as a table: walls, points, what holds and what falls (A11). Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from textual.content import Content

from games.amber import FinalPoints, Position
from games.amber.constants import PROBLEMS, VALUES, WALL, Problem
from games.amber.scoring import final_points
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import SeatMarks, marks_of
from siam_tui.games.amber.names import PROBLEM_NAMES
from siam_tui.games.amber.seen import AmberView, outcome_of

_NAME, _WALL, _POINTS = 8, 5, 7
"""Characters of the columns before the Problems."""
_LEAD = 2 + _NAME + _WALL + _POINTS + 2
_BESIDE = 78
"""Characters across from which what holds and what falls stand beside each other."""


def _named(problems: tuple[Problem, ...], look: Look, gap: str = "  ") -> str:
    told = (f"{VALUES[each]} {PROBLEM_NAMES[each]}" for each in problems)
    return gap.join(told) or look.glyphs.dash


def _close(problems: tuple[Problem, ...], look: Look) -> str:
    return _named(problems, look, " ")


def _short(problems: tuple[Problem, ...], look: Look) -> str:
    return " ".join(PROBLEMS[each] for each in problems) or look.glyphs.dash


def _fitting(problems: tuple[Problem, ...], room: int, look: Look) -> str:
    told = (form(problems, look) for form in _FORMS)
    return next((each for each in told if len(each) <= room), _short(problems, look))


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
    position, outcome = view.position, outcome_of(view)
    assert position is not None
    winners = outcome.winners if outcome is not None else ()
    width -= 1
    marks, seats = marks_of(view), ranking(position)
    finals = [final_points(position, seat) for seat in seats]
    leads = [
        _lead(final, marks, seat, look, place=str(place), won=seat in winners)
        for place, (seat, final) in enumerate(zip(seats, finals, strict=True), start=1)
    ]
    lines = list(_beside(leads, finals, width, look) if width >= _BESIDE else ())
    if not lines or _widest(lines) > width:
        lines = list(_below(leads, finals, width, look))
    if height is not None and len(lines) > height:
        lines = list(_beside(leads, finals, width, look, forms=_FORMS[-1:]))
    told = (
        f" Wall {WALL} - power {position.power} + markers in the Borderland; "
        "equal or above is lost."
    )
    lines += Content.styled(told, look.palette.faint).wrap(width)
    return Content("\n").join(lines)


def _widest(lines: list[Content]) -> int:
    return max(line.cell_length for line in lines)


def _headings(look: Look, more: str = "") -> Content:
    heads = f"{'   player':<{2 + _NAME}}{'wall':>{_WALL}}{'points':>{_POINTS}}  {more}"
    return Content.styled(heads, look.palette.faint)


def _beside(
    leads: list[Content],
    finals: list[FinalPoints],
    width: int,
    look: Look,
    forms: tuple[_Form, ...] = _FORMS[:-1],
) -> Iterator[Content]:
    """Iterate over the lines where what holds and what falls stand beside each other."""
    for form in forms:
        rows = [(form(each.held, look), form(each.lost, look)) for each in finals]
        column = max(len("counts"), *(len(held) for held, _ in rows)) + 2
        if _LEAD + column + max(len(lost) for _, lost in rows) <= width:
            break
    fallen = "lost to the Barbarians"
    fallen = fallen if _LEAD + column + len(fallen) <= width else "lost"
    yield _headings(look, f"{'counts':<{column}}{fallen}")
    for lead, (held, lost) in zip(leads, rows, strict=True):
        yield Content.assemble(lead, held.ljust(column), (lost, look.palette.faint))


def _below(
    leads: list[Content], finals: list[FinalPoints], width: int, look: Look
) -> Iterator[Content]:
    """Iterate over the lines where they stand below each other."""
    yield _headings(look)
    room = width - _LEAD - len("counts ")
    for lead, final in zip(leads, finals, strict=True):
        held, lost = (_fitting(each, room, look) for each in (final.held, final.lost))
        yield Content.assemble(lead, ("counts ", look.palette.faint), held)
        yield Content.styled(f"{' ' * _LEAD}lost   {lost}", look.palette.faint)


def _lead(  # noqa: PLR0913 - the columns of a line
    final: FinalPoints, marks: SeatMarks, seat: int, look: Look, *, place: str, won: bool
) -> Content:
    style = look.palette.strong if won else ""
    who = Content.assemble(
        (look.glyphs.crown if won else place).rjust(2),
        " ",
        marks.chip(seat, look),
        (f" {marks.names[seat]}", style),
    ).truncate(2 + _NAME, ellipsis=True)
    return Content.assemble(
        who.pad_right(2 + _NAME - who.cell_length),
        f"{final.wall:>{_WALL}}",
        (f"{final.points:>{_POINTS}}", look.palette.strong),
        "  ",
    )
