"""What a player loses by quitting."""

from __future__ import annotations

from siam_tui.lobby.session import Session

GAME_LOST = "Your game against the bots is not over. It is lost when you quit."
GAME_WAITS = "Your game against the bots waits. It is lost when you go elsewhere."
LOBBY_CLOSED = "You host this lobby: when you quit, it closes for everybody in it."
SEAT_KEPT = (
    "Your seat is kept; the others wait for you.\nTo let a bot play, leave the table with Q first."
)


def cost_of_quitting(session: Session | None) -> str:
    """Return what a person should know before quitting, or nothing where nothing is lost."""
    if session is None or session.watching:
        return ""
    if session.hosting:
        return LOBBY_CLOSED
    if session.table:
        return GAME_LOST if playing_bots(session) else ""
    return SEAT_KEPT if _plays_with_others(session) else ""


def playing_bots(session: Session) -> bool:
    """Return whether the game against bots goes on, with the person on its seat."""
    state = session.client.table(session.table)
    return (
        state is not None
        and state.status == "running"
        and any(
            seat.player == session.client.me and seat.holder == "person" for seat in state.seats
        )
    )


def _plays_with_others(session: Session) -> bool:
    lobby, me = session.client.lobby, session.client.me
    return lobby is not None and any(
        table.status == "running"
        and any(seat.player == me and seat.holder == "person" for seat in table.seats)
        for table in lobby.tables
    )
