"""Errors of PostgreSQL, in sentences for the host of the server."""

from __future__ import annotations

from typing import NamedTuple

import psycopg
from psycopg import errors
from sqlalchemy.exc import DBAPIError

from server.store.place import PostgresUrl

TOO_OLD = (
    "The PostgreSQL at {where} is too old: its version is {version}. Use version 14 or a later one."
)
NOT_UTF8 = (
    "The database {where} has the encoding {encoding}. Make one with the encoding UTF8: "
    "`createdb --encoding UTF8 --template template0 NAME`."
)
NO_SCHEMA = (
    "The user of the store {where} may not use any schema in it. Make the user the owner of the "
    "database: `ALTER DATABASE NAME OWNER TO USER`."
)
NOT_DURABLE = (
    "The PostgreSQL at {where} runs with fsync = off: a power failure may lose moves, or damage "
    "the database. Set fsync = on."
)
LOST = (
    "Another server has taken over the store {where}, so this one has stopped. Serve a lobby once "
    "only."
)
IN_USE = (
    "The store {where} is in use: this lobby is being served already. End that server first, or "
    "choose another database."
)
STEPPED_BACK = (
    "The store {where} lacks changes that it had: a backup was restored while the lobby was "
    "served. Serve again to go on with what is there."
)
AWAY = "The store {where} does not answer ({text}). Start PostgreSQL there, or correct the URL."
UNKNOWN = (
    "The store {where} stopped answering in the middle of a change ({text}). When it answers "
    "again, the server looks whether the change was kept."
)
_NO_ROOM = "The store {where} cannot grow: its disk is full. Make room on it."
_READ_ONLY = (
    "The store {where} cannot be written ({text}). It may be a standby server, or set to read-only."
)
_NO_RIGHTS = (
    "The store {where} refuses its user ({text}). Make the user the owner of the database: "
    "`ALTER DATABASE NAME OWNER TO USER`."
)
_DAMAGED = "The store {where} is damaged ({text}). Restore a backup of the database."
_FAILED = "The store {where} failed ({text}). The log of PostgreSQL tells more."
_UNKNOWN_HOST = "The host in {where} is not known ({text}). Correct the URL."


class _Refusal(NamedTuple):
    """A refusal to connect, for which libpq gives a text but no code."""

    part: str
    sentence: str


_REFUSALS = (
    _Refusal(
        "no password supplied",
        "PostgreSQL wants a password for {where}. Put it into ~/.pgpass (HOST:PORT:DATABASE:"
        "USER:PASSWORD, readable by you only), or into the environment variable PGPASSWORD.",
    ),
    _Refusal(
        "password authentication failed",
        "PostgreSQL refuses the password for {where}. Correct it in ~/.pgpass or in the "
        "environment variable PGPASSWORD, or set another with `\\password USER` in psql.",
    ),
    _Refusal(
        "authentication failed",
        "PostgreSQL does not let this user in at {where} ({text}). Name another user in the URL, "
        "or change pg_hba.conf.",
    ),
    _Refusal(
        "no pg_hba.conf entry",
        "PostgreSQL does not let this user in at {where} from here ({text}). Add a line to "
        "pg_hba.conf, and reload it with `SELECT pg_reload_conf()`.",
    ),
    _Refusal(
        "permission denied for database",
        "This user may not connect to the database {where}. Allow it with "
        "`GRANT CONNECT ON DATABASE NAME TO USER`.",
    ),
    _Refusal(
        "too many clients",
        "The PostgreSQL at {where} has too many connections already. Raise max_connections.",
    ),
    _Refusal(
        "remaining connection slots",
        "The PostgreSQL at {where} has too many connections already. Raise max_connections.",
    ),
    _Refusal("could not translate host name", _UNKNOWN_HOST),
    _Refusal("failed to resolve host", _UNKNOWN_HOST),
    _Refusal(
        "does not exist",
        "{where} cannot be opened ({text}). Make the user with `createuser USER` and the database "
        "with `createdb --owner USER --encoding UTF8 NAME`.",
    ),
    _Refusal(
        "certificate",
        "The certificate of the PostgreSQL at {where} is not accepted ({text}). Give its "
        "authority with ?sslrootcert=FILE.",
    ),
    _Refusal("SSL", "No encrypted connection to {where} can be made ({text})."),
    _Refusal("invalid", "The URL of the store {where} is not accepted ({text})."),
)
_BY_CLASS = (
    (errors.DiskFull, _NO_ROOM),
    (errors.ReadOnlySqlTransaction, _READ_ONLY),
    (errors.InsufficientPrivilege, _NO_RIGHTS),
    (errors.DataCorrupted, _DAMAGED),
    (errors.IndexCorrupted, _DAMAGED),
    (errors.UndefinedTable, _DAMAGED),
    (errors.UndefinedColumn, _DAMAGED),
)


def explain(error: Exception, url: PostgresUrl) -> str:
    """Return a sentence for the host: what is wrong with the store, and what to do."""
    cause = (error.orig if isinstance(error, DBAPIError) else None) or error
    text = first_line(cause)
    for kind, sentence in _BY_CLASS:
        if isinstance(cause, kind):
            return sentence.format(where=url, text=text)
    if isinstance(cause, psycopg.OperationalError | psycopg.ProgrammingError) and not code_of(
        cause
    ):
        for refusal in _REFUSALS:
            if refusal.part in text:
                return refusal.sentence.format(where=url, text=text)
        return AWAY.format(where=url, text=text)
    return _FAILED.format(where=url, text=text)


def code_of(error: BaseException) -> str | None:
    """Return the SQLSTATE of an error; None if PostgreSQL did not send it."""
    return getattr(error, "sqlstate", None)


def is_refusal(error: BaseException) -> bool:
    """Return whether a connection was refused for a reason that trying again does not change."""
    text = str(error)
    busy = (
        "too many clients",
        "remaining connection slots",
        "could not translate",
        "failed to resolve",
    )
    return not any(each in text for each in busy) and any(
        refusal.part in text for refusal in _REFUSALS
    )


def first_line(error: BaseException) -> str:
    """Return what an error says in one line, without a full stop."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Is the server", "Multiple conn"))]
    if code_of(error):  # what follows is its context
        telling = telling[:1]
    text = telling[-1] if telling else type(error).__name__
    for before in ("FATAL:", " failed: "):
        text = text.rpartition(before)[2].strip()
    return text.rstrip(".")
