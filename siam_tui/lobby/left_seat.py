"""Notes the seats that a player has in games that go on, and what quitting costs them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, replace
from typing import Final

from client.changes import LobbyChanged, Status, TableChanged
from protocol.states import TableSummary
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.search import shown_lobby_name
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Session, left_game, plays_at
from siam_tui.lobby.waiting_games import (
    MOST_GAMES,
    KeptGame,
    WaitingGame,
    mark_game,
    name_others,
    tell_game,
)
from siam_tui.model.table_view import holds
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import OpenSeat, OpenSeats
from siam_tui.ui.text import spell_duration
from texts import Message, say, tell

_SERVED_BY: Final = ("bind", "port", "broker", "announce", "name")
"""What is kept of how a lobby was served; never a password."""


def note_left_seats(seats: OpenSeats, session: Session) -> None:
    """Note the seats that a player has in the lobby they leave, or that they have none.

    A lobby that does not answer, or is about to close, changes nothing: its games wait. Neither
    does one that the player only watches or visits.

    Args:
        seats: where they are noted.
        session: the player's session in the lobby.
    """
    noted = _seats_to_note(session)
    if noted is not None:
        seats.note(session.link.lobby, noted)


@asynccontextmanager
async def noting_seats(seats: OpenSeats, session: Session) -> AsyncIterator[None]:
    """Note them whenever they change, as long as this lasts: the app may be killed.

    Of a game against bots it is noted that another one has begun at its table.

    Args:
        seats: where they are noted.
        session: the player's session in the lobby.
    """
    noting = asyncio.create_task(_note_changes(seats, session))
    try:
        yield
    finally:
        noting.cancel()
        with suppress(asyncio.CancelledError):
            await noting


def tell_away(seat: OpenSeat) -> str:
    """Return what is told while the lobby of a game that waits does not answer."""
    if seat.lobby_name:
        return tell("lobby/away/named", lobby=shown_lobby_name(seat.lobby_name))
    others = name_others(seat.left.others)
    return tell("lobby/away/against", others=others) if others else tell("lobby/away/unnamed")


async def _note_changes(seats: OpenSeats, session: Session) -> None:
    noted: tuple[OpenSeat, ...] | None = None
    kept = session.kept_game
    async with session.client.changes() as changes:
        async for change in changes:
            if not isinstance(change, LobbyChanged | TableChanged):
                continue
            kept = await _mark_next_game(session, kept)
            now = _seats_to_note(session)
            if now is None or now == noted:
                continue
            noted = now
            session.awaited = tell_away(now[0]) if now else ""
            await asyncio.to_thread(seats.note, session.link.lobby, now)


async def _mark_next_game(session: Session, marked: KeptGame | None) -> KeptGame | None:
    """Mark the game against bots that has begun after another one; return what is marked."""
    kept = session.kept_game
    if kept is None or (marked is not None and kept.record == marked.record):
        return marked
    if marked is not None:
        left = replace(kept.left, my_turn=None)
        await asyncio.to_thread(mark_game, kept.folder, kept.table, left, kept.record)
    return kept


def _seats_to_note(session: Session) -> tuple[OpenSeat, ...] | None:
    """Return the seats that the player has in running games; None to note nothing."""
    client = session.client
    lobby, is_alone = client.lobby, bool(session.table)
    if session.watching or session.visit is not None or is_alone or lobby is None:
        return None
    if client.status is not Status.ONLINE or not lobby.serving:
        return None
    # A table that is followed is newer than the lobby's list, which may miss that its game is over.
    tables = [client.table(each.table) or each for each in lobby.tables]
    return tuple(
        OpenSeat(
            session.link.lobby,
            table.table,
            session.invitation(table.table),
            left_game(table, client.me),
            lobby.name,
            _how_served(session),
        )
        for table in tables
        if table.status == "running" and any(holds(each, client.me) for each in table.seats)
    )


def _how_served(session: Session) -> Mapping[str, str] | None:
    if session.server is None:
        return None
    serving = asdict(session.server.serving) | {"port": session.link.broker.port}
    return {name: str(serving[name]) for name in _SERVED_BY}


def serving_of(seat: OpenSeat, profile: Profile) -> Serving:
    """Return how the player's lobby with a seat was served, to serve it so again.

    Raises:
        UserError: the lobby's key cannot be read.
    """
    how = seat.serving or {}
    usual = Serving()
    port, announce = how.get("port", ""), how.get("announce", "")
    return Serving(
        bind=how.get("bind", usual.bind),
        port=int(port) if port.isdecimal() else usual.port,
        broker=how.get("broker", ""),
        profile=profile.folder.name,
        store=profile.lobby_store_file(),
        announce=Audience(announce) if announce in {*Audience} else usual.announce,
        name=how.get("name", ""),
    )


SEAT_KEPT: Final = say("lobby/cost/seat-kept")
"""What is said of a seat among people."""


def cost_of_another_game(oldest: KeptGame) -> str:
    """Return that a new game against bots takes the place of a kept one."""
    told = tell_game(WaitingGame(oldest.left, oldest.when, kept=oldest))
    return tell("lobby/cost/oldest-game", most=MOST_GAMES, oldest=told)


def cost_of_quitting(session: Session | None, seat_kept: Message = SEAT_KEPT) -> str:
    """Return what the player should know before quitting; empty if nothing is lost.

    Args:
        session: where the player is.
        seat_kept: what to say if others wait for the player.
    """
    if session is None or session.watching:
        return ""
    if session.hosting:
        return tell("lobby/cost/lobby-closed")
    if session.table:
        return tell("lobby/cost/game-lost") if session.plays_on and session.kept is None else ""
    return tell(seat_kept) if _tables_of_player(session) else ""


def cost_of_quitting_in_text(session: Session | None) -> str:
    """Return the same for text mode, with the time after which others may replace the player."""
    tables = () if session is None else _tables_of_player(session)
    limits = [each.terms.away_limit for each in tables if each.terms and each.terms.away_limit]
    if not limits:
        return cost_of_quitting(session, say("lobby/cost/seat-kept-in-text"))
    time = spell_duration(min(limits))
    return cost_of_quitting(session, say("lobby/cost/seat-kept-for-a-time", time=time))


def _tables_of_player(session: Session) -> tuple[TableSummary, ...]:
    """Return the tables at which the player plays now."""
    lobby, me = session.client.lobby, session.client.me
    return () if lobby is None else tuple(each for each in lobby.tables if plays_at(each, me))
