"""The title line of a table: progress and turn, or a connection problem. Pure functions."""

from __future__ import annotations

from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.ui.fitting import first_fit
from texts import tell


def title_line(
    view: TableView | None, trouble: str, warning: str, width: int, look: Look
) -> Content:
    """Return the line.

    Args:
        view: the table, if it is known.
        trouble: why the table cannot be reached; takes the whole line. Where it does not fit,
            whole sentences are left out, which `untold_trouble` has for the bar.
        warning: what is wrong although the game goes on; whose turn it is stands beside it.
        width: of the line, in cells.
        look: the signs and colours.
    """
    if trouble:
        told = Content(f" {_fitting(trouble, width - 1)}").truncate(width, ellipsis=True)
        return told.extend_right(width - told.cell_length).stylize(look.palette.alarm)
    if view is None:
        return Content("")
    right = _turn(view, look)
    room = width - right.cell_length - 1
    if warning:
        forms = [Content.styled(f" {warning} ", look.palette.alarm)]
    else:
        forms = list(ui_of(view.game.name).texts.title_forms(view, look))
    short = forms[-1].truncate(room, ellipsis=True)
    left = first_fit(forms, room, short)
    gap = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * max(1, gap), right)


def untold_trouble(trouble: str, width: int) -> str:
    """Return why the table cannot be reached, and what to do, if the title has no room for it."""
    return "" if _fitting(trouble, width - 1) == trouble else trouble


def _fitting(trouble: str, width: int) -> str:
    """Return the first sentences that fit into a width, or the first one if none does."""
    told, _, left = trouble.partition(". ")
    while left:
        sentence, _, rest = left.partition(". ")
        if Content(f"{told}. {sentence}").cell_length > width - bool(rest):
            return f"{told}."
        told, left = f"{told}. {sentence}", rest
    return told


def _turn(view: TableView, look: Look) -> Content:
    is_answer = view.turn is not None and ui_of(view.game.name).texts.is_answer_asked(view)
    if view.my_turn:
        mine = tell("table/title/your-answer" if is_answer else "table/title/your-turn")
        return Content.styled(f" {look.glyphs.turn} {mine} ", "bold reverse")
    if view.turn is not None:
        who = view.named(view.turn)
        told = tell("table/title/to-answer" if is_answer else "table/title/to-move", who=who)
        return Content(f"{look.glyphs.turn} {told} ")
    watching = "" if view.seated else f"{tell('table/title/watching')} "
    return Content.styled(watching, look.palette.faint)
