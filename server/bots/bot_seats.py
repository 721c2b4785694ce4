"""The seats that bots play for, and the keys they play with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from protocol.keys import SecretKey
from server.tables.table import Table


class BotSeat(NamedTuple):
    """A seat that a bot is to play for.

    Attributes:
        key: the bot's own identity, made for this seat.
        level: how well it plays.
        name: its name.
        table_key: the key of the table, if that is private.
    """

    key: SecretKey
    level: str
    name: str
    table_key: bytes = b""


def bot_seats(
    tables: Iterable[Table], keys: Mapping[str, SecretKey]
) -> dict[tuple[str, int], BotSeat]:
    """Return the seats that bots play for, by table and seat.

    Args:
        tables: the tables to look at.
        keys: the bots' keys by fingerprint.
    """
    return {
        (table.id, number): BotSeat(keys[seat.actor], seat.level, seat.name, table.key)
        for table in tables
        for number, seat in enumerate(table.seats)
        if seat.actor in keys
    }
