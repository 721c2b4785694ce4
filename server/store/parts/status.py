"""Reads who runs a cluster now, for the person who looks after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from games.plural import count_of
from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres.connection import reading

_HAS_PARTS = text("SELECT to_regclass('placed') IS NOT NULL")
_PARTS = text("""
SELECT leases.part, CASE WHEN until > now() THEN owner ELSE '' END AS owner, epoch, commits,
    CASE WHEN isfinite(until) THEN greatest(0, extract(epoch FROM now() - until + interval '3 s'))
        ELSE 0 END AS renewed,
    (SELECT count(*) FROM placed WHERE placed.part = leases.part) AS tables
FROM leases WHERE leases.part > 0 ORDER BY leases.part
""")
_SERVERS = text("SELECT name FROM servers WHERE until > now() ORDER BY name")

_NO_CLUSTER = "No server has run {where} with --cluster yet."
_SERVERS_LINE = "Servers: {servers}. Tables: {tables}. Parts without a server: {free}."
_OWNER_LINE = (
    "{owner}: {count} ({parts}), {tables}, {commits}, "
    "renewed {lag:.1f} s ago, epochs {low} to {high}"
)
_FREE_LINE = "no server: {count} ({parts}), {tables}"


class PartStatus(NamedTuple):
    """One part.

    Attributes:
        part: its number.
        owner: the server that runs it; empty if none does.
        epoch: how often it has had a new owner.
        commits: how many transactions it has had.
        lag: seconds since the lease was renewed.
        tables: how many tables it has.
    """

    part: int
    owner: str
    epoch: int
    commits: int
    lag: float
    tables: int


class ClusterStatus(NamedTuple):
    """The parts of a lobby and the servers that run.

    Attributes:
        servers: their names.
        parts: the parts.
    """

    servers: tuple[str, ...]
    parts: tuple[PartStatus, ...]

    def lines(self) -> Iterator[str]:
        """Return lines of text: a summary, then one for each owner."""
        free = sum(not each.owner for each in self.parts)
        tables = sum(each.tables for each in self.parts)
        yield _SERVERS_LINE.format(servers=len(self.servers), tables=tables, free=free)
        by_owner = sorted(self.parts, key=itemgetter(1, 0))
        for owner, group in groupby(by_owner, key=itemgetter(1)):
            yield _line_of(owner, tuple(group))


def _line_of(owner: str, parts: Sequence[PartStatus]) -> str:
    return (_OWNER_LINE if owner else _FREE_LINE).format(
        owner=owner,
        count=count_of(len(parts), "part"),
        parts=_ranges([each.part for each in parts]),
        tables=count_of(sum(each.tables for each in parts), "table"),
        commits=count_of(sum(each.commits for each in parts), "commit"),
        lag=max(each.lag for each in parts),
        low=min(each.epoch for each in parts),
        high=max(each.epoch for each in parts),
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as text, neighbours as ranges.

    >>> _ranges([1, 2, 3, 7])
    '1-3 7'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return " ".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in found)


def read_status(url: PostgresUrl) -> ClusterStatus:
    """Return who runs the parts of a lobby now.

    Raises:
        StoreError: the database cannot be read, or no cluster has used it.
    """
    with reading(url, "siam cluster status") as connection:
        if not connection.execute(_HAS_PARTS).scalar():
            raise StoreError(_NO_CLUSTER.format(where=url))
        return ClusterStatus(
            tuple(connection.execute(_SERVERS).scalars()),
            tuple(_part(row) for row in _part_rows(connection)),
        )


def _part_rows(connection: Connection) -> Sequence[Any]:
    return connection.execute(_PARTS).all()


def _part(row: Any) -> PartStatus:  # noqa: ANN401 - a row
    lag = 0.0 if not row.owner else float(row.renewed)
    return PartStatus(row.part, row.owner, row.epoch, row.commits, lag, row.tables)
