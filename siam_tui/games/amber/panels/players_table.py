"""The players' table, the line of the Barbarians, and the forecast. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.content import Content

from games.amber import Position, Seat
from games.amber.constants import ACES
from siam_tui.appearance.cells import pad_both, pad_end, pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import SeatMarks, marks_of, pawn_suits, suits_text
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.forecast import describe_forecast, forecast, shorter_forecasts
from siam_tui.games.seat_line import clock, readiness, seat_line, with_role
from siam_tui.games.table_body import Shown
from siam_tui.model.seat_facts import brief_name
from siam_tui.ui.fitting import at_left, at_right, first_fit
from siam_tui.ui.text import styled
from texts import Noun, say, tell

_COLUMNS: Final = {
    "supply": 4,
    "reserve": 4,
    **dict.fromkeys(("gold", "hand", "last", "kept", "wall"), 5),
}
"""Characters of each column behind the name."""
_CLOCK: Final = 9
_TIGHT_CLOCK: Final = 6
_TIGHT: Final = 52
"""Characters up to which there is too little room for clocks and what the reserve has."""
_BEFORE_NAME: Final = 3
"""Characters before a name: whose turn it is, and the letter."""
WIDEST: Final = 76
"""Characters of the widest table: where there is more room, lines would fall apart."""
_AMPLE: Final = 20
"""Characters of a name's column from which the first player's line says so."""


def seats(view: AmberView, width: int, look: Look) -> Content:
    """Return the players in a line each, below headings; before the start, who has sat down."""
    position, marks = view.position, marks_of(view)
    if position is None:
        lines = [_before_start(view, seat, width - 1, look) for seat in range(marks.players)]
        return Content("\n").join(lines)
    width = min(width, WIDEST) - 1
    columns = _columns(view, width)
    room = width - sum(columns.values())
    headings = "".join(
        pad_start(tell(Noun("amber/column", name)), wide) for name, wide in columns.items()
    )
    lines = [Content.assemble(_first(position, marks, room, look), (headings, look.palette.faint))]
    for seat in range(len(position.seats)):
        cells = _cells(position, seat, look)
        cells["clock"] = _clock(view, seat, columns.get("clock", 0), look)
        padded = [at_right(cells[heading], wide) for heading, wide in columns.items()]
        lines.append(Content.assemble(_who(view, marks, seat, room, look), *padded))
    return Content("\n").join(lines)


def _columns(view: AmberView, width: int) -> dict[str, int]:
    """Return the columns behind the name, and how wide they are.

    Where there is little room, names are shortened, and clocks take the place of what the reserve
    has. Long names and clocks take that of the numbers of cards in hand as well, which differ by
    one at most.
    """
    if not view.clocks:
        return _COLUMNS
    if width > _TIGHT:
        return {**_COLUMNS, "clock": _CLOCK}
    longest = max(Content(name).cell_length for name in marks_of(view).names)
    fewer = (_without("reserve"), _without("reserve", "hand"))
    forms = [{**form, "clock": _TIGHT_CLOCK} for form in fewer]
    room = width - _BEFORE_NAME - longest
    return next((form for form in forms if sum(form.values()) <= room), forms[-1])


def _without(*headings: str) -> dict[str, int]:
    return {heading: wide for heading, wide in _COLUMNS.items() if heading not in headings}


def _before_start(view: AmberView, seat: int, width: int, look: Look) -> Content:
    lead = Content(" ")
    return seat_line(view, seat, width, look, lead=lead, right=readiness(view, seat, look))


def _first(position: Position, marks: SeatMarks, room: int, look: Look) -> Content:
    """Return who is first player, unless their line says so."""
    names = (marks.names[position.first], marks.letters[position.first])
    told = (
        tell("amber/players/title")
        if room >= _AMPLE
        else first_fit([tell("amber/players/first", who=name) for name in names], room - 2)
    )
    return Content.styled(pad_end(f" {told}", room), look.palette.faint)


def _who(view: AmberView, marks: SeatMarks, seat: int, room: int, look: Look) -> Content:
    """Return who a seat is, and what else is to be said of them where there is room."""
    position = view.position
    assert position is not None
    sign = look.glyphs.turn if seat == view.turn else " "
    style = look.palette.strong if seat in (view.turn, view.seat) else ""
    lead = Content.assemble(sign, marks.chip(seat, look), " ")
    name = brief_name(marks.names[seat], max(1, room - lead.cell_length))
    who = Content.assemble(lead, (name, style))
    if seat == position.first and room >= _AMPLE:
        first = tell("amber/players/is-first")
        who = who.append(Content.styled(f" {first}", look.palette.strong))
    told = with_role(who, view, seat, room, look) if seat < marks.players else who
    return at_left(told, room, ellipsis=True)


def _cells(position: Position, seat: int, look: Look) -> dict[str, Content]:
    shown = position.seats[seat]
    return {
        "supply": Content(str(shown.influence)),
        "reserve": Content.styled(str(position.reserve(seat)), look.palette.faint),
        "gold": Content(str(shown.gold)),
        "hand": _hidden(shown.cards, look, is_hidden=shown.hand is None),
        "last": _last(shown, look),
        "kept": _hidden(shown.problems, look, is_hidden=shown.kept is None),
        "wall": Content.styled(str(position.wall(seat)), look.palette.strong),
    }


def _clock(view: AmberView, seat: int, width: int, look: Look) -> Content:
    """Return the time of a seat: in full, or only its days or hours where that is too long."""
    time = view.clocks.get(seat, "")
    if text_width(time) < width or not time:
        return clock(view, seat, look)
    days, _, hours = time.partition(" d")
    short = f"{days} d" if hours else f"{time.partition(':')[0]} h"
    return clock(replace(view, clocks={seat: short}), seat, look)


def _hidden(count: int, look: Look, *, is_hidden: bool) -> Content:
    """Return a number of cards, behind the sign for cards that lie face down."""
    return Content(f"{look.glyphs.hidden}{count}" if is_hidden and count else str(count))


def _last(shown: Seat, look: Look) -> Content:
    if shown.last is None:
        return Content.styled(look.glyphs.dash, look.palette.faint)
    return suits_text(shown.last, look) if shown.last in ACES else pawn_suits(shown.last, look)


def barbarians(shown: Shown, width: int, look: Look) -> Content:
    """Return how strong the Barbarians are, and what is left in deck, discard and reserve."""
    position: Position | None = shown.position
    view: AmberView = shown.view
    if position is None:
        return Content.styled(f" {tell('amber/players/before-start')}", look.palette.faint)
    most, glyphs, palette = view.game.chosen.most_power, look.glyphs, look.palette
    since: Position | None = shown.since
    gauge = glyphs.gauge[0] * position.power + glyphs.gauge[1] * (most - position.power)
    power = tell("amber/players/power", power=position.power, most=most)
    left = styled(
        "amber/players/barbarians",
        gauge=Content.styled(gauge, palette.contested),
        power=Content.styled(f" {power}", palette.strong),
        was=since.power if since is not None and since.power != position.power else None,
    ).pad_left(1)
    counts = tell(
        "amber/players/counts",
        deck=position.deck_size,
        discard=len(position.discard),
        gold=position.gold_reserve,
    )
    right = Content.styled(f"{counts} ", palette.faint)
    watching = tell("games/watching", n=shown.spectators) if shown.spectators else ""
    gap = width - left.cell_length - right.cell_length
    if gap < 1:
        return left.truncate(width)
    middle = watching if text_width(watching) + 2 <= gap else ""
    return Content.assemble(left, (pad_both(middle, gap), palette.faint), right)


def outlook(shown: Shown, width: int, look: Look, *, lines: int = 1) -> Content:
    """Return the forecast of a running game, in at most so many lines."""
    view: AmberView = shown.view
    position: Position | None = shown.position
    is_open = shown.has_forecast and shown.deal_step is None
    running = view.state.status == "running" and is_open
    if not running or position is None or view.position is None:
        return Content("")
    found, names = forecast(position, view.game.chosen), marks_of(view).names
    moved = (say("amber/players/with-move"), say("amber/players/then"))
    leads = (say("amber/players/now"),) if position == view.position else moved
    told, own = Content(""), view.seat
    for text in (describe_forecast(found, names, own), *shorter_forecasts(found, names, own)):
        for lead in leads if text else ():
            told = Content.assemble((f" {tell(lead)} ", look.palette.faint), text)
            first, *rest = told.wrap(width - 1)
            if len(rest) < lines:
                indented = (first, *(line.pad_left(1) for line in rest))
                return Content("\n").join(line.rstrip() for line in indented)
    return (
        told.truncate(width * lines, ellipsis=True)
        if lines == 1
        else Content("\n").join(told.wrap(width - 1)[:lines])
    )
