"""The seats' panel: what lies before each seat, in turn order. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from siam_tui.appearance.cells import pad_end, pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import colour_chip
from siam_tui.games.foreign_king.facts import ForeignKingView, Holdings, all_holdings
from siam_tui.games.foreign_king.names import name_space
from siam_tui.games.seat_line import clock, readiness, role_forms, seat_line
from siam_tui.ui.fitting import at_left, at_right
from texts import Noun, tell

TABLE: Final = 60
"""Characters across from which the seats are a table with headings."""
_MEDALS: Final = 5
"""Medals that are shown one by one; more are counted."""


def medals(held: Holdings, look: Look) -> Content:
    """Return the medals, first the unused ones, then those turned for a loan."""
    glyphs, unused = look.glyphs, held.medals - held.loans
    if not held.medals:
        return Content.styled(glyphs.dash, look.palette.faint)
    if held.medals <= _MEDALS:
        signs = glyphs.medal * unused, glyphs.loan * held.loans
    else:
        signs = (
            f"{glyphs.medal}{unused}" * bool(unused),
            f"{glyphs.loan}{held.loans}" * bool(held.loans),
        )
    return Content.assemble((signs[0], look.palette.strong), signs[1])


def seats(view: ForeignKingView, width: int, look: Look) -> list[Content]:
    """Return the seats in this round's turn order, and the virtual player after them.

    Where there is room they are a table with headings, else each takes two lines.
    """
    position = view.position
    if position is None:
        return [
            _who(view, seat, readiness(view, seat, look), width - 1, look)
            for seat in range(len(view.state.seats))
        ]
    everybody = all_holdings(position)
    if width >= TABLE:
        return [
            _headings(view, width, look),
            *(_row(view, held, width, look) for held in everybody),
        ]
    return [_block(view, held, width, look) for held in everybody]


def _who(view: ForeignKingView, colour: int, right: Content, width: int, look: Look) -> Content:
    """Return a seat's line: whether it is on turn, its colour, its name and what is at the end."""
    position, count = view.position, len(view.state.seats)
    on_turn = position is not None and view.turn is not None and colour == position.turn
    sign = look.glyphs.turn if on_turn else " "
    lead = Content.assemble(sign, colour_chip(colour, count, look), " ")
    if colour < count:
        return seat_line(view, colour, width, look, lead=lead, right=right)
    name = tell("foreign_king/panel/virtual")
    left = lead.append(Content.styled(name, look.palette.faint))
    return Content.assemble(left, " " * (width - left.cell_length - right.cell_length), right)


# Two lines for each seat


def _block(view: ForeignKingView, held: Holdings, width: int, look: Look) -> Content:
    """Return two lines: name, score, francs and medals; supply, Congress and where the pawn is."""
    width -= 1
    faint, sign = look.palette.faint, tell("foreign_king/panel/points-sign")
    score = Content.assemble((f"{held.score:>3}", look.palette.strong), (f" {sign}", faint))
    supply = tell("foreign_king/panel/supply", n=held.supply)
    if held.is_virtual:
        right = score.append(" " * (_MEDALS + 5))
        second = Content.styled(f"   {supply}", faint)
        return Content("\n").join((_who(view, held.colour, right, width, look), second))
    shown = medals(held, look)
    right = Content.assemble(
        score,
        f"{held.francs:>3}",
        (look.glyphs.franc, look.palette.faint),
        " ",
        shown.pad_right(_MEDALS - shown.cell_length),
    )
    time, pawn = clock(view, held.colour, look), _pawn(held, look)
    ends = Content("  ").join(filter(None, (time, pawn))), time or pawn, Content("")
    congress = tell("foreign_king/panel/congress", n=held.congressmen)
    spaced, tight = f"   {supply}  {congress}", f"  {supply} {congress}"
    forms = [
        (left, end, room)
        for end in ends
        for left, room in ((spaced, width), (tight, width), (tight, width + 1))
    ]
    left, end, room = next(
        form for form in forms if text_width(form[0]) + form[1].cell_length < form[2] or not form[1]
    )
    second = Content.assemble((left, faint), " " * (room - text_width(left) - end.cell_length), end)
    return Content("\n").join((_who(view, held.colour, right, width, look), second))


def _pawn(held: Holdings, look: Look) -> Content:
    """Return the space the pawn stands on; a sign if the seat will shift in the turn order."""
    if held.pawn is None:
        return Content("")
    told = tell("foreign_king/panel/pawn", space=name_space(held.pawn))
    shift = f" {look.glyphs.shift}" * held.shifts
    return Content.styled(f"{told}{shift}", look.palette.faint)


# A table


def _columns(view: ForeignKingView, width: int) -> list[tuple[str, int]]:
    """Return the headings of the columns behind the name, and how wide they are.

    They stand closer where what is said of a player has no room before them.
    """
    headings = [*map(_heading, ("points", "francs", "medals", "supply", "congress"))]
    longest_time = max(map(text_width, view.clocks.values()), default=0)
    clocks = [(_heading("clock"), max(_CLOCK, _WIDE_GAP + longest_time))] if view.clocks else []
    wide, close = (
        [*((each, text_width(each) + gap) for each in headings), *clocks]
        for gap in (_WIDE_GAP, _CLOSE_GAP)
    )
    taken = _PAWN + sum(room for _, room in wide)
    seats = range(len(view.state.seats))
    longest = max(
        _BEFORE_NAME + text_width(f"{view.name(n)} {role_forms(view, n)[0]}") for n in seats
    )
    return wide if longest <= width - taken - 1 else close


_WIDE_GAP, _CLOSE_GAP = 2, 1
"""Characters between columns."""
_CLOCK: Final = 7
"""Characters of the clocks' column at least."""
_BEFORE_NAME: Final = 3
"""Characters before a name: whose turn it is, and the letter."""
_PAWN: Final = 12
"""Characters of the last column: the space of the pawn."""


def _heading(name: str) -> str:
    return tell(Noun("foreign_king/heading", name))


def _headings(view: ForeignKingView, width: int, look: Look) -> Content:
    told = "".join(pad_start(heading, room) for heading, room in _columns(view, width))
    columns = told + pad_end("  " + _heading("pawn"), _PAWN)
    order = " " * _BEFORE_NAME + _heading("order")
    if text_width(order) + text_width(columns) > width:
        order = ""
    return Content.styled(
        f"{pad_end(order, width - text_width(columns))}{columns}", look.palette.faint
    )


def _row(view: ForeignKingView, held: Holdings, width: int, look: Look) -> Content:
    """Return one line of the table."""
    score = Content.styled(str(held.score), look.palette.strong)
    supply = Content(str(held.supply))
    francs = Content.assemble(str(held.francs), (look.glyphs.franc, look.palette.faint))
    nothing = Content("")
    cells: Sequence[Content] = (score, nothing, nothing, supply, nothing, nothing)
    if not held.is_virtual:
        congress, time = Content(str(held.congressmen)), clock(view, held.colour, look)
        cells = (score, francs, medals(held, look), supply, congress, time)
    columns = zip(cells, _columns(view, width), strict=False)
    padded = [at_right(cell, room) for cell, (_, room) in columns]
    pawn = Content.assemble("  ", _pawn_name(held, look))
    right = Content.assemble(*padded, at_left(pawn, _PAWN))
    return _who(view, held.colour, right, width, look)


def _pawn_name(held: Holdings, look: Look) -> str:
    if held.pawn is None:
        return ""
    return f"{tell(name_space(held.pawn))}{f' {look.glyphs.shift}' * held.shifts}"
