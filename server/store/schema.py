"""The tables of the store, and the migrations from earlier releases."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    update,
)

from server.store.errors import StoreError

metadata = MetaData()
_Whole = Integer().with_variant(BigInteger(), "postgresql")
"""A whole number of 64 bits, as SQLite's always are."""

lobby = Table(
    "lobby",
    metadata,
    Column("id", Text, primary_key=True),
    Column("schema", _Whole, nullable=False),
    Column("starts", _Whole, nullable=False),
)
"""The one lobby a store belongs to: the fingerprint of its key, and how often it was served."""

tables = Table(
    "tables",
    metadata,
    Column("number", _Whole, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("map", Text, nullable=False),
    Column("map_title", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("turn", LargeBinary, nullable=False),
)
"""The tables that are not closed, in the order they were opened; `turn` is what changes of one with
its moves, `state` what else does (all of it where an earlier release wrote the row)."""

moves = Table(
    "moves",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", _Whole, primary_key=True),
    Column("seat", _Whole, nullable=False),
    Column("move", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("chapter", _Whole, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)
"""The log of the present game of each table."""

talk = Table(
    "talk",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", _Whole, primary_key=True),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("seat", _Whole),
    Column("text", Text, nullable=False),
    Column("at", _Whole, nullable=False),
    Column("during", _Whole, nullable=False),
)
"""The latest lines of each table's talk, and the game whose seats each is kept from."""

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),
    Column("name", Text, nullable=False),
    Column("played", _Whole, nullable=False),
)
"""Who has changed anything here: their public key, the name they go by, and when they first played
a game to its end (seconds since 1970, or 0)."""

bans = Table(
    "bans",
    metadata,
    Column("player", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", _Whole, nullable=False),
)
"""Whom the owner of the lobby has banned: by fingerprint, with the name they went by, the reason
they are told, and since when (seconds since 1970)."""

answers = Table(
    "answers",
    metadata,
    Column("number", _Whole, primary_key=True),
    Column("player", Text, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("command", LargeBinary, nullable=False),
    Column("reply", LargeBinary, nullable=False),
    UniqueConstraint("player", "command"),
)
"""What was answered to the commands that changed something, so that none is carried out twice."""

records = Table(
    "records",
    metadata,
    Column("number", _Whole, primary_key=True),
    Column("table", Text, nullable=False),
    Column("game_number", _Whole, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("moves", _Whole, nullable=False),
    Column("result", Text, nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("table", "game_number"),
)
"""The archive: every game that has ended, as its record."""


_FIRST = """
CREATE TABLE lobby (id TEXT PRIMARY KEY NOT NULL, schema INTEGER NOT NULL, starts INTEGER NOT NULL);
CREATE TABLE tables (
    number INTEGER PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
    map TEXT NOT NULL, map_title TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL
);
CREATE TABLE moves (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, ply INTEGER NOT NULL,
    seat INTEGER NOT NULL, move TEXT NOT NULL, "by" TEXT NOT NULL, position TEXT NOT NULL,
    chapter INTEGER NOT NULL, PRIMARY KEY ("table", ply)
);
CREATE TABLE players (id TEXT PRIMARY KEY NOT NULL, key BLOB NOT NULL, name TEXT NOT NULL);
CREATE TABLE answers (
    number INTEGER PRIMARY KEY NOT NULL,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    command BLOB NOT NULL, reply BLOB NOT NULL, UNIQUE (player, command)
);
CREATE TABLE records (
    number INTEGER PRIMARY KEY NOT NULL, "table" TEXT NOT NULL, game_number INTEGER NOT NULL,
    game TEXT NOT NULL, ended TEXT NOT NULL, players TEXT NOT NULL, moves INTEGER NOT NULL,
    result TEXT NOT NULL, text TEXT NOT NULL, UNIQUE ("table", game_number)
)
"""


_SIGNATURES = "ALTER TABLE moves ADD COLUMN signature BLOB NOT NULL DEFAULT x''"
_TALK = """
CREATE TABLE talk (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, seat INTEGER,
    text TEXT NOT NULL, at INTEGER NOT NULL, during INTEGER NOT NULL,
    PRIMARY KEY ("table", number)
)
"""
_TURNS = "ALTER TABLE tables ADD COLUMN turn BLOB NOT NULL DEFAULT x''"
_BANS = """
ALTER TABLE players ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
CREATE TABLE bans (
    player TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, why TEXT NOT NULL, at INTEGER NOT NULL
)
"""
"""Adds bans and finished games; draws have new parts, which earlier releases refuse."""

_LOBBY_COLUMNS = {column.name for column in lobby.columns}

_ANOTHER_PROGRAMS = (
    "The store is a database of another program: choose another file or database with --store."
)
_ANOTHER_LOBBYS = (
    "The store belongs to another lobby, with another key: choose another with --store, "
    "or serve with the profile it was made with."
)
_NO_SCHEMA = (
    "The store says that its schema is {number!r:.40}, which no release has: it is "
    "damaged, or another program has changed it. Put a copy of it in its place."
)

MIGRATIONS = (_FIRST, _SIGNATURES, _TALK, _TURNS, _BANS)
"""The statements of migration n make a store of schema n + 1 from one of schema n. Once released,
none is changed: a new schema is a new migration at the end. PostgreSQL has had stores since schema
5; a new store there is made from the tables above."""


def migrate(
    connection: Connection, lobby_id: str, migrations: tuple[str, ...] = MIGRATIONS
) -> None:
    """Bring a store, new or old, up to the present schema, and count this start.

    Raises:
        StoreError: it is another lobby's, a later release has written it, or it is no store.
    """
    found = schema_of(connection, lobby_id)
    if found > len(migrations):
        raise StoreError(
            "A later release of siam has written the store: update this one, "
            "or choose another with --store."
        )
    if (is_new := found == 0) and connection.dialect.name != "sqlite":
        metadata.create_all(connection)  # no release wrote an earlier schema there
        found = len(migrations)
    for migration in migrations[found:]:
        for statement in migration.split(";"):
            connection.exec_driver_sql(statement)
    if is_new:
        connection.execute(insert(lobby).values(id=lobby_id, schema=0, starts=0))
    connection.execute(update(lobby).values(schema=len(migrations), starts=lobby.c.starts + 1))


def schema_of(connection: Connection, lobby_id: str | None = None) -> int:
    """Return the schema of a store, 0 for an empty one.

    Raises:
        StoreError: it belongs to another lobby than the one named, or is no store.
    """
    tables = inspect(connection)
    names = tables.get_table_names()
    if not names:
        return 0
    columns = (
        {each["name"] for each in tables.get_columns(lobby.name)} if lobby.name in names else ()
    )
    if not _LOBBY_COLUMNS.issubset(columns):
        raise StoreError(_ANOTHER_PROGRAMS)
    rows = connection.exec_driver_sql("SELECT id, schema FROM lobby").all()
    if len(rows) != 1:
        raise StoreError(_ANOTHER_PROGRAMS)
    ((owner, number),) = rows
    if lobby_id not in (None, owner):
        raise StoreError(_ANOTHER_LOBBYS)
    if not isinstance(number, int) or number < 1:
        raise StoreError(_NO_SCHEMA.format(number=number))
    return number
