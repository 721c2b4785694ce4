"""What can be wrong with a store, in sentences for the person who serves."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

_FULL = "database or disk is full"


class StoreError(Exception):
    """The store cannot be opened, read or written; the text says why and what to do."""


def explain(error: Exception, path: Path | None) -> str:
    """Return a sentence for the host: what is wrong with the store, and what to do."""
    where = f"The store {path}" if path else "The store"
    cause = error.orig if isinstance(error, DBAPIError) else error
    text = (isinstance(cause, OSError) and cause.strerror) or str(cause)
    if _FULL in text or _errno(cause) == errno.ENOSPC:
        return f"{where} cannot grow: the disk is full. Make room on it."
    if _is_damaged(cause):
        return (
            f"{where} is damaged ({text}): put a copy of it in its place, "
            "or move it away to begin with an empty lobby."
        )
    return (
        f"{where} cannot be written ({text}): see to the permissions of the file and its folder, "
        "or choose another file with --store."
    )


def _errno(error: BaseException | None) -> int | None:
    return error.errno if isinstance(error, OSError) else None


def _is_damaged(error: BaseException | None) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
