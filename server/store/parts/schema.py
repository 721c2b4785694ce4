"""The database tables that only a cluster has, beside those of every store."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    Double,
    ForeignKey,
    Identity,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    func,
    inspect,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert

from protocol.limits import MAX_PARTS
from protocol.topics import part_of
from server.store import schema
from server.store.postgres.leases import leases

metadata = MetaData()

placed = Table(
    "placed",
    metadata,
    Column("table", Text, ForeignKey(schema.tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("part", Integer, nullable=False, index=True),
    Column("summary", LargeBinary, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("host", Text, nullable=False, server_default=""),
    Column("people", ARRAY(Text), nullable=False, server_default="{}"),
    Column("words", Text, nullable=False, server_default=""),
    Column("used", DateTime(timezone=True), nullable=False, server_default=func.now()),
)
"""The part of each table, and what lists show of it: empty until a cluster has opened it. The key
is a private table's. `people` are the fingerprints of those who have seats, `words` what a table is
sought by, and `used` is when it was used last."""

bots = Table("bots", metadata, Column("player", Text, primary_key=True))
"""The fingerprints of bots that have had seats: they are not listed as players."""

answers = Table(
    "part_answers",
    metadata,
    Column("number", BigInteger, Identity(), primary_key=True),
    Column("part", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("command", LargeBinary, nullable=False),
    Column("reply", LargeBinary, nullable=False),
    UniqueConstraint("part", "player", "command"),
)
"""What each part has answered to the commands that changed something."""

book = Table(
    "addresses",
    metadata,
    Column("key", Text, primary_key=True),
    Column("entry", Text, nullable=False),
)
"""The address book of reminders: an entry for each player, and one with the empty key."""

letters = Table(
    "letters",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("letter", Text, nullable=False),
)
"""The messages of reminders that are still to be sent."""

turns = Table(
    "turns",
    metadata,
    Column("moment", Text, primary_key=True),
    Column("part", Integer, nullable=False, index=True),
    Column("player", Text, nullable=False, index=True),
    Column("shown", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("ends", DateTime(timezone=True)),
    Column("call", Double, nullable=False),
)
"""The turns that wait for players who have an address: as `WaitingTurn`, with the end of the clock.
"""

servers = Table(
    "servers",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until", DateTime(timezone=True), nullable=False),
)
"""The servers that run, and until when they count as running."""

names = Table(
    "names",
    metadata,
    Column("look", Text, primary_key=True),
    Column("player", Text, nullable=False, index=True),
    Column("seen", DateTime(timezone=True), nullable=False),
)
"""How the players' names look, so that no two players have names that look alike."""


_FOR_LISTS = """
ALTER TABLE placed ADD COLUMN host text NOT NULL DEFAULT '',
    ADD COLUMN people text[] NOT NULL DEFAULT '{}',
    ADD COLUMN words text NOT NULL DEFAULT '',
    ADD COLUMN used timestamptz NOT NULL DEFAULT now()
"""
"""Brings `placed` up from what releases before lists had."""
_INDEXES = """
CREATE INDEX IF NOT EXISTS placed_host ON placed (host);
CREATE INDEX IF NOT EXISTS placed_people ON placed USING gin (people)
"""


def migrate(connection: Connection) -> None:
    """Make these tables, and place the tables that a server without parts has opened."""
    metadata.create_all(connection)
    if "host" not in {each["name"] for each in inspect(connection).get_columns(placed.name)}:
        connection.exec_driver_sql(_FOR_LISTS)
    connection.exec_driver_sql(_INDEXES)
    new_leases = insert(leases).on_conflict_do_nothing()
    connection.execute(
        new_leases,
        [
            {"part": part, "owner": "", "epoch": 0, "until": "-infinity", "commits": 0}
            for part in range(1, MAX_PARTS + 1)
        ],
    )
    known = select(placed.c.table)
    missing = connection.execute(
        select(schema.tables.c.id).where(schema.tables.c.id.not_in(known))
    ).scalars()
    rows = [{"table": each, "part": part_of(each), "summary": b"", "key": b""} for each in missing]
    if rows:
        connection.execute(insert(placed).on_conflict_do_nothing(), rows)
