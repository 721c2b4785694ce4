"""The forecast as a line, or as a few lines of a panel."""

from __future__ import annotations

from textual.content import Content

from games.amber import Position
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.forecast import describe_forecast, forecast, shorter_forecasts
from siam_tui.games.table_body import Shown


def outlook(shown: Shown, width: int, look: Look, *, lines: int = 1) -> Content:
    """Return the forecast of a running game, in at most so many lines."""
    view: AmberView = shown.view
    position: Position | None = shown.position
    is_open = shown.has_forecast and shown.deal_step is None
    running = view.state.status == "running" and is_open
    if not running or position is None or view.position is None:
        return Content("")
    lead = " Now: " if position == view.position else " With your move: "
    found, names = forecast(position, view.game.chosen), marks_of(view).names
    told = Content("")
    full = describe_forecast(found, names, view.seat)
    for text in (full, *shorter_forecasts(found, names, view.seat)):
        for start in (lead, " Now: " if lead == " Now: " else " Then: "):
            if not text:
                return told
            told = Content.assemble((start, look.palette.faint), text)
            wrapped = told.wrap(width - 1)
            if len(wrapped) <= lines:
                indented = [wrapped[0], *(line.pad_left(1) for line in wrapped[1:])]
                return Content("\n").join(line.rstrip() for line in indented)
    return (
        told.truncate(width * lines, ellipsis=True)
        if lines == 1
        else Content("\n").join(told.wrap(width - 1)[:lines])
    )
