"""Limits the archive: drops the oldest games."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from server.store import schema

_records = schema.records
_AT_ONCE = 100
"""Records dropped in one transaction, which must be short."""
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


def drop_old_records(
    connection: Connection, limit: RecordLimit, now: datetime, used_bytes: Callable[[], int]
) -> bool:
    """Drop some of the oldest games beyond a limit; return whether there may be more.

    Args:
        connection: to a store, in a transaction.
        limit: what is kept.
        now: the present, with a time zone.
        used_bytes: returns the size of the store.

    Raises:
        SQLAlchemyError: they cannot be dropped.
    """
    last = last_to_drop(connection, limit, now, used_bytes)
    if last is None:
        return False
    connection.execute(delete(_records).where(_records.c.number <= last))
    return True


def last_to_drop(
    connection: Connection, limit: RecordLimit, now: datetime, used_bytes: Callable[[], int]
) -> int | None:
    """Return the number of the last game to drop now, None if there is none.

    Raises:
        SQLAlchemyError: the archive cannot be read.
    """
    fields = (_records.c.number, _records.c.ended, func.length(_records.c.text))
    oldest = connection.execute(select(*fields).order_by(_records.c.number).limit(_AT_ONCE)).all()
    beyond: list[int] = []
    if limit.games:
        last = _first_beyond(connection, limit.games)
        beyond = [number for number, *_ in oldest if number <= last]
    elif limit.days:
        since = _since(limit, now)
        beyond = [number for number, *_ in takewhile(lambda row: row[1] < since, oldest)]
    elif limit.megabytes:
        excess = used_bytes() - limit.megabytes * 2**20
        for number, _, size in oldest:
            if excess <= 0:
                break
            beyond.append(number)
            excess -= size
    return beyond[-1] if beyond else None


def _first_beyond(connection: Connection, games: int) -> int:
    """Return the number of the latest game that is too many; 0 if there is none.

    Numbers may have gaps: PostgreSQL uses up one for a transaction that it does not keep.
    """
    latest = select(_records.c.number).order_by(_records.c.number.desc())
    return int(connection.execute(latest.limit(1).offset(games)).scalar() or 0)


def _since(limit: RecordLimit, now: datetime) -> str:
    """Return the earliest end of a game that is kept, in the form of the archive."""
    try:
        return (now.astimezone(UTC) - timedelta(days=limit.days)).isoformat(timespec="seconds")
    except OverflowError:  # before the first date of the calendar
        return ""
