"""Tells a player that a table they care for is no longer in the lobby."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from client.changes import Status
from client.client import Client
from protocol.states import TableSummary
from siam_tui.model.table_view import holds
from texts import say, tell


def _tell_gone(table: TableSummary, name: str) -> str:
    """Return that a table is no longer in the lobby, as far as can be known why.

    Args:
        table: the table as it was listed last.
        name: the player's name in the lobby.
    """
    if table.host_name == name:
        return tell("lobby/gone/yours", last_seen=table.status)
    host = table.host_name or say("lobby/gone/somebody")
    return tell("lobby/gone/theirs", last_seen=table.status, host=host)


class GoneTables:
    """Finds the tables that vanish from the list, and says so once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def note_told(self, table: str) -> None:
        """Note that the player was told why they had to leave a table."""
        self._told.add(table)

    def sentences(
        self, client: Client, listed: Mapping[str, TableSummary], chosen: str
    ) -> Iterator[str]:
        """Iterate over what to say about the player's own tables and the chosen one.

        While there is no lobby, its tables may come back, so nothing is said.

        Args:
            client: the connection, which knows the present list.
            listed: the tables as they were listed before, by id.
            chosen: the id of the table that the cursor was on.
        """
        lobby = client.lobby
        if lobby is None or not lobby.serving or client.status is not Status.ONLINE:
            return
        for name in listed.keys() - {table.table for table in lobby.tables} - self._told:
            if name == chosen or any(holds(seat, client.me) for seat in listed[name].seats):
                yield _tell_gone(listed[name], client.name)
