"""The statements for each move, compiled from SQLAlchemy to SQL once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cached_property
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from server.store import schema
from server.store.rows import Row

KEPT_ANSWERS = 64
"""Answers kept for each player, as many as the server remembers."""


class Statement:
    """A statement compiled for both databases; to compile again takes longer than to run it."""

    def __init__(self, statement: Executable, in_postgres: Executable | None = None) -> None:
        """Compile a statement.

        Args:
            statement: the statement, as SQLite takes it.
            in_postgres: the statement as PostgreSQL takes it, if SQLAlchemy writes that otherwise.
        """
        compiled = statement.compile(dialect=sqlite.dialect())  # type: ignore[attr-defined]  # every one of ours is a ClauseElement
        self._text = str(compiled)
        self._names: list[str] = compiled.positiontup
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}
        self._in_postgres = in_postgres if in_postgres is not None else statement

    def __call__(self, connection: sqlite3.Connection, *rows: Row) -> None:
        """Execute it in SQLite for each row of parameters.

        Raises:
            sqlite3.Error: that failed.
        """
        for row in rows:
            connection.execute(self._text, self._values({**self._fixed, **row}))

    def _values(self, row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in self._names)

    @cached_property
    def postgres_text(self) -> str:
        """The statement for PostgreSQL, with parameters as ``%(name)s``."""
        dialect = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
        return str(self._in_postgres.compile(dialect=dialect))  # type: ignore[attr-defined]

    def postgres_values(self, row: Row) -> Row:
        """Return the parameters of a row for PostgreSQL."""
        return {**self._fixed, **row}


Write = tuple[Statement, tuple[Row, ...]]
"""A statement, and the rows of parameters that it is executed for."""


def _upserting(make: Callable[[Any], Executable]) -> Statement:
    """Return a statement that both databases have, but SQLAlchemy once for each."""
    return Statement(make(sqlite_insert), make(postgresql_insert))


_answer = schema.answers.c
_last_dropped = (
    select(_answer.number)
    .where(_answer.player == bindparam("of"))
    .order_by(_answer.number.desc())
    .limit(1)
    .offset(KEPT_ANSWERS)
    .scalar_subquery()
)

_table_names = ("id", "game", "map", "map_title", "options", "state", "turn")
_this_table = schema.tables.c.id == bindparam("of")

ADD_TABLE = Statement(
    insert(schema.tables).values({name: bindparam(name) for name in _table_names})
)
UPDATE_TABLE = Statement(
    update(schema.tables)
    .where(_this_table)
    .values(state=bindparam("setting"), turn=bindparam("its_turn"))
)
UPDATE_TURN = Statement(update(schema.tables).where(_this_table).values(turn=bindparam("its_turn")))
DROP_TABLE = Statement(delete(schema.tables).where(_this_table))
ADD_MOVE = Statement(insert(schema.moves))
DROP_MOVES = Statement(delete(schema.moves).where(schema.moves.c.table == bindparam("of")))
ADD_TALK = Statement(insert(schema.talk))
DROP_TALK = Statement(
    delete(schema.talk).where(
        schema.talk.c.table == bindparam("of"), schema.talk.c.number < bindparam("oldest")
    )
)
KEEP_PLAYER = _upserting(
    lambda insert: (player := insert(schema.players)).on_conflict_do_update(
        index_elements=["id"],
        set_={"name": player.excluded.name, "played": player.excluded.played},
    )
)
DROP_PLAYER = Statement(delete(schema.players).where(schema.players.c.id == bindparam("of")))
ADD_ANSWER = Statement(
    insert(schema.answers).values(
        {name: bindparam(name) for name in ("player", "command", "reply")}
    )
)
DROP_ANSWERS = Statement(
    delete(schema.answers).where(_answer.player == bindparam("of"), _answer.number <= _last_dropped)
)
KEEP_BAN = _upserting(
    lambda insert: (ban := insert(schema.bans)).on_conflict_do_update(
        index_elements=["player"],
        set_={name: ban.excluded[name] for name in ("name", "why", "at")},
    )
)
DROP_BAN = Statement(delete(schema.bans).where(schema.bans.c.player == bindparam("of")))
RECORD_FIELDS = tuple(column.name for column in schema.records.columns if column.name != "number")
ADD_RECORD = _upserting(
    lambda insert: (
        insert(schema.records)
        .values({name: bindparam(name) for name in RECORD_FIELDS})
        .on_conflict_do_nothing()
    )
)
DROP_RECORDS = Statement(delete(schema.records).where(schema.records.c.number <= bindparam("last")))
