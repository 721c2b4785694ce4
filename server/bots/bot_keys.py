"""The keys of the bots that have seats, each made for its seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from protocol.keys import PublicKey, SecretKey
from server.tables.table import Table


class BotSeat(NamedTuple):
    """A seat a bot is to play for.

    Attributes:
        key: the bot's own identity.
        level: how it plays.
        name: what it is called.
        table_key: the key of the table, if that is private.
    """

    key: SecretKey
    level: str
    name: str
    table_key: bytes = b""


@dataclass(slots=True)
class BotKeys:
    """The bots' keys by fingerprint.

    Attributes:
        keys: those of the bots that act for a seat.
    """

    keys: dict[str, SecretKey] = field(default_factory=dict)
    _fresh: SecretKey | None = None

    def __len__(self) -> int:
        """Return how many bots there are."""
        return len(self.keys)

    def __contains__(self, player: object) -> bool:
        """Tell whether a fingerprint is a bot's."""
        return player in self.keys

    def new(self) -> PublicKey:
        """Return a new bot's key; its secret is kept if a seat is kept that names it."""
        self._fresh = SecretKey.generate()
        return self._fresh.public

    def settle(self, tables: Mapping[str, Table]) -> None:
        """Keep the keys of those who act for a seat, and of nobody else."""
        if self._fresh:
            self.keys[self._fresh.public.fingerprint] = self._fresh
            self._fresh = None
        if self.keys:
            actors = {seat.actor for each in tables.values() for seat in each.seats}
            self.keys = {name: key for name, key in self.keys.items() if name in actors}

    def seats(self, tables: Iterable[Table]) -> dict[tuple[str, int], BotSeat]:
        """Return the seats bots are to play for, by table and seat."""
        return {
            (table.id, number): BotSeat(self.keys[seat.actor], seat.level, seat.name, table.key)
            for table in tables
            for number, seat in enumerate(table.seats)
            if seat.actor in self.keys
        }
