"""The text of a table's log: invitation, moves, result, and what was checked."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.table.controller import TableController
from siam_tui.table.log_lines import log_lines
from siam_tui.table.proving import proof_lines, warning_lines
from siam_tui.ui.invite_text import invite_text


def log_text(controller: TableController, view: TableView, look: Look) -> Callable[[int], Content]:
    """Return what makes the text of the log for a width; it is the state of now that it shows."""
    log, verdict, invite = controller.log, controller.verdict, controller.invite
    warnings, texts = controller.draw_warnings, ui_of(view.game.name).texts

    def make(width: int) -> Content:
        warned = warning_lines(warnings, width, look)
        if view.state.status == "open":
            return Content("\n").join([*warned, _invitation(invite, width, look)])
        lines = log_lines(log, view, width, look) if log else []
        chart = texts.game_chart(log, view, width, look) if log and view.outcome else []
        proof = proof_lines(verdict, width, look) if verdict else ()
        standings = texts.standings(view, width, look)
        return Content("\n").join([*warned, *lines, *chart, *standings, *proof])

    return make


def _invitation(link: str, width: int, look: Look) -> Content:
    """Return how to invite others, while the table waits."""
    if not link:
        return Content()
    heading = Content.styled(invite_text(link).table, look.palette.faint)
    return Content("\n").join([heading, *Content(link).fold(max(1, width))])
