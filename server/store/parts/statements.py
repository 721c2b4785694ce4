"""The statements with which a part writes what only a cluster keeps."""

from __future__ import annotations

from sqlalchemy import Executable, bindparam, case, delete, func, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import insert as upsert

from server.store import schema as store
from server.store.parts import schema
from server.store.statements import KEPT_ANSWERS, Statement

_answer = schema.answers.c
_own = (_answer.part == bindparam("of_part")) & (_answer.player == bindparam("of"))
_last_dropped = (
    select(_answer.number)
    .where(_own)
    .order_by(_answer.number.desc())
    .limit(1)
    .offset(KEPT_ANSWERS)
    .scalar_subquery()
)

_placed = upsert(schema.placed).values(
    {name: bindparam(name) for name in ("table", "part", "summary", "key")}
)
_player = upsert(store.players)
_first_played = case(
    (store.players.c.played == 0, _player.excluded.played), else_=store.players.c.played
)


class PostgresStatement(Statement):
    """A statement that only PostgreSQL executes."""

    def __init__(self, statement: Executable) -> None:
        """Compile a statement."""
        dialect = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]  # every one of ours is a ClauseElement
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}
        self._in_postgres = statement


PLACE = PostgresStatement(
    _placed.on_conflict_do_update(
        index_elements=["table"],
        set_={name: _placed.excluded[name] for name in ("part", "summary", "key")},
    )
)
ADD_ANSWER = PostgresStatement(
    insert(schema.answers).values(
        {name: bindparam(name) for name in ("part", "player", "command", "reply")}
    )
)
DROP_ANSWERS = PostgresStatement(
    delete(schema.answers).where(_own, _answer.number <= _last_dropped)
)
DROP_ALL_ANSWERS = PostgresStatement(delete(schema.answers).where(_own))
KEEP_PLAYER = PostgresStatement(
    _player.values(
        {name: bindparam(name) for name in ("id", "key", "name", "played")}
    ).on_conflict_do_update(
        index_elements=["id"], set_={"name": _player.excluded.name, "played": _first_played}
    )
)
NOTIFY = PostgresStatement(select(func.pg_notify(bindparam("channel"), bindparam("news"))))
