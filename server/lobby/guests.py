"""Who may see a private table: those who have shown its key."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from dataclasses import dataclass, field

from server.tables.table import Table

MAX_GUESTS = 200
"""People remembered at each table who have shown its key; beyond, they show it again."""


@dataclass(slots=True)
class Guests:
    """The people who have shown the keys of private tables since the server was started."""

    _shown: dict[str, OrderedDict[str, None]] = field(default_factory=dict)

    def show(self, player: str, table: Table, key: bytes) -> None:
        """Let somebody see a private table from now on, if this is its key."""
        if table.key and hmac.compare_digest(table.key, key):
            guests = self._shown.setdefault(table.id, OrderedDict())
            guests[player] = None
            guests.move_to_end(player)
            if len(guests) > MAX_GUESTS:
                guests.popitem(last=False)

    def may_see(self, player: str, table: Table) -> bool:
        """Tell whether a player may know that a table is there."""
        return (
            not table.key
            or table.host == player
            or table.viewer(player) is not None
            or player in self._shown.get(table.id, ())
        )

    def send_away(self, player: str, table: str) -> None:
        """Forget that somebody has shown a table's key."""
        self._shown.get(table, OrderedDict()).pop(player, None)

    def forget(self, table: str) -> None:
        """Forget a table that is closed."""
        self._shown.pop(table, None)
