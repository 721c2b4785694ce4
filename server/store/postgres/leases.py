"""Who may write to a lobby: a session lock keeps others out, and an epoch fences old owners.

A server that is killed frees the lock at once, because PostgreSQL ends its session. But a server
that was cut off may still have a transaction under way, or may not know that it was replaced. So
every transaction checks the epoch of its owner, and every new owner raises it.
"""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import BigInteger, Column, DateTime, Integer, MetaData, Table, Text

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
_OWNER = "SELECT owner, epoch FROM leases WHERE part = %s"

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


def try_lock(connection: psycopg.Connection[Any], *, shared: bool = False) -> bool:
    """Try to lock the lobby for this session; return whether that succeeded.

    Args:
        connection: the session.
        shared: whether other sessions may share it: the servers of a cluster do.
    """
    row = connection.execute(_TRY_SHARED if shared else _TRY_LOCK, (_LOCK_CLASS,)).fetchone()
    return bool(row and row[0])


def wait_for_lock(connection: psycopg.Connection[Any], *, shared: bool = False) -> bool:
    """Lock the lobby as `try_lock` does, and wait a little while another session has it."""
    until = monotonic() + LOCK_SECONDS
    while not try_lock(connection, shared=shared):
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


def is_owner(connection: psycopg.Connection[Any], lease: Lease) -> bool:
    """Return whether nobody has begun a newer epoch."""
    row = connection.execute(_OWNER, (WHOLE_LOBBY,)).fetchone()
    return row == (lease.owner, lease.epoch)
