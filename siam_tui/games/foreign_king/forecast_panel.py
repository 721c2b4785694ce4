"""The forecast as a panel: the final points if the game ended now, or after the move begun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from textual.content import Content

from games.foreign_king import Position
from siam_tui.appearance.cells import pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import letter_of, numbered
from siam_tui.games.foreign_king.ending.points_table import points_table
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.foreign_king.forecast import (
    Forecast,
    asked_after_arrival,
    describe_lead,
    explain_first_points,
    forecast,
    score_king,
)
from siam_tui.ui.fitting import first_fit
from texts import tell

_MOST: Final = 3
"""Forecasts that are shown together: if all congressmen stay, and if those of a seat move."""


def outlook(
    view: ForeignKingView,
    position: Position | None,
    width: int,
    look: Look,
    *,
    has_table: bool = False,
) -> Content:
    """Return the forecast of a running game, a line each: now, and after what is being decided.

    Args:
        view: the table.
        position: what is shown: with the move being built, if one is.
        width: characters across.
        look: signs and colours.
        has_table: whether a table says what the points of the first line are for.
    """
    now = view.position
    if view.state.status != "running" or now is None or position is None:
        return Content("")
    found = list(_ends(view, now, position))
    is_alone = len(found) == 1
    lines = [
        _line(view, leads, forecast(end), (width, look), is_alone=is_alone) for leads, end in found
    ]
    if is_alone and position == now:
        lines += _draw_reason(now, width, look)
    if has_table:
        _, end = found[0]
        lines += [Content(""), points_table(replace(view, position=end), width, look)]
    return Content("\n").join(lines)


def _ends(
    view: ForeignKingView, now: Position, position: Position
) -> Iterator[tuple[tuple[str, ...], Position]]:
    """Iterate over positions in which the game might end, and what each is called, ever shorter."""
    asked = _still_asked(now, position)
    if asked:
        stay = tuple(tell("foreign_king/if/stay", form=form) for form in range(3))
        yield stay, score_king(position)
        for seat in asked[: _MOST - 1]:
            who, letter = view.who(seat), letter_of(seat, position.seats)
            n = position.congressmen[seat]
            goes = tuple(
                tell("foreign_king/if/go", form=form, who=who, letter=letter, n=n)
                for form in range(3)
            )
            yield goes, score_king(position, joining=seat)
    elif position != now:
        after = tuple(tell("foreign_king/if/after-move", form=form) for form in range(2))
        present = tell("foreign_king/if/now")
        yield after, position
        yield tuple(pad_start(present, text_width(each)) for each in after), now
    else:
        yield tuple(tell("foreign_king/if/ended-now", form=form) for form in range(2)), position


def _draw_reason(now: Position, width: int, look: Look) -> Iterator[Content]:
    """Yield why there are points although nobody has scored: in one line, if it has room."""
    told = (f" {each}" for each in explain_first_points(now))
    if line := first_fit(told, width, ""):
        yield Content.styled(line, look.palette.faint)


def _still_asked(now: Position, position: Position) -> tuple[int, ...]:
    """Return the seats whose congressmen may still move before the King's province scores."""
    if now.asks == "congress" and now.asked is not None and position == now:
        asked = asked_after_arrival(now)
        return asked[asked.index(now.asked) :]
    return asked_after_arrival(position) if position.king != now.king else ()


def _line(
    view: ForeignKingView,
    leads: tuple[str, ...],
    found: Forecast,
    room: tuple[int, Look],
    *,
    is_alone: bool,
) -> Content:
    """Return one forecast in a line; in two where its sentence does not fit.

    Where it is not alone, a brief form saves the second line if it fits.
    """
    seats, (width, look) = len(view.state.seats), room
    points = numbered([(each, found.points[each]) for each in found.order], seats, look)
    forms = [
        Content.assemble(
            (f" {lead}: ", look.palette.faint),
            points,
            (f", {tell(describe_lead(view, found, brief=brief))}", look.palette.strong),
        )
        for brief in ((False,) if is_alone else (False, True))
        for lead in leads
    ]
    wrapped = [line.rstrip() for line in forms[len(leads) - 1].wrap(width - 2)]
    return first_fit(forms, width, Content("\n  ").join(wrapped))
