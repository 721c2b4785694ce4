"""Connects to PostgreSQL, with settings under which a commit is durable and nothing hangs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError

from server.store import schema
from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres.errors import NO_SCHEMA, NOT_DURABLE, NOT_UTF8, TOO_OLD, explain

LEAST_VERSION = 140000
"""PostgreSQL 14. Nothing here needs a later one; the tests run on what the system has."""
CONNECT_SECONDS = 2
"""Seconds to wait for each address of the host; the least that libpq allows."""

_KEEP_ALIVE = {
    "keepalives_idle": 3,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,  # milliseconds until a host that has gone is given up
}
_SETTINGS = (
    # PostgreSQL notices a server whose machine has gone, and frees its lock.
    ("tcp_keepalives_idle", "3"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("lock_timeout", "5s"),
    ("statement_timeout", "0"),  # there is a watch over commits; migrations may take long
    ("idle_in_transaction_session_timeout", "30s"),
    ("client_min_messages", "warning"),
)
_SET = "SELECT " + ", ".join("set_config(%s, %s, false)" for _ in _SETTINGS)
_DURABLE = "SELECT current_setting('fsync'), current_setting('synchronous_commit')"


def connect(url: PostgresUrl, name: str) -> psycopg.Connection[Any]:
    """Connect; each statement is a transaction unless one is begun.

    Args:
        url: where.
        name: what PostgreSQL calls this session (``application_name``).

    Raises:
        StoreError: PostgreSQL is too old, or the database cannot keep our texts.
        psycopg.Error: it cannot be reached, or refuses.
    """
    defaults: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **_KEEP_ALIVE}
    given = conninfo_to_dict(url.text)
    arguments: dict[str, Any] = defaults | given | {"application_name": name}
    connection = psycopg.connect(autocommit=True, **arguments)
    try:
        _check(connection, url)
        connection.execute(_SET, [each for setting in _SETTINGS for each in setting])
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: psycopg.Connection[Any], url: PostgresUrl) -> None:
    info = connection.info
    if info.server_version < LEAST_VERSION:
        version = info.parameter_status("server_version")
        raise StoreError(TOO_OLD.format(where=url, version=version))
    encoding = info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError(NOT_UTF8.format(where=url, encoding=encoding))
    if connection.execute("SELECT current_schema()").fetchone() == (None,):
        raise StoreError(NO_SCHEMA.format(where=url))


def make_durable(connection: psycopg.Connection[Any], url: PostgresUrl) -> str:
    """Have a commit wait for the disk; return a warning if PostgreSQL never does."""
    row = connection.execute(_DURABLE).fetchone()
    fsync, synchronous = row or ("", "")
    if synchronous == "off":
        connection.execute("SET synchronous_commit = on")
    return "" if fsync == "on" else NOT_DURABLE.format(where=url)


@contextmanager
def reading(url: PostgresUrl, name: str, *, read_only: bool = True) -> Iterator[Connection]:
    """Open a connection for SQLAlchemy, in one transaction that sees one state of the database.

    Args:
        url: where.
        name: what PostgreSQL calls this session.
        read_only: whether it is rolled back; otherwise it is committed at the end.

    Raises:
        StoreError: it cannot be reached, refuses, or cannot be read or written.
    """
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(url, name),
        poolclass=NullPool,
        use_native_hstore=False,
    )
    try:
        with engine.connect() as connection:
            level = "REPEATABLE READ" if read_only else "READ COMMITTED"
            connection = connection.execution_options(  # noqa: PLW2901 - the same one
                isolation_level=level, postgresql_readonly=read_only
            )
            with connection.begin():
                yield connection
    except (psycopg.Error, SQLAlchemyError) as error:
        raise StoreError(explain(error, url)) from error
    finally:
        engine.dispose()


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
