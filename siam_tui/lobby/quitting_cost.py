"""What a player loses by quitting the app."""

from __future__ import annotations

from protocol.messages import TableState, TableSummary
from siam_tui.lobby.session import Session

GAME_LOST = "Your game against bots is not over. Quitting abandons it."
GAME_ABANDONED = "Your game against bots is not over. Starting something else abandons it."
LOBBY_CLOSED = "You host this lobby. If you quit, it closes for everybody in it."
SEAT_KEPT = (
    "Your seat is kept, and the others wait for you.\n"
    "To let a bot play for you, leave the table with Q first."
)


def cost_of_quitting(session: Session | None) -> str:
    """Return what the player should know before quitting; empty if nothing is lost."""
    if session is None or session.watching:
        return ""
    if session.hosting:
        return LOBBY_CLOSED
    if session.table:
        return GAME_LOST if playing_bots(session) else ""
    return SEAT_KEPT if _plays_with_others(session) else ""


def playing_bots(session: Session) -> bool:
    """Return whether the game against bots goes on, with the player on a seat."""
    state = session.client.table(session.table)
    return state is not None and _plays_at(state, session.client.me)


def _plays_with_others(session: Session) -> bool:
    lobby, me = session.client.lobby, session.client.me
    return lobby is not None and any(_plays_at(table, me) for table in lobby.tables)


def _plays_at(table: TableState | TableSummary, me: str) -> bool:
    seats = table.seats if table.status == "running" else ()
    return any(seat.player == me and seat.holder == "person" for seat in seats)
