"""Limits the archive: drops the oldest games and gives their space back."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import NamedTuple

from server.store.statements import DROP_RECORDS

_AT_ONCE = 100
"""Records dropped in one transaction, which must be short."""
_PAGES_AT_ONCE = 100
"""Pages of 4 KB given back to the file system in one step."""
_INCREMENTAL = 2
_FORM = re.compile(r"([1-9][0-9]{0,8})(d|MB)?")


class RecordLimit(NamedTuple):
    """The limit of the archive: a number of games, an age, or the size of the store.

    Attributes:
        games: how many of the latest games are kept; 0 for any number.
        days: how long a game is kept; 0 for ever.
        megabytes: how large the store may be before the oldest games go; 0 for any size.
    """

    games: int = 0
    days: int = 0
    megabytes: int = 0


KEEP_ALL = RecordLimit()


def parse_record_limit(text: str) -> RecordLimit:
    """Read a limit: ``10000`` for as many games, ``90d`` for days, ``500MB`` for a size.

    Raises:
        ValueError: it is none of these.

    >>> parse_record_limit("10000").games, parse_record_limit("90d").days
    (10000, 90)
    >>> parse_record_limit("500MB").megabytes
    500
    """
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise ValueError(
            f"{text!r} is no limit: give a number of games, such as 10000, of days, such as 90d, "
            "or a size of the store, such as 500MB, without a leading 0."
        )
    number = int(found[1])
    match found[2]:
        case "d":
            return RecordLimit(days=number)
        case "MB":
            return RecordLimit(megabytes=number)
        case _:
            return RecordLimit(games=number)


def drop_old_records(connection: sqlite3.Connection, limit: RecordLimit, now: datetime) -> bool:
    """Drop some of the oldest games beyond a limit; return whether there may be more.

    Args:
        connection: to a store, with no transaction begun.
        limit: what is kept.
        now: the present, with a time zone.

    Raises:
        sqlite3.Error: they cannot be dropped; none of them are.
    """
    last = _last_to_drop(connection, limit, now)
    if last is None:
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        DROP_RECORDS(connection, {"last": last})
        connection.commit()
    finally:
        if connection.in_transaction:
            connection.rollback()
    return True


def _last_to_drop(connection: sqlite3.Connection, limit: RecordLimit, now: datetime) -> int | None:
    """Return the number of the last game to drop now, None if there is none."""
    oldest = connection.execute(
        "SELECT number, ended, length(text) FROM records ORDER BY number LIMIT ?", (_AT_ONCE,)
    ).fetchall()
    (newest,) = connection.execute("SELECT max(number) FROM records").fetchone()
    beyond: list[int] = []
    if limit.games:
        beyond = [number for number, *_ in oldest if number <= newest - limit.games]
    elif limit.days:
        since = _since(limit, now)
        beyond = [number for number, *_ in takewhile(lambda row: row[1] < since, oldest)]
    elif limit.megabytes:
        excess = _used_bytes(connection) - limit.megabytes * 2**20
        for number, _, size in oldest:
            if excess <= 0:
                break
            beyond.append(number)
            excess -= size
    return beyond[-1] if beyond else None


def _used_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of the store without its free pages."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _since(limit: RecordLimit, now: datetime) -> str:
    """Return the earliest end of a game that is kept, in the form of the archive."""
    try:
        return (now.astimezone(UTC) - timedelta(days=limit.days)).isoformat(timespec="seconds")
    except OverflowError:  # before the first date of the calendar
        return ""


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
