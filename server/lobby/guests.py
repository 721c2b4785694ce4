"""Who may see a private table: those who have shown its key."""

from __future__ import annotations

import hmac
from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from server.tables.table import Table

MAX_GUESTS = 200
"""Players remembered at each table who have shown its key; the others must show it again."""


@dataclass(frozen=True, slots=True)
class Guests:
    """The players who have shown the keys of private tables since the server started.

    Attributes:
        shown: their fingerprints by the table's id, those who showed the key last at the end.
    """

    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def with_key_shown(self, player: str, table: Table, key: bytes) -> Guests:
        """Return the guests with a player who shows a key; the same if it is not the table's."""
        if not table.key or not hmac.compare_digest(table.key, key):
            return self
        here = self.shown.get(table.id, ())
        if here[-1:] == (player,):
            return self
        others = tuple(each for each in here if each != player)
        return Guests({**self.shown, table.id: (*others, player)[-MAX_GUESTS:]})

    def may_see(self, player: str, table: Table) -> bool:
        """Return whether a player may know that a table exists."""
        return (
            not table.key
            or table.host == player
            or table.viewer(player) is not None
            or player in self.shown.get(table.id, ())
        )

    def without_player(self, player: str, table: str) -> Guests:
        """Return the guests without a player at a table, who must show its key again."""
        here = self.shown.get(table, ())
        if player not in here:
            return self
        return Guests({**self.shown, table: tuple(each for each in here if each != player)})

    def of_tables(self, tables: Container[str]) -> Guests:
        """Return the guests of these tables only, named by their ids."""
        if all(table in tables for table in self.shown):
            return self
        return Guests({table: here for table, here in self.shown.items() if table in tables})
