"""The lobby's list of tables: the texts of a row, and the seat to take at a table."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from client.client import Client
from games.registry import game_names, spec_of
from protocol.keys import shortened
from protocol.states import SeatState, TableSummary
from siam_tui.games.registry import shown_games
from siam_tui.games.terms_text import tell_terms
from siam_tui.model.own_tables import is_my_turn
from siam_tui.model.table_view import holds


class ListRow(NamedTuple):
    """A table's row, column by column."""

    table: str
    game: str
    map: str
    seats: str
    status: str
    you: str
    players: str


_STATUS = {"open": "waiting", "running": "playing", "over": "over", "closed": "closed"}
_HOST = "{name}'s"
_NO_HOST = "no host"
_PLAYERS = "Players: {names}."


def shown_columns() -> tuple[str, ...]:
    """Return the headings of the columns; where only one game can be shown, none names it."""
    several = len(shown_games()) > 1
    return tuple(name for name in ListRow._fields if several or name != "game")


def list_row(table: TableSummary, client: Client) -> ListRow:
    """Return a table's row, for the player whose client this is."""
    names = _names(table)
    seats = f"{len(names)} of {len(table.seats)}"
    host = _HOST.format(name=table.host_name) if table.host_name else _NO_HOST
    who = ", ".join(names) or "nobody yet"
    private = ", private" if client.keys.key_of(table.table) else ""
    status = _STATUS[table.status] + private
    return ListRow(
        host,
        _game_title(table.game),
        table.map_title,
        seats,
        status,
        _own_seat(table, client),
        who,
    )


def _names(table: TableSummary) -> list[str]:
    return [known_as(seat) for seat in table.seats if seat.holder != "free"]


def about_table(table: TableSummary) -> str:
    """Return who plays at a table, if several do, and what it is played by."""
    names = _names(table)
    players = (_PLAYERS.format(names=", ".join(names)),) if len(names) > 1 else ()
    return " ".join((*players, *terms_of(table)))


def _game_title(name: str) -> str:
    return spec_of(name).title if name in game_names() else name


def known_as(seat: SeatState) -> str:
    """Return a name with the beginning of its player's fingerprint, which nobody else can have."""
    if seat.holder == "bot" or not seat.player:
        return seat.name
    return f"{seat.name} {shortened(seat.player)}"


def terms_of(table: TableSummary) -> tuple[str, ...]:
    """Return what a table is played by, in sentences."""
    seats = len(table.seats)
    return tuple(tell_terms(table.game, seats, table.map_title, table.options, table.terms))


def seat_for(table: TableSummary, me: str) -> int | None:
    """Return the seat to take: the player's own that a stand-in holds, or the first free one."""
    own = [number for number, seat in enumerate(table.seats) if holds(seat, me)]
    if own:
        return own[0] if table.seats[own[0]].holder == "stand_in" else None
    if table.status != "open":
        return None
    free = (number for number, seat in enumerate(table.seats) if seat.holder == "free")
    return next(free, None)


WayIn: TypeAlias = Literal["sit", "return", "watch"]
"""What one does who goes to a table: take a free seat, return to their own, or watch."""


def way_in(table: TableSummary, me: str) -> WayIn:
    """Return what a player, by fingerprint, does who goes to a table."""
    if any(holds(seat, me) for seat in table.seats):
        return "return"
    return "watch" if seat_for(table, me) is None else "sit"


def _own_seat(table: TableSummary, client: Client) -> str:
    """Return in a few words whether the player has a seat at a table, and who plays on it."""
    own = [seat for seat in table.seats if holds(seat, client.me)]
    if not own:
        return ""
    if own[0].holder == "stand_in":
        return "your seat: a bot plays"
    return "your turn" if is_my_turn(client, table.table) else "your seat"
