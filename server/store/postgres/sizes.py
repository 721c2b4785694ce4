"""How much room a store takes in PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Connection

from server.store import schema

_USED = "SELECT coalesce(sum(pg_column_size(text)), 0)::bigint FROM records"
_TOTAL = (
    "SELECT sum(pg_total_relation_size(quote_ident(name)::regclass))::bigint "
    "FROM unnest(%(names)s::text[]) AS name"
)


def used_bytes(connection: Connection) -> int:
    """Return the size of the records as they are stored, without the space of dropped ones."""
    return int(connection.exec_driver_sql(_USED).scalar_one())


def total_bytes(connection: Connection) -> int:
    """Return how much of its disk the store takes, with indexes and unused space."""
    names = {"names": list(schema.metadata.tables)}
    return int(connection.exec_driver_sql(_TOTAL, names).scalar_one())
