"""The statements for each move, compiled from SQLAlchemy to SQL once."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert as upsert

from server.store import schema

KEPT_ANSWERS = 64
"""Answers kept for each player, as many as the server remembers."""


class Statement:
    """A compiled statement; compiling it again takes longer than SQLite needs to run it."""

    def __init__(self, statement: Executable) -> None:
        compiled = statement.compile(dialect=sqlite.dialect())  # type: ignore[attr-defined]  # every one of ours is a ClauseElement
        self._text = str(compiled)
        self._names: list[str] = compiled.positiontup
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}

    def __call__(self, connection: sqlite3.Connection, *rows: Mapping[str, Any]) -> None:
        """Execute it for each row of parameters.

        Raises:
            sqlite3.Error: that failed.
        """
        for row in rows:
            connection.execute(self._text, self._values({**self._fixed, **row}))

    def _values(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(row[name] for name in self._names)


_answer = schema.answers.c
_last_dropped = (
    select(_answer.number)
    .where(_answer.player == bindparam("of"))
    .order_by(_answer.number.desc())
    .limit(1)
    .offset(KEPT_ANSWERS)
    .scalar_subquery()
)
_player = upsert(schema.players)

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
KEEP_PLAYER = Statement(
    _player.on_conflict_do_update(
        index_elements=["id"],
        set_={"name": _player.excluded.name, "played": _player.excluded.played},
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
_ban = upsert(schema.bans)
KEEP_BAN = Statement(
    _ban.on_conflict_do_update(
        index_elements=["player"],
        set_={name: _ban.excluded[name] for name in ("name", "why", "at")},
    )
)
DROP_BAN = Statement(delete(schema.bans).where(schema.bans.c.player == bindparam("of")))
RECORD_FIELDS = tuple(column.name for column in schema.records.columns if column.name != "number")
ADD_RECORD = Statement(
    upsert(schema.records)
    .values({name: bindparam(name) for name in RECORD_FIELDS})
    .on_conflict_do_nothing()
)
DROP_RECORDS = Statement(delete(schema.records).where(schema.records.c.number <= bindparam("last")))
