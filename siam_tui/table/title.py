"""The title line of a table: progress and turn, or a connection problem. Pure functions."""

from __future__ import annotations

from textual.content import Content

from siam_tui.appearance.cells import pad_end
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView


def title_line(
    view: TableView | None, trouble: str, warning: str, width: int, look: Look
) -> Content:
    """Return the line.

    Args:
        view: the table, if it is known.
        trouble: why the table cannot be reached; takes the whole line.
        warning: what is wrong although the game goes on; whose turn it is stands beside it.
        width: of the line, in cells.
        look: the signs and colours.
    """
    if trouble:
        return Content.styled(pad_end(f" {trouble}", width), look.palette.alarm).truncate(width)
    if view is None:
        return Content("")
    right = _turn(view, look)
    room = width - right.cell_length - 1
    if warning:
        forms = [Content.styled(f" {warning} ", look.palette.alarm)]
    else:
        forms = list(ui_of(view.game.name).texts.title_forms(view, look))
    short = forms[-1].truncate(room, ellipsis=True)
    left = next((form for form in forms if form.cell_length <= room), short)
    gap = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * max(1, gap), right)


def _turn(view: TableView, look: Look) -> Content:
    is_answer = view.turn is not None and ui_of(view.game.name).texts.asks_answer(view)
    if view.my_turn:
        mine = "YOUR ANSWER" if is_answer else "YOUR TURN"
        return Content.styled(f" {look.glyphs.turn} {mine} ", "bold reverse")
    if view.turn is not None:
        what = "answer" if is_answer else "move"
        return Content(f"{look.glyphs.turn} {view.name(view.turn)} to {what} ")
    return Content.styled("" if view.seated else "watching ", look.palette.faint)
