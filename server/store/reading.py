"""Reads a whole store when a server starts."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, select

from protocol.keys import PublicKey, SecretKey
from protocol.owner import Ban
from server.refusals import RefusedError
from server.store import schema
from server.store.errors import StoreError
from server.store.rows import read_reply, read_table
from server.store.saved import Saved, SavedPlayer
from server.store.statements import KEPT_ANSWERS
from server.tables.opening import OpenGame
from server.tables.table import Table

logger = logging.getLogger(__name__)


def read_all(connection: Connection, open_game: OpenGame) -> Saved:
    """Return the contents of a store without its archive.

    A table whose game is not installed, or whose map is refused, such as one that an earlier
    release took, stays in the store and is passed over: nobody can play there, and the other tables
    must not wait for it.

    Raises:
        StoreError: a table in it is not what a server wrote.
        SQLAlchemyError: it cannot be read.
    """
    tables, keys = read_tables(connection, open_game)
    bans = connection.execute(select(schema.bans).order_by(schema.bans.c.at))
    return Saved(
        tuple(tables),
        keys,
        _players(connection),
        tuple(Ban(row.player, row.name, row.why, row.at) for row in bans),
    )


def read_tables(
    connection: Connection, open_game: OpenGame, wanted: Collection[str] | None = None
) -> tuple[list[Table], dict[str, SecretKey]]:
    """Return tables, oldest first, and their bots' keys.

    Args:
        connection: to the store.
        open_game: finds a game by its name.
        wanted: the ids of the tables to read; None for all.

    Raises:
        StoreError: one is not what a server wrote.
        SQLAlchemyError: they cannot be read.
    """
    tables: list[Table] = []
    keys: dict[str, SecretKey] = {}
    logs = _grouped(connection, schema.moves.c.ply, "table", wanted)
    talks = _grouped(connection, schema.talk.c.number, "table", wanted)
    rows = select(schema.tables).order_by(schema.tables.c.number)
    if wanted is not None:
        rows = rows.where(schema.tables.c.id.in_(wanted))
    for row in connection.execute(rows):
        try:
            table, its_keys = read_table(row._asdict(), logs[row.id], open_game, talks[row.id])
        except RefusedError as error:
            if error.code not in ("bad_map", "unknown_game"):
                raise _unreadable(row.id, error) from error
            logger.warning(
                "Table %s was not opened, and stays in the store: %s", row.id, error.sentence
            )
            continue
        except Exception as error:  # any error means that it is not what was written
            raise _unreadable(row.id, error) from error
        tables.append(table)
        keys |= its_keys
    return tables, keys


def _unreadable(table: str, error: Exception) -> StoreError:
    return StoreError(
        f"Table {table} in the store cannot be read ({error}). Put a copy of the store in its "
        "place, or move it away. Then serve once with --accept-older-store to go on with the "
        "copy, or with an empty lobby."
    )


def _players(connection: Connection) -> tuple[SavedPlayer, ...]:
    answers = _grouped(connection, schema.answers.c.number, "player")
    found = [
        SavedPlayer(
            PublicKey(row.key),
            row.name,
            {
                answer["command"]: read_reply(answer["reply"])
                for answer in answers[row.id][-KEPT_ANSWERS:]
            },
            row.played,
        )
        for row in connection.execute(select(schema.players))
    ]
    last = {player: rows[-1]["number"] for player, rows in answers.items()}
    return tuple(sorted(found, key=lambda each: last.get(each.public.fingerprint, 0)))


def _grouped(
    connection: Connection,
    order: Any,  # noqa: ANN401 - a column
    by: str,
    wanted: Collection[str] | None = None,
) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = defaultdict(list)
    found = select(order.table).order_by(order)
    if wanted is not None:
        found = found.where(order.table.c[by].in_(wanted))
    for row in connection.execute(found).mappings():
        rows[row[by]].append(row)
    return rows
