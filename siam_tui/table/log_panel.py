"""The text of a table's log: invitation, moves, result, and what was checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.content import Content

from games.bot_characters import about_bot
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.games.terms_text import terms_of
from siam_tui.model.seat_facts import tell_partners
from siam_tui.model.table_view import TableView
from siam_tui.table.controller import TableController
from siam_tui.table.log_lines import log_lines, proof_lines, warning_lines
from siam_tui.ui.invitation import is_link
from texts import tell
from texts.sentences import join_sentences


def log_text(
    controller: TableController,
    view: TableView,
    look: Look,
    *,
    get_height: Callable[[], int],
    with_standings: bool,
) -> Callable[[int], Content]:
    """Return what makes the text of the log for a width; it is the state of now that it shows.

    The log is read from its end: who plays with whom stands last of what comes before the moves.

    Args:
        controller: the table.
        view: what is seen of it.
        look: signs and colours.
        get_height: returns how many lines are seen at a time.
        with_standings: whether the end of a game is followed by the final standings.
    """
    log, verdict, invite = controller.shown_log, controller.verdict, controller.invite
    notes = controller.requests.notes
    warnings, texts = controller.draw_warnings, ui_of(view.game.name).texts

    def make(width: int) -> Content:
        warned = warning_lines(warnings, width, look)
        if view.state.status == "open":
            invitation = _invitation(invite, width, look)
            return Content("\n").join(
                [*warned, *_terms(view, width), *_bots(view, width, look), *invitation]
            )
        partners = Content.styled(tell_partners(view), look.palette.strong)
        bots = _bots(view, width, look) if log and not log.first else ()
        told = [*bots, *(partners.wrap(max(1, width)) if partners else ())]
        lines = [*told, *(log_lines(log, view, width, look, notes) if log else ())]
        chart = texts.game_chart(log, view, width, look) if log and view.outcome else []
        proof = proof_lines(verdict, width, look) if verdict else ()
        standings = texts.standings(view, width, look) if with_standings else []
        below = [*standings, *proof]
        if len(chart) + len(below) > get_height():  # its head is out of sight
            chart += chart[:1]
        return Content("\n").join([*warned, *lines, *chart, *below])

    return make


def _bots(view: TableView, width: int, look: Look) -> Iterator[Content]:
    """Yield who the bots are, at the beginning of the log."""
    for seat in view.state.seats:
        if seat.holder == "bot" and (about := about_bot(seat.name)):
            yield from Content.styled(about, look.palette.faint).wrap(max(1, width))


def _terms(view: TableView, width: int) -> Iterator[Content]:
    """Yield what the table is played by, while it waits: one paragraph, to save room."""
    yield from Content(join_sentences(*terms_of(view))).wrap(max(1, width))


def _invitation(link: str, width: int, look: Look) -> Iterator[Content]:
    """Yield how to invite others, while the table waits."""
    if not link:
        return
    is_here = is_link(link)
    if text_width(link) <= width:
        yield Content.styled(tell("ui/invite/table", link=is_here), look.palette.faint)
        yield Content(link)
    else:  # nobody can copy what is broken over several lines
        yield from Content.styled(tell("ui/invite/by-key", link=is_here), look.palette.faint).wrap(
            max(1, width)
        )
