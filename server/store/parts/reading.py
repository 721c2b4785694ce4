"""Reads parts of a store when a server takes them, and what the list shows of all tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import Connection, select

from protocol.codec import summary_from_plain, unpack
from protocol.keys import PublicKey
from protocol.owner import Ban
from protocol.states import TableSummary
from protocol.topics import LIST_PART
from server.store import schema as store
from server.store.parts import schema
from server.store.reading import read_tables
from server.store.rows import read_reply
from server.store.saved import Saved, SavedBook, SavedPlayer
from server.store.statements import KEPT_ANSWERS
from server.tables.opening import OpenGame

_LIST = """
SELECT placed."table", summary, key FROM placed JOIN tables ON tables.id = placed."table"
WHERE summary <> '' AND (%(tables)s::text[] IS NULL OR placed."table" = ANY(%(tables)s))
ORDER BY tables.number
"""

Listed = tuple[TableSummary, bytes]
"""What the list shows of a table, and its key if it is private."""


class ListingRow(NamedTuple):
    """What lists show of a table, as it is written in `placed`."""

    summary: bytes
    key: bytes
    host: str
    people: list[str]
    words: str


class SavedPart(NamedTuple):
    """What a server finds of a part that it takes.

    Attributes:
        saved: the contents.
        listed: what is written of its tables in the list.
        book: the addresses for reminders, if the part has them.
    """

    saved: Saved
    listed: Mapping[str, ListingRow]
    book: SavedBook = SavedBook()  # it is immutable


def read_parts(
    connection: Connection, parts: Collection[int], open_game: OpenGame
) -> dict[int, SavedPart]:
    """Return the contents of some parts.

    Raises:
        StoreError: a table is not what a server wrote.
        SQLAlchemyError: it cannot be read.
    """
    rows = connection.execute(select(schema.placed).where(schema.placed.c.part.in_(parts))).all()
    tables, keys = read_tables(connection, open_game, [row.table for row in rows])
    part_of_table = {row.table: row.part for row in rows}
    players = _players(connection, parts)
    bans = read_bans(connection)
    found = {}
    for part in parts:
        own = tuple(table for table in tables if part_of_table[table.id] == part)
        actors = {seat.actor for table in own for seat in table.seats}
        own_keys = {name: key for name, key in keys.items() if name in actors}
        listed = {
            row.table: ListingRow(row.summary, row.key, row.host, row.people, row.words)
            for row in rows
            if row.part == part
        }
        found[part] = SavedPart(Saved(own, own_keys, tuple(players[part]), bans), listed)
    if (with_list := found.get(LIST_PART)) is not None:
        found[LIST_PART] = with_list._replace(book=_book(connection))
    return found


def _book(connection: Connection) -> SavedBook:
    entries = connection.execute(select(schema.book)).all()
    letters = connection.execute(select(schema.letters).order_by(schema.letters.c.number)).all()
    return SavedBook(
        {row.key: row.entry for row in entries}, {row.number: row.letter for row in letters}
    )


_TURNS = """
SELECT player, moment, shown, game, host, greatest(0, extract(epoch FROM ends - now()))::float8,
    call
FROM turns ORDER BY moment
"""


def read_subscribers(
    connection: psycopg.Connection[Any],
) -> tuple[frozenset[str], frozenset[int]]:
    """Return the fingerprints of the players who have an address, and the parts with `turns`."""
    players = connection.execute("SELECT key FROM addresses WHERE key <> ''").fetchall()
    parts = connection.execute("SELECT DISTINCT part FROM turns").fetchall()
    return frozenset(each for (each,) in players), frozenset(each for (each,) in parts)


def read_turns(connection: psycopg.Connection[Any]) -> list[Any]:
    """Return the turns that wait for players who have an address.

    Returns:
        of each turn the player, and the fields of `WaitingTurn` but `ends_soon`.
    """
    return connection.execute(_TURNS).fetchall()


def read_bans(connection: Connection) -> tuple[Ban, ...]:
    """Return the banned players, those banned longest ago first."""
    rows = connection.execute(select(store.bans).order_by(store.bans.c.at))
    return tuple(Ban(row.player, row.name, row.why, row.at) for row in rows)


def read_list(
    connection: psycopg.Connection[Any], tables: Collection[str] | None = None
) -> dict[str, Listed]:
    """Return what the list shows of these tables, or of all, oldest first; not of closed ones."""
    wanted = None if tables is None else list(tables)
    rows = connection.execute(_LIST, {"tables": wanted}).fetchall()
    return {table: (summary_from_plain(unpack(shown)), key) for table, shown, key in rows}


def _players(connection: Connection, parts: Collection[int]) -> dict[int, list[SavedPlayer]]:
    """Return the players who were answered in each part, those answered longest ago first."""
    told = schema.answers
    answers: dict[int, dict[str, list[Any]]] = {part: defaultdict(list) for part in parts}
    for row in connection.execute(
        select(told).where(told.c.part.in_(parts)).order_by(told.c.number.desc())
    ):
        answers[row.part][row.player].append(row)
    wanted = {player for of_part in answers.values() for player in of_part}
    rows = connection.execute(select(store.players).where(store.players.c.id.in_(wanted)))
    known = {row.id: row for row in rows}
    return {
        part: [
            SavedPlayer(
                PublicKey(known[player].key),
                known[player].name,
                {row.command: read_reply(row.reply) for row in reversed(given[:KEPT_ANSWERS])},
                known[player].played,
            )
            for player, given in reversed(of_part.items())
            if player in known
        ]
        for part, of_part in answers.items()
    }
