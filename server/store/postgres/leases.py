"""Who may write to a lobby: a session lock keeps others out, and an epoch fences old owners.

A server that is killed frees the lock at once, because PostgreSQL ends its session. But a server
that was cut off may still have a transaction under way, or may not know that it was replaced. So
every transaction checks the epoch of its owner, and every new owner raises it.

The servers of a cluster share the lock. A lease of a part is renewed each second and is three
seconds long. Only PostgreSQL's clock decides when one ends. Whoever takes a lease begins a new
epoch, so a transaction of the owner before fails, however late it comes.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from time import monotonic, sleep
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    Integer,
    MetaData,
    Table,
    Text,
)

from server.store import schema
from server.store.statements import Write

metadata = MetaData()

leases = Table(
    "leases",
    metadata,
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
    Column("commits", BigInteger, nullable=False),
)
"""Who owns each part of the lobby, in which epoch and until when; and how many transactions the
part has had. Either one server owns part 0, which is everything, for as long as it has the session
lock; or the servers of a cluster share the lock and own the parts from 1 on (`server.store.parts`).
"""

WHOLE_LOBBY = 0
"""The part of a server that runs the lobby alone."""

LOCK_SECONDS = 1.0
"""How long a start waits for the lock, since PostgreSQL may still end a killed server's session."""
_LOCK_PAUSE = 0.05
_LOCK_CLASS = 0x5349414D
_TRY_LOCK = "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))"
_TRY_SHARED = "SELECT pg_try_advisory_lock_shared(%s, hashtext(current_schema()))"
_END_OWN = """
SELECT pg_terminate_backend(activity.pid)
FROM pg_locks JOIN pg_stat_activity AS activity USING (pid)
WHERE locktype = 'advisory' AND granted AND classid = %s::int::oid
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND application_name = %s AND activity.pid <> pg_backend_pid()
"""
_TAKE = """
INSERT INTO leases (part, owner, epoch, until, commits)
VALUES (%(part)s, %(owner)s, 1, 'infinity', %(commits)s)
ON CONFLICT (part) DO UPDATE
SET owner = excluded.owner, epoch = leases.epoch + 1, until = excluded.until
RETURNING epoch, commits
"""
_END_PARTS = "UPDATE leases SET owner = '', epoch = epoch + 1, until = '-infinity' WHERE part > 0"
_OWNER = "SELECT owner FROM leases WHERE part = %s"

FENCE = """
UPDATE leases SET
    epoch = CASE WHEN owner = %(owner)s AND epoch = %(epoch)s THEN epoch END,
    commits = CASE WHEN commits = %(count)s - 1 THEN commits + 1 END
WHERE part = %(part)s
"""
"""The first statement of each transaction. It counts the transaction. It fails if the server is not
the owner any more or does not know a transaction, because no column may be NULL. It also locks the
row, so that a new owner waits until this transaction has ended."""


class Lease(NamedTuple):
    """What a server owns.

    Attributes:
        owner: the name of this start of the server.
        epoch: the number of its ownership.
        commits: how many transactions the part has had.
        part: its number.
    """

    owner: str
    epoch: int
    commits: int
    part: int = WHOLE_LOBBY

    def fence(self) -> dict[str, Any]:
        """Return the parameters of `FENCE` for the next transaction."""
        return {
            "owner": self.owner,
            "epoch": self.epoch,
            "count": self.commits + 1,
            "part": self.part,
        }


def wait_for_lock(connection: psycopg.Connection[Any], *, shared: bool = False) -> bool:
    """Lock the lobby for this session, and wait a little while another session has it.

    Args:
        connection: the session.
        shared: whether other sessions may share it: the servers of a cluster do.

    Returns:
        whether this session has the lock.
    """
    until = monotonic() + LOCK_SECONDS
    lock = _TRY_SHARED if shared else _TRY_LOCK
    while connection.execute(lock, (_LOCK_CLASS,)).fetchone() != (True,):
        if monotonic() > until:
            return False
        sleep(_LOCK_PAUSE)
    return True


def end_own_session(connection: psycopg.Connection[Any], owner: str) -> None:
    """End the session that this server has lost, if PostgreSQL still keeps it and its lock."""
    connection.execute(_END_OWN, (_LOCK_CLASS, owner))


def take_lease(
    connection: psycopg.Connection[Any],
    owner: str,
    commits: int = 0,
    *,
    keep_parts: bool = False,
) -> Lease:
    """Begin a new epoch; a transaction of the old one ends before, or fails.

    Args:
        connection: to the database, with the lock.
        owner: the name of this start of the server.
        commits: how many transactions a new lobby has had elsewhere.
        keep_parts: whether the owners of parts stay; a server that runs the lobby alone ends them.
    """
    if not keep_parts:
        connection.execute(_END_PARTS)
    values = {"part": WHOLE_LOBBY, "owner": owner, "commits": commits}
    row = connection.execute(_TAKE, values).fetchone()
    assert row is not None
    return Lease(owner, *row)


def is_owner(connection: psycopg.Connection[Any], owner: str) -> bool:
    """Return whether no other server has taken the whole lobby since this one did."""
    return connection.execute(_OWNER, (WHOLE_LOBBY,)).fetchone() == (owner,)


def execute_fenced(
    connection: psycopg.Connection[Any], lease: Lease, writes: Sequence[Write]
) -> None:
    """Execute all statements in one transaction that only the owner can commit.

    Raises:
        psycopg.Error: that failed; the transaction may have to be rolled back.
    """
    with connection.pipeline(), connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        cursor.execute(FENCE, lease.fence())
        for statement, rows in writes:
            for row in rows:
                cursor.execute(statement.postgres_text, statement.postgres_values(row))
        cursor.execute("COMMIT")


def new_name() -> str:
    """Return what PostgreSQL calls the sessions of this start."""
    return f"siam {secrets.token_hex(8)}"


def migrate(connection: Connection, lobby: str) -> None:
    """Make the tables of a store, or bring them up to the present schema; count this start."""
    schema.migrate(connection, lobby)
    metadata.create_all(connection)


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
_TAKE_PARTS = """
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
    found = connection.execute(_TAKE_PARTS, values)
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
