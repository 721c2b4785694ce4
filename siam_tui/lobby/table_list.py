"""A lobby as text: its list of tables for the width there is, and what stands around it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size

from client.changes import Status
from client.client import Client
from games.registry import game_names, spec_of
from protocol.keys import shortened
from protocol.states import SeatState, TableState, TableSummary
from siam_tui.appearance.cells import text_width
from siam_tui.games.map_names import name_of_map
from siam_tui.games.registry import shown_games
from siam_tui.games.terms_text import tell_terms
from siam_tui.model.own_tables import is_my_turn
from siam_tui.model.table_view import holds
from siam_tui.ui.invitation import is_link
from siam_tui.ui.text_widgets import DataTable
from texts import Noun, tell


class ListRow(NamedTuple):
    """A table's row, column by column."""

    table: str
    game: str
    map: str
    seats: str
    status: str
    you: str
    players: str


def shown_columns() -> tuple[str, ...]:
    """Return the headings of the columns; where only one game can be shown, none names it."""
    several = len(shown_games()) > 1
    return tuple(name for name in ListRow._fields if several or name != "game")


def list_row(table: TableSummary, client: Client) -> ListRow:
    """Return a table's row, for the player whose client this is."""
    names = _names(table)
    host = table.host_name
    is_private = bool(client.keys.key_of(table.table))
    return ListRow(
        tell("lobby/list/host", name=host) if host else tell("lobby/list/no-host"),
        _game_title(table.game),
        tell(name_of_map(table.map_title)),
        tell("lobby/list/seats", taken=len(names), seats=len(table.seats)),
        tell("lobby/list/status", status=table.status, private=is_private),
        _own_seat(table, client),
        ", ".join(names) or tell("lobby/list/nobody"),
    )


def _names(table: TableSummary) -> tuple[str, ...]:
    return tuple(known_as(seat) for seat in table.seats if seat.holder != "free")


def about_table(table: TableSummary) -> str:
    """Return who plays at a table, if several do, and what it is played by."""
    names = _names(table)
    players = (tell("lobby/list/players", names=names),) if len(names) > 1 else ()
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
    told = tell_terms(table.game, seats, table.map_title, table.options, table.terms)
    package = (tell("lobby/list/package", name=table.package),) if table.package else ()
    return (*package, *told)


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
        return tell("lobby/list/bot-plays")
    is_to_move = is_my_turn(client, table.table)
    return tell("lobby/list/your-turn" if is_to_move else "lobby/list/your-seat")


_SCROLL_BAR: Final = 2
"""Cells that the scroll bar of the list may take."""
_PADDING: Final = 2
"""Blank cells beside the text of each column."""
_LEAST_FIRST: Final = ("map", "game", "seats")
"""Columns that are dropped where there is no room, the least needed first."""
_PLAYERS_AT_LEAST: Final = 18
"""Cells that the names of the players need, or all of the names if they are shorter."""


