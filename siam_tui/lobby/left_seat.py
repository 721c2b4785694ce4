"""Finds the seat that a player leaves behind in a lobby, in a game that goes on."""

from __future__ import annotations

from siam_tui.lobby.session import Session
from siam_tui.model.table_view import holds
from siam_tui.profile.open_seat import OpenSeat


def note_left_seat(seat: OpenSeat, session: Session) -> None:
    """Note the seat that a player has in the lobby they leave, or that they have none.

    A lobby that never answered changes nothing. Neither does one that ends with its session, or
    that the player only watches or visits.

    Args:
        seat: where it is noted.
        session: the player's session in the lobby.
    """
    client = session.client
    ends = session.server is not None
    if ends or session.watching or session.visit is not None or client.lobby is None:
        return
    mine = (
        session.invitation(table.table)
        for table in client.lobby.tables
        if table.status == "running" and any(holds(each, client.me) for each in table.seats)
    )
    seat.keep(next(mine, ""))
