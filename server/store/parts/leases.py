"""Takes, renews and gives back the leases of parts. Only PostgreSQL's clock decides when one ends.

A lease is renewed each second and is three seconds long. Whoever takes a lease begins a new epoch,
so a transaction of the owner before fails, however late it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import psycopg

from server.store.postgres.leases import Lease

LEASE_SECONDS = 3.0
"""How long a lease lasts after it was renewed."""

_NOTE_SERVER = """
INSERT INTO servers (name, until) VALUES (%(me)s, now() + %(lease)s * interval '1 second')
ON CONFLICT (name) DO UPDATE SET until = excluded.until
"""
_FORGET_SERVERS = "DELETE FROM servers WHERE until < now() - interval '1 hour'"
_RENEW = """
UPDATE leases SET until = now() + %(lease)s * interval '1 second'
WHERE part > 0 AND owner = %(me)s AND until > now()
RETURNING part, epoch
"""
_COUNT = """
SELECT (SELECT count(*) FROM servers WHERE until > now()),
    (SELECT count(*) FROM leases WHERE part > 0 AND until <= now()),
    (SELECT count(*) FROM leases WHERE part > 0 AND until <= now() AND until > '-infinity'),
    (SELECT coalesce(extract(epoch FROM min(until) - now()), %(lease)s)::float8 FROM leases
        WHERE part > 0 AND until > now() AND owner <> %(me)s)
"""
_TAKE = """
WITH free AS MATERIALIZED (
    SELECT part FROM leases
    WHERE part > 0 AND until <= now() AND (until > '-infinity' OR NOT %(only_lapsed)s)
    ORDER BY part LIMIT %(most)s FOR UPDATE SKIP LOCKED
)
UPDATE leases SET owner = %(me)s, epoch = epoch + 1, until = now() + %(lease)s * interval '1 second'
FROM free WHERE leases.part = free.part
RETURNING epoch, commits, leases.part
"""
_GIVE_BACK = """
UPDATE leases SET until = '-infinity'
WHERE part = ANY(%(parts)s) AND owner = %(me)s AND until > now()
"""
_LEAVE = "DELETE FROM servers WHERE name = %(me)s"
_NOTIFY = "SELECT pg_notify(%(channel)s, %(news)s)"


class Renewal(NamedTuple):
    """What renewing came to.

    Attributes:
        epochs: the parts that the server still owns, and in which epochs.
        servers: how many servers run and stay, this one included if it does.
        free: how many parts nobody owns.
        lapsed: how many of these were not given back.
        next_free: seconds until the first lease of another server ends, if it is not renewed.
    """

    epochs: Mapping[int, int]
    servers: int
    free: int
    lapsed: int
    next_free: float


def renew_leases(connection: psycopg.Connection[Any], me: str, *, stays: bool = True) -> Renewal:
    """Renew all leases of a server that have not ended, and note that it runs if it stays."""
    values = {"me": me, "lease": LEASE_SECONDS}
    with connection.pipeline():
        if stays:
            connection.execute(_NOTE_SERVER, values)
        renewed = connection.execute(_RENEW, values)
        counted = connection.execute(_COUNT, values)
        connection.execute(_FORGET_SERVERS)
    row = counted.fetchone()
    assert row is not None
    return Renewal(dict(renewed.fetchall()), *row)


def take_leases(
    connection: psycopg.Connection[Any], me: str, most: int, *, only_lapsed: bool = False
) -> list[Lease]:
    """Own parts that nobody owns, at most so many; begin a new epoch of each.

    Args:
        connection: to the database.
        me: the server.
        most: how many at most.
        only_lapsed: whether to leave those that were given back.
    """
    values = {"me": me, "most": most, "only_lapsed": only_lapsed, "lease": LEASE_SECONDS}
    found = connection.execute(_TAKE, values)
    return [Lease(me, *row) for row in found.fetchall()]


def give_back(
    connection: psycopg.Connection[Any], me: str, parts: Collection[int], channel: str, news: str
) -> None:
    """Let others own these parts at once, and tell them."""
    with connection.transaction():
        connection.execute(_GIVE_BACK, {"me": me, "parts": list(parts)})
        tell(connection, channel, news)


def tell(connection: psycopg.Connection[Any], channel: str, news: str) -> None:
    """Tell the other servers."""
    connection.execute(_NOTIFY, {"channel": channel, "news": news})


def leave(connection: psycopg.Connection[Any], me: str) -> None:
    """Note that a server runs no longer."""
    connection.execute(_LEAVE, {"me": me})