@dataclass(frozen=True, slots=True)
class FittedList:
    """A list that needs no sideways scroll bar.

    Attributes:
        columns: what its columns are called.
        rows: the texts of each row, column by column.
        tables: the id of each row's table.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    tables: tuple[str, ...] = ()


def fit_list(rows: Mapping[str, ListRow], width: int) -> FittedList:
    """Return a list with as many columns as fit, and the players' names cut to the rest.

    Args:
        rows: the tables, by their ids.
        width: how many cells the list has; 0 before it is laid out.
    """
    texts = [row._asdict() for row in rows.values()]
    kept, room = shown_columns(), max(0, width - _SCROLL_BAR)
    widths = {name: _column_width(name, [each[name] for each in texts]) for name in kept}
    if room:
        for name in _LEAST_FIRST:
            if _room(kept, widths, room) >= min(widths["players"], _PLAYERS_AT_LEAST):
                break
            kept = tuple(each for each in kept if each != name)
        names = max(_room(kept, widths, room), text_width(_column_name("players")))
        texts = [{**each, "players": _cut(each["players"], names)} for each in texts]
    fitted = tuple(tuple(each[name] for name in kept) for each in texts)
    return FittedList(tuple(map(_column_name, kept)), fitted, tuple(rows))


def _column_name(name: str) -> str:
    return tell(Noun("lobby/column", name))


def _column_width(name: str, texts: Sequence[str]) -> int:
    return max(map(cell_len, (_column_name(name), *texts)))


def _cut(text: str, width: int) -> str:
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}…"


def _room(columns: Sequence[str], widths: dict[str, int], width: int) -> int:
    """Return how many cells are left for the names of the players."""
    others = sum(widths[name] for name in columns if name != "players")
    return width - others - _PADDING * len(columns)


def fill_list(tables: DataTable, fitted: FittedList, chosen: str) -> None:
    """Show a list, and keep the table with the chosen id chosen; it is empty if there is none."""
    tables.clear(columns=True)
    tables.add_columns(*fitted.columns)
    for number, (table, texts) in enumerate(zip(fitted.tables, fitted.rows, strict=True)):
        tables.add_line(*texts, key=table)
        if table == chosen:
            tables.move_cursor(row=number)


RETRYING = (Status.CONNECTING, Status.LOST)
"""While the client tries again, and its trouble does not say so itself."""


def heading(client: Client, tables: int, turns: int, *, watching: bool, awaited: str = "") -> str:
    """Return the line above the tables: the lobby, how many tables it has, and who looks at it.

    Args:
        client: the connection.
        tables: how many tables are listed.
        turns: at how many of them it is the player's turn.
        watching: whether the player only watches.
        awaited: what to say while a lobby does not answer in which a game of the player waits.
    """
    if client.status is not Status.ONLINE:
        if not client.trouble:
            return tell("lobby/connecting")
        if client.status not in RETRYING:
            return f"⚠ {client.trouble}"
        return f"⚠ {awaited}" if awaited else tell("lobby/trying-again", trouble=client.trouble)
    lobby = (client.lobby.name if client.lobby else "") or tell("lobby/unnamed")
    key = None if watching else shortened(client.me)
    return tell("lobby/heading", lobby=lobby, n=tables, name=client.name, key=key, turns=turns)


def tell_empty(client: Client, *, watching: bool) -> str:
    """Return what stands in place of the tables where there are none.

    Args:
        client: the connection.
        watching: whether the player only watches.
    """
    if client.lobby is None:
        return ""
    if client.status is Status.REFUSED:
        return tell("lobby/empty/refused")
    if client.status.ended:
        return tell("lobby/empty/ended")
    if watching:
        return tell("lobby/empty/watching")
    return tell_closed(client) or tell("lobby/empty/open-one")


def tell_closed(client: Client) -> str:
    """Return why no table can be opened now; empty if one can."""
    if client.status is Status.ONLINE and client.lobby is not None and client.lobby.serving:
        return ""
    if client.status.ended:
        return client.trouble
    is_lost = client.status is Status.LOST
    return tell("lobby/empty/unreached" if is_lost else "lobby/empty/stopped")


def tell_invitation(invitation: str, width: int) -> str:
    """Return how others are invited: by a link that fits into one line, else by a key.

    A link over two lines can neither be selected nor clicked whole.

    Args:
        invitation: the invite link, or the command that leads here.
        width: how many cells a line has; 0 if that is not known yet.
    """
    link = is_link(invitation)
    if text_width(invitation) > width:
        return tell("ui/invite/by-key", link=link)
    return f"{tell('ui/invite/lobby', link=link)}\n{invitation}"


def tell_call(state: TableState, *, is_here: bool, is_chosen: bool) -> str:
    """Return that it is the player's turn at a table whose screen is not open.

    Args:
        state: the table.
        is_here: whether the lobby is the screen in front.
        is_chosen: whether the cursor is on the table.
    """
    way = "elsewhere" if not is_here else "chosen" if is_chosen else "listed"
    return tell("lobby/your-turn", host=state.host_name or None, way=way)
