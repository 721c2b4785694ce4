"""Notes the seat that a player has in a lobby, in a game that goes on if they leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from client import LobbyChanged
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
    _keep(seat, _seat_to_note(session))


@asynccontextmanager
async def noting_seat(seat: OpenSeat, session: Session) -> AsyncIterator[None]:
    """Note that seat whenever it changes, as long as this lasts: the app may be killed.

    Args:
        seat: where it is noted.
        session: the player's session in the lobby.
    """
    noting = asyncio.create_task(_note_changes(seat, session))
    try:
        yield
    finally:
        noting.cancel()


async def _note_changes(seat: OpenSeat, session: Session) -> None:
    noted = None
    async with session.client.changes() as changes:
        async for change in changes:
            if isinstance(change, LobbyChanged) and (link := _seat_to_note(session)) != noted:
                noted = link
                _keep(seat, link)


def _keep(seat: OpenSeat, link: str | None) -> None:
    if link is not None:
        seat.keep(link)


def _seat_to_note(session: Session) -> str | None:
    """Return the link of the table with the player's seat, empty if none; None to note nothing."""
    client = session.client
    ends = session.server is not None
    if ends or session.watching or session.visit is not None or client.lobby is None:
        return None
    mine = (
        session.invitation(table.table)
        for table in client.lobby.tables
        if table.status == "running" and any(holds(each, client.me) for each in table.seats)
    )
    return next(mine, "")
