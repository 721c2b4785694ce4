"""Copies the rows of a store from one database to another, and proves that they are the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack
from sqlalchemy import Connection, Row, Table, func, insert, select

from server.store import schema
from server.store.errors import StoreError
from server.store.sqlite.file import file_engine

_AT_ONCE = 500
"""Rows in memory at a time."""

_OTHER_RELEASE = (
    "Another release of siam has written {place}: serve it once with this one before you copy it."
)
_DIFFERENT = (
    "The copy of `{table}` differs from the original ({there} rows of {here}), so nothing was "
    "copied. Check the disks of both, and try again."
)


@dataclass(slots=True)
class Digest:
    """The number of rows of a table, and a sum of their hashes, whatever their order."""

    rows: int = 0
    total: int = 0

    def add(self, rows: Iterable[Row[Any]]) -> None:
        """Add rows."""
        for row in rows:
            self.rows += 1
            hashed = sha256(msgpack.packb(tuple(row))).digest()
            self.total = (self.total + int.from_bytes(hashed)) % 2**256


def check_release(connection: Connection, place: object) -> None:
    """Check that a store has the present schema.

    Raises:
        StoreError: it does not; `place` says which store.
    """
    if schema.schema_of(connection) != len(schema.MIGRATIONS):
        raise StoreError(_OTHER_RELEASE.format(place=place))


def copy_rows(source: Connection, target: Connection) -> dict[str, int]:
    """Copy all rows into a store whose tables are empty; return how many, by table.

    Args:
        source: in a transaction in which it does not change.
        target: in a transaction.

    Raises:
        StoreError: what arrived is not what was sent.
        SQLAlchemyError: it cannot be read or written.
    """
    counts: dict[str, int] = {}
    for table in schema.metadata.sorted_tables:
        sent, arrived = Digest(), Digest()
        for rows in _partitions(source, table):
            sent.add(rows)
            target.execute(insert(table), [row._asdict() for row in rows])
        for rows in _partitions(target, table):
            arrived.add(rows)
        if sent != arrived:
            raise StoreError(
                _DIFFERENT.format(table=table.name, there=arrived.rows, here=sent.rows)
            )
        counts[table.name] = sent.rows
    return counts


def write_file(file: Path, source: Connection, commits: int) -> dict[str, int]:
    """Copy all rows into an empty file; return the number of rows, by table.

    Args:
        file: the file.
        source: in a transaction in which it does not change.
        commits: how many commits the store has had.

    Raises:
        StoreError: what arrived is not what was sent.
        SQLAlchemyError: it cannot be read or written.
    """
    lobby = source.execute(select(schema.lobby.c.id)).scalar_one()
    with file_engine(file) as engine, engine.connect() as connection:
        with connection.begin():
            schema.migrate(connection, lobby)
            connection.execute(schema.lobby.delete())
            counts = copy_rows(source, connection)
            connection.exec_driver_sql(f"PRAGMA user_version = {commits}")
        sqlite = connection.connection.driver_connection
        assert sqlite is not None
        sqlite.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, complete in itself
    return counts


def _partitions(connection: Connection, table: Table) -> Iterable[Iterable[Row[Any]]]:
    query = select(table).order_by(*table.primary_key)
    streamed = connection.execute(query, execution_options={"yield_per": _AT_ONCE})
    return streamed.partitions()


def continue_numbers(connection: Connection) -> None:
    """Have PostgreSQL number new rows after those that were copied."""
    for table in (schema.tables, schema.answers, schema.records):
        sequence = func.pg_get_serial_sequence(table.name, "number")
        last = select(func.max(table.c.number)).scalar_subquery()
        connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))
