"""The panels for the forecast and the supply, as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from games.siam import FACTIONS, Position
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board.labels import joined
from siam_tui.games.siam.facts import SiamView
from siam_tui.games.siam.forecast import describe_forecast, forecast
from siam_tui.games.siam.names import side_letters
from siam_tui.games.table_body import with_spectators

LINES: Final = 2
"""Lines of the forecast where room is scarce. It takes one more only if nothing shorter fits, or
for longer words from `AMPLE` characters on."""
AMPLE: Final = 40
SHORT: Final = 1
"""Followers of a faction in the supply up to which no card can place two of them."""


def outlook(view: SiamView, position: Position | None, width: int, look: Look) -> Content:
    """Return the forecast of a running game.

    Args:
        view: the table.
        position: what is shown: with the move being built, if one is.
        width: characters across.
        look: signs and colours.
    """
    running = view.state.status == "running"
    found = forecast(view.game, position, view.seat) if running and position else None
    if found is None:
        return Content()
    ahead = position != view.position
    names = [view.name(seat) for seat in range(len(view.state.seats))]
    style = look.palette.strong if ahead else ""
    texts = [
        Content.assemble((reign, style), " ", (whom, look.palette.strong)).wrap(width)
        for reign, whom in describe_forecast(found, view.game.map, names, view.seat, ahead=ahead)
    ]
    allowed = (LINES, LINES + 1)[width >= AMPLE :]
    fitting = (lines for most in allowed for lines in texts if len(lines) <= most)
    lines = next(fitting, texts[-1][: LINES + 1])
    return Content("\n").join([line.rstrip() for line in lines])


def supply(
    position: Position | None,
    width: int,
    look: Look,
    *,
    spectators: int = 0,
    roomy: bool = False,
) -> Content:
    """Return the supply under its heading; a faction with fewer than two followers left is marked.

    Args:
        position: what is shown; None before the start.
        width: characters across.
        look: signs and colours.
        spectators: how many people watch, said at the end of the line.
        roomy: whether the heading has a line of its own, apart from what is above.
    """
    if position is None:
        return Content()
    heading = Content.styled("Supply", "bold underline")
    lead = Content("  ") if roomy else heading.append("  ")
    line = with_spectators(_left(position, lead, width, look), spectators, width, look)
    return Content("\n").join((Content(""), heading, line)) if roomy else line


def _left(position: Position, lead: Content, width: int, look: Look) -> Content:
    """Return what is left in the supply, and what is not, where that has room."""
    left, letters = position.supply, side_letters(position.map)
    parts = [
        chip(f, look, f"{letters[f]}{left[f]}").append(
            Content.styled(look.glyphs.short if left[f] <= SHORT else "", look.palette.strong)
        )
        for f in FACTIONS
    ]
    counted = lead.append(joined(parts))
    lines = (
        counted.append(Content.styled(f"  {words}", look.palette.strong))
        for words in _scarce(position)
    )
    return next((line for line in lines if line.cell_length <= width), counted)


def _scarce(position: Position) -> Iterator[str]:
    """Iterate over what is short in the supply, in fewer and fewer words; nothing if all is not."""
    names, left = position.map.faction_names, position.supply
    gone = [names[f] for f in FACTIONS if not left[f]]
    single = [names[f] for f in FACTIONS if left[f] == SHORT]
    if len(gone) == len(FACTIONS):
        yield "nobody left"
        return
    none, one = f"no {' or '.join(gone)}", f"only one {' and one '.join(single)}"
    if gone and single:
        yield f"{none} and {one} left"
    if gone:
        yield f"{none} left"
    elif single:
        yield f"{one} left"
        yield "only one left"
