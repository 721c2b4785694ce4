"""Gives the space of dropped games back to the file system, where SQLite keeps the store."""

from __future__ import annotations

import sqlite3

_PAGES_AT_ONCE = 100
"""Pages of 4 KB given back to the file system in one step."""
_INCREMENTAL = 2


def used_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of the store without its free pages."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def can_shrink(connection: sqlite3.Connection) -> bool:
    """Return whether the file can shrink after games are dropped."""
    (mode,) = connection.execute("PRAGMA auto_vacuum").fetchone()
    return bool(mode == _INCREMENTAL)


def make_shrinkable(connection: sqlite3.Connection) -> None:
    """Rewrite a store of an earlier release, so that it can shrink from now on.

    Raises:
        sqlite3.Error: that failed, perhaps for want of space; nothing has changed.
    """
    connection.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def give_back_space(connection: sqlite3.Connection) -> bool:
    """Give some unused space back to the file system; return whether there may be more.

    Raises:
        sqlite3.Error: that failed.
    """
    # `execute` would give back one page: it does not step a statement without columns to its end.
    connection.executescript(f"PRAGMA incremental_vacuum({_PAGES_AT_ONCE});")
    (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    return bool(free and can_shrink(connection))
