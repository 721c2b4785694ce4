"""Counts what goes on in a lobby, for its host and for people on the same computer."""

from __future__ import annotations

from typing import NamedTuple

from server.lobby.lobby import Lobby
from server.players.presence import AWAY_SECONDS


class Census(NamedTuple):
    """How much goes on in a lobby.

    Attributes:
        games: running games at which people sit.
        tables: tables that everybody may see.
        people: people who gave a sign of life lately; no bots.
    """

    games: int = 0
    tables: int = 0
    people: int = 0


def take_census(lobby: Lobby) -> Census:
    """Return how much goes on in a lobby now."""
    tables, now = lobby.tables.values(), lobby.context.clock()
    heard = lobby.context.players.all_heard()
    return Census(
        games=sum(table.status == "running" and bool(table.people()) for table in tables),
        tables=sum(not table.key for table in tables),
        people=sum(
            at is not None and now - at < AWAY_SECONDS and not lobby.is_bot(player)
            for player, at in heard.items()
        ),
    )
