"""Reserves the names of players in the database, so that they are distinct in all parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

import psycopg

MAX_LOOKS = 20_000
"""Looks of names that are reserved; those not seen for longest are free again."""

_FRESH = """
SELECT player, look FROM names
WHERE player = ANY(%s) AND look = ANY(%s) AND seen > now() - interval '1 hour'
"""
_LOCK_CLASS = 0x5349414E
_LOCK = "SELECT pg_advisory_xact_lock(%s, hashtext(current_schema()))"
_OWNER = "SELECT player FROM names WHERE look = %s"
_FREE = "DELETE FROM names WHERE player = %s AND look <> ALL(%s)"
_RESERVE = """
INSERT INTO names (look, player, seen) SELECT look, %s, now() FROM unnest(%s::text[]) AS look
ON CONFLICT (look) DO UPDATE SET seen = excluded.seen
"""
_FORGET = """
DELETE FROM names WHERE look IN (SELECT look FROM names ORDER BY seen DESC OFFSET %s)
"""

Choose: TypeAlias = Callable[[Callable[[str], bool]], tuple[str, Collection[str]]]
"""Chooses a name, given whether a look is another player's; returns the name and its looks."""


def held_looks(
    connection: psycopg.Connection[Any], wishes: Mapping[str, Collection[str]]
) -> set[tuple[str, str]]:
    """Return players and looks that they have reserved lately, among them all that they wish for.

    Args:
        connection: to the database.
        wishes: the looks of the name that each player wishes for, by fingerprint.
    """
    looks = {look for each in wishes.values() for look in each}
    return set(connection.execute(_FRESH, (list(wishes), list(looks))).fetchall())


def reserve_name(connection: psycopg.Connection[Any], player: str, choose: Choose) -> str:
    """Reserve the name that is chosen for a player, and free their earlier one.

    Args:
        connection: to the database.
        player: the player's fingerprint.
        choose: chooses the name.
    """

    def is_taken(look: str) -> bool:
        row = connection.execute(_OWNER, (look,)).fetchone()
        return row is not None and row[0] != player

    with connection.transaction():
        connection.execute(_LOCK, (_LOCK_CLASS,))
        name, looks = choose(is_taken)
        connection.execute(_FREE, (player, list(looks)))
        connection.execute(_RESERVE, (player, list(looks)))
        connection.execute(_FORGET, (MAX_LOOKS,))
    return name
