"""The lobby's list of tables: what stands in a line, and which seat it leads to."""

from __future__ import annotations

from typing import NamedTuple

from client import Client
from games.contract import GameError
from protocol.keys import shortened
from protocol.messages import SeatState, TableSummary
from siam_tui.model.table_view import see


class Cells(NamedTuple):
    """A table's line, column by column."""

    table: str
    map: str
    seats: str
    status: str
    you: str
    players: str


COLUMNS = tuple(name.capitalize() for name in Cells._fields)
_STATUS = {"open": "waiting", "running": "playing", "over": "over", "closed": "closed"}


def cells(table: TableSummary, client: Client) -> Cells:
    """Return a table's line, for the person whose client this is."""
    names = [known_as(seat) for seat in table.seats if seat.holder != "free"]
    seats = f"{len(names)} of {len(table.seats)}"
    host = table.host_name or "nobody"
    who = ", ".join(names) or "nobody yet"
    private = ", private" if client.keys.key_of(table.table) else ""
    status = _STATUS[table.status] + private
    return Cells(f"{host}'s", table.map_title, seats, status, _own(table, client), who)


def known_as(seat: SeatState) -> str:
    """Return a name with the beginning of its player's fingerprint, which no other can have."""
    if seat.holder == "bot" or not seat.player:
        return seat.name
    return f"{seat.name} {shortened(seat.player)}"


def seat_for(table: TableSummary, me: str) -> int | None:
    """Return the seat to take: one's own that a stand-in holds, or the first free one."""
    own = [number for number, seat in enumerate(table.seats) if _is_mine(seat, me)]
    if own:
        return own[0] if table.seats[own[0]].holder == "stand_in" else None
    if table.status != "open":
        return None
    free = (number for number, seat in enumerate(table.seats) if seat.holder == "free")
    return next(free, None)


def _own(table: TableSummary, client: Client) -> str:
    """Return what one has at a table."""
    own = [seat for seat in table.seats if _is_mine(seat, client.me)]
    if not own:
        return ""
    if own[0].holder == "stand_in":
        return "your seat: a bot plays"
    return "your turn" if _is_my_turn(table, client) else "your seat"


def _is_my_turn(table: TableSummary, client: Client) -> bool:
    """Return whether one is to move, which is known of tables one has been at."""
    state = client.table(table.table)
    if state is None:
        return False
    try:
        return see(state, client.me).my_turn
    except GameError:  # a game of rules this program does not have
        return False


def _is_mine(seat: SeatState, me: str) -> bool:
    return seat.player == me and seat.holder in ("person", "stand_in")
