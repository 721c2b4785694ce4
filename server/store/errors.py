"""Errors of a store, in sentences for the host of the server."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

_FULL = "database or disk is full"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)

DAMAGED = (
    "{where} is damaged ({text}). Put a copy of it in its place, or move it away. Then serve once "
    "with --accept-older-store to go on with the copy, or with an empty lobby."
)
_NO_SPACE = "{where} cannot grow: the disk is full, or your share of it. Make room on it."
_BAD_DISK = (
    "{where} cannot be read or written ({text}). Its disk is full, over its quota or failing: "
    "look at `df` and at the system's log."
)
_UNWRITABLE = (
    "{where} cannot be written ({text}). Check the permissions of the file and its folder, "
    "or choose another file with --store."
)


class StoreError(Exception):
    """The store cannot be opened, read or written; the text says why and what to do."""


class StoreInUseError(StoreError):
    """Another server of this computer serves the lobby of the store."""


class StoreAwayError(StoreError):
    """The database of the store does not answer now; nothing was written."""


class OutcomeUnknownError(StoreError):
    """The database went away during a commit, which it may or may not have kept."""


def explain(error: Exception, path: Path | None) -> str:
    """Return a sentence for the host: what is wrong with the store, and what to do."""
    where = f"The store {path}" if path else "The store"
    cause = (error.orig if isinstance(error, DBAPIError) else None) or error
    text = (isinstance(cause, OSError) and cause.strerror) or str(cause)
    if is_full(cause):
        form = _NO_SPACE
    elif is_damage(cause):
        form = DAMAGED
    elif _sqlite_code(cause) == sqlite3.SQLITE_IOERR:
        form = _BAD_DISK
    else:
        form = _UNWRITABLE
    return form.format(where=where, text=text)


def is_full(error: BaseException) -> bool:
    """Return whether there is no space left on the disk or in the user's quota."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    return _FULL in str(error)


def is_damage(error: BaseException) -> bool:
    """Return whether a database is damaged or was not written by this program."""
    return _sqlite_code(error) in _DAMAGE


def _sqlite_code(error: BaseException) -> int | None:
    """Return the primary result code of an SQLite error."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
