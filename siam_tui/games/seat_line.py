"""The line of a seat that every game's panel has: who holds it, and something at its end. Pure."""

from __future__ import annotations

from textual.content import Content

from protocol.keys import shortened
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look
from siam_tui.model.seat_facts import seat_facts
from siam_tui.model.table_view import TableView
from siam_tui.ui.fitting import first_fit
from texts import tell
from texts.sentences import capitalized


def seat_line(  # noqa: PLR0913 - what a line is made of, each on its own
    view: TableView, seat: int, width: int, look: Look, *, lead: Content, right: Content
) -> Content:
    """Return who holds a seat, in a line of this width.

    Args:
        view: the table.
        seat: the seat.
        width: characters across.
        look: signs and colours.
        lead: stands before the name, such as the letter of a team or a colour.
        right: stands at the end of the line, in full.
    """
    holder = view.state.seats[seat]
    style = look.palette.strong if seat in (view.turn, view.seat) else ""
    name = f"{lead.plain}{holder.name or tell('games/role/seat', n=seat + 1)}"
    named = Content.assemble((name, style if holder.name else look.palette.faint))
    named = named.add_spans(lead.spans)
    room = width - right.cell_length - 1
    left = with_role(named, view, seat, room, look)
    gap = width - left.cell_length - right.cell_length
    # As long as people sit down, this tells somebody from others of their name.
    waiting = view.state.status == "open" and holder.holder == "person"
    mark = shortened(holder.player) if waiting else ""
    if mark and gap > text_width(mark) + 1:
        left = Content.assemble(left, (f" {mark}", look.palette.faint))
        gap -= text_width(mark) + 1
    if gap < 1:
        left = left.truncate(max(0, room), ellipsis=True)
    return Content.assemble(left, " " * max(1, gap), right)


def with_role(named: Content, view: TableView, seat: int, room: int, look: Look) -> Content:
    """Return a name with what is to be said of who holds a seat, in so many characters.

    That a person is away is always said: a long name is cut for it.
    """
    forms = role_forms(view, seat)
    left_over = room - named.cell_length - 1
    role = first_fit(forms, left_over)
    if not role:
        return named
    if text_width(role) > left_over:
        named = named.truncate(max(0, room - text_width(role) - 1), ellipsis=True)
    return Content.assemble(named, (f" {role}", look.palette.faint))


def role_forms(view: TableView, seat: int) -> tuple[str, ...]:
    """Return what is to be said of who holds a seat, such as ``you, host``, ever shorter.

    None of them is ever cut: a bot's level says that it is a bot.
    """
    facts, note = seat_facts(view, seat), view.notes.get(seat, "")
    if facts.bot_level:
        level = facts.bot_level if facts.bot_level not in facts.name else ""
        bot = tell("games/role/bot") if "bot" not in facts.name else ""
        whole = tell("games/bot-of-level", level=level) if level and bot else level or bot
        return whole, level or bot, ""
    you = tell("games/role/you")
    is_you = you * (facts.is_own and facts.name != capitalized(you))  # as in a lesson
    away = tell("games/role/away-bot") if facts.is_away else note
    left = tell("games/role/left") * facts.has_left
    host = tell("games/role/host") * facts.is_host
    tellings = ((is_you, host, left, away), (is_you, left, away), (left, away))
    told = [tell("games/role/all", each=tuple(filter(None, words))) for words in tellings]
    return *told, tell("games/role/away") * bool(away)


def readiness(view: TableView, seat: int, look: Look) -> Content:
    """Return whether a seat is taken, before the start."""
    holder = view.state.seats[seat].holder
    word = ""
    if seat in view.notes:
        word = tell("games/role/away")
    elif holder in ("free", "person", "bot"):
        word = tell("games/seat/free" if holder == "free" else "games/seat/ready")
    return Content.styled(f"  {word}", look.palette.faint)


def clock(view: TableView, seat: int, look: Look, *, gap: str = "") -> Content:
    """Return what the clock of a seat shows, after a gap; nothing where there are no clocks."""
    if not (time := view.clocks.get(seat)):
        return Content("")
    style = look.palette.strong if seat == view.turn else look.palette.faint
    return Content.styled(f"{gap}{time}", style)
