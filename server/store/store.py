"""The store: one SQLite file, written in transactions that are on the disk when they are done."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    RootTransaction,
    StaticPool,
    create_engine,
    event,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from protocol.keys import PublicKey, SecretKey
from server.opening import OpenGame, open_game
from server.store import schema
from server.store.errors import StoreError, explain
from server.store.saved import (
    Changes,
    Saved,
    SavedPlayer,
    move_row,
    read_reply,
    read_table,
    reply_bytes,
    table_row,
    table_text,
    talk_row,
)
from server.store.statements import (
    ADD_ANSWER,
    ADD_MOVE,
    ADD_RECORD,
    ADD_TABLE,
    ADD_TALK,
    DROP_ANSWERS,
    DROP_MOVES,
    DROP_PLAYER,
    DROP_TABLE,
    DROP_TALK,
    KEEP_PLAYER,
    KEPT_ANSWERS,
    RECORD_FIELDS,
    UPDATE_TABLE,
)
from server.table import Table

_DROPPED_AT_ONCE = 16
"""Answers a player may have beyond those that are kept, until they are dropped together."""

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # what is committed survives a power loss, not only a kill
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)


class Store:
    """One lobby's tables, players, answers and archive, open for one server at a time.

    Statements run in the loop's thread, for they only touch memory; a thread of its own waits for
    the disk, once a transaction. Going to and fro for every statement would cost more than the
    disk does.
    """

    def __init__(self, connection: Connection, path: Path | None, disk: Executor) -> None:
        """Use a connection; `open_store` makes it.

        Args:
            connection: to the database, on which nobody else begins transactions.
            path: its file, or None for one in memory.
            disk: a single thread, in which transactions are committed.
        """
        self._connection = connection
        self._disk = disk
        self._path = path
        self._logged: dict[str, tuple[int, int, int]] = {}
        self._spoken: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._answered: Counter[str] = Counter()

    async def load(self, open_game: OpenGame = open_game) -> Saved:
        """Return what there is to go on with.

        Raises:
            StoreError: it cannot be read, or is not what a server wrote.
        """
        with self._explained(), self._connection.begin():
            saved = _load(self._connection, open_game)
        self._logged = {table.id: _log_of(table) for table in saved.tables}
        self._spoken = {table.id: _last_line(table) for table in saved.tables}
        self._names = {player.public.fingerprint: player.name for player in saved.players}
        self._answered = Counter(
            {player.public.fingerprint: len(player.answers) for player in saved.players}
        )
        return saved

    async def commit(self, changes: Changes) -> None:
        """Write changes, all of them or none; when this returns they are on the disk.

        Raises:
            StoreError: nothing was written.
        """
        with self._explained(), self._connection.begin() as transaction:
            self._write(self._connection, changes)
            await self._on_disk(transaction)
        for table in changes.tables:
            self._logged[table.id] = _log_of(table)
            self._spoken[table.id] = _last_line(table)
            if table.status == "closed":
                del self._logged[table.id], self._spoken[table.id]
        for player in changes.players:
            self._names[player.public.fingerprint] = player.name
        for name in changes.forgotten:
            self._names.pop(name, None)
            self._answered.pop(name, None)

    async def _on_disk(self, transaction: RootTransaction) -> None:
        """Return when a transaction is committed, even if whoever waits for it gives up."""
        committing = asyncio.get_running_loop().run_in_executor(self._disk, transaction.commit)
        try:
            await asyncio.shield(committing)
        except asyncio.CancelledError:
            await asyncio.wait({committing})
            raise

    def __contains__(self, player: str) -> bool:
        """Tell whether a player, named by their fingerprint, is kept."""
        return player in self._names

    def _write(self, connection: Connection, changes: Changes) -> None:
        for table in changes.tables:
            self._write_table(connection, table, changes)
        for player in changes.players:
            self._write_player(connection, player)
        for forgotten in changes.forgotten:
            DROP_PLAYER(connection, {"of": forgotten})
        for record in changes.records:
            values = {name: getattr(record, name) for name in RECORD_FIELDS}
            ADD_RECORD(connection, values | {"players": "\n".join(record.players)})

    def _write_table(self, connection: Connection, table: Table, changes: Changes) -> None:
        known = self._logged.get(table.id)
        if table.status == "closed":
            DROP_TABLE(connection, {"of": table.id})
            return
        text = table_text(table, changes.keys)
        if known is None:
            ADD_TABLE(connection, table_row(table) | {"state": text})
            known = (table.game_number, 0, 0)
        else:
            UPDATE_TABLE(connection, {"of": table.id, "text": text})
        *written, plies = known
        if written != [table.game_number, len(table.taken)]:  # what is written may not count
            DROP_MOVES(connection, {"of": table.id})
            plies = 0
        ADD_MOVE(connection, *(move_row(table, ply) for ply in range(plies, len(table.log))))
        self._write_talk(connection, table)

    def _write_talk(self, connection: Connection, table: Table) -> None:
        last = self._spoken.get(table.id, 0)
        if rows := [talk_row(table.id, said) for said in table.talk if said.line.number > last]:
            ADD_TALK(connection, *rows)
            DROP_TALK(connection, {"of": table.id, "oldest": table.talk[0].line.number})

    def _write_player(self, connection: Connection, player: SavedPlayer) -> None:
        name = player.public.fingerprint
        if self._names.get(name) != player.name:
            row = {"id": name, "key": player.public.raw, "name": player.name}
            KEEP_PLAYER(connection, row)
        rows = [
            {"player": name, "command": command, "reply": reply_bytes(reply)}
            for command, reply in player.answers.items()
        ]
        ADD_ANSWER(connection, *rows)
        self._answered[name] += len(rows)
        if self._answered[name] > KEPT_ANSWERS + _DROPPED_AT_ONCE:
            DROP_ANSWERS(connection, {"of": name})
            self._answered[name] = KEPT_ANSWERS

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(explain(error, self._path)) from error


@asynccontextmanager
async def open_store(path: Path | None, lobby: str) -> AsyncIterator[Store]:
    """Open the store of a lobby, made if it is not there yet.

    Args:
        path: the file, or None for a store in memory that ends with the server.
        lobby: fingerprint of the lobby's key.

    Raises:
        StoreError: it cannot be opened or written, is damaged, in use, or another lobby's.
    """
    with ExitStack() as stack:
        stack.enter_context(_locked(path))
        disk = stack.enter_context(ThreadPoolExecutor(1, "store"))
        engine = stack.enter_context(_engine(path))
        try:
            connection = stack.enter_context(engine.connect())
            _prepare(connection, lobby, path)
        except SQLAlchemyError as error:
            raise StoreError(explain(error, path)) from error
        yield Store(connection, path, disk)


def _prepare(connection: Connection, lobby: str, path: Path | None) -> None:
    with connection.begin():
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise StoreError(
                f"The store {path} is damaged ({found}): put a copy of it in its place, "
                "or move it away to begin with an empty lobby."
            )
        schema.migrate(connection, lobby)


@contextmanager
def _engine(path: Path | None) -> Iterator[Engine]:
    url = URL.create("sqlite", database=str(path) if path else None)
    threads = {"check_same_thread": False}  # two of them use it, never at the same time
    engine = create_engine(url, poolclass=StaticPool, connect_args=threads)

    @event.listens_for(engine, "connect")
    def _configure(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # transactions are ours to begin, also for DDL
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _locked(path: Path | None) -> Iterator[None]:
    """Keep a store for this process, in a file that only its owner may read: it holds hands."""
    if path is None:
        yield
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(explain(error, path)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise StoreError(
            f"The store {path} is in use: this lobby is being served already. "
            "End that server first, or serve another lobby with --new-lobby."
        ) from error
    finally:
        os.close(lock)


def _log_of(table: Table) -> tuple[int, int, int]:
    return table.game_number, len(table.taken), len(table.log)


def _last_line(table: Table) -> int:
    return table.talk[-1].line.number if table.talk else 0


def _load(connection: Connection, open_game: OpenGame) -> Saved:
    tables: list[Table] = []
    keys: dict[str, SecretKey] = {}
    logs = _grouped(connection, schema.moves.c.ply, "table")
    talks = _grouped(connection, schema.talk.c.number, "table")
    for row in connection.execute(select(schema.tables).order_by(schema.tables.c.number)):
        try:
            table, its_keys = read_table(row._asdict(), logs[row.id], open_game, talks[row.id])
        except Exception as error:  # whatever is wrong with it, it is not what was written
            raise StoreError(
                f"Table {row.id} in the store cannot be read ({error}): put a copy of the store "
                "in its place, or move it away to begin with an empty lobby."
            ) from error
        tables.append(table)
        keys |= its_keys
    return Saved(tuple(tables), keys, _players(connection))


def _players(connection: Connection) -> tuple[SavedPlayer, ...]:
    answers = _grouped(connection, schema.answers.c.number, "player")
    found = [
        SavedPlayer(
            PublicKey(row.key),
            row.name,
            {
                answer["command"]: read_reply(answer["reply"])
                for answer in answers[row.id][-KEPT_ANSWERS:]
            },
        )
        for row in connection.execute(select(schema.players))
    ]
    last = {player: rows[-1]["number"] for player, rows in answers.items()}
    return tuple(sorted(found, key=lambda each: last.get(each.public.fingerprint, 0)))


def _grouped(connection: Connection, order: Any, by: str) -> dict[str, list[Any]]:  # noqa: ANN401
    rows: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(select(order.table).order_by(order)).mappings():
        rows[row[by]].append(row)
    return rows
