"""Writes a store in transactions that are on the disk when they return."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypeVar

from attrs import asdict
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from server.store import rows, statements
from server.store.checkpoints import Checkpoints
from server.store.commit_marker import CommitMarker, next_count
from server.store.errors import StoreError, explain
from server.store.reading import read_all
from server.store.retention import (
    RecordLimit,
    can_shrink,
    drop_old_records,
    give_back_space,
    make_shrinkable,
)
from server.store.saved import Changes, Saved, SavedPlayer
from server.tables.opening import OpenGame, open_game
from server.tables.table import Table

_DROPPED_AT_ONCE = 16
"""Answers of a player that may exceed the limit before they are dropped together."""

QUICK = 0.001
"""Seconds; if a commit takes longer, the next ones run in a thread."""

_Result = TypeVar("_Result")


class Written(NamedTuple):
    """What the store already contains of a table, so that only changes are written.

    Attributes:
        log: identifies the log.
        plies: number of its moves.
        line: number of the last line of talk.
        setting: the fields that rarely change.
    """

    log: tuple[int, ...]
    plies: int
    line: int
    setting: tuple[object, ...]


class Store:
    """One lobby's tables, players, answers and archive, open for one server at a time.

    Statements run in the event loop, since they only touch memory. So do commits while the disk is
    fast, because a detour through a thread takes longer. After a slow commit, a thread runs the
    next ones until they are fast again. Old games are dropped in that thread as well.
    """

    def __init__(
        self,
        connection: Connection,
        path: Path | None,
        disk: Executor,
        marker: CommitMarker | None = None,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Use a connection; `open_store` makes one.

        Args:
            connection: a connection to the database; nobody else begins transactions on it.
            path: the file of the database; None for one in memory.
            disk: a single thread for slow commits.
            marker: keeps the number of commits outside the store.
            checkpoints: keeps the write-ahead log short.
        """
        sqlite = connection.connection.driver_connection
        assert isinstance(sqlite, sqlite3.Connection)
        self._connection = connection
        self._sqlite = sqlite  # SQLAlchemy takes longer than most statements
        self._disk = disk
        self._quick = True
        self._marker = marker
        self._checkpoints = checkpoints or Checkpoints()
        self._count: int = sqlite.execute("PRAGMA user_version").fetchone()[0]
        self._path = path
        self._written: dict[str, Written] = {}
        self._players: dict[str, tuple[str, int]] = {}
        self._answered: Counter[str] = Counter()

    async def load(self, open_game: OpenGame = open_game) -> Saved:
        """Return the contents of the store without its archive.

        Raises:
            StoreError: it cannot be read, or was not written by a server.
        """
        with self._explained(), self._connection.begin():
            saved = read_all(self._connection, open_game)
        self._written = {table.id: _written(table) for table in saved.tables}
        self._players = {
            player.public.fingerprint: (player.name, player.played) for player in saved.players
        }
        self._answered = Counter(
            {player.public.fingerprint: len(player.answers) for player in saved.players}
        )
        return saved

    async def commit(self, changes: Changes) -> None:
        """Write all changes or none; they are on the disk when this returns.

        Raises:
            StoreError: nothing was written.
        """
        async with self._checkpoints.commit_turn:
            await self._commit(changes)

    async def _commit(self, changes: Changes) -> None:
        sqlite = self._sqlite
        count = next_count(self._count)
        with self._explained():
            try:
                sqlite.execute("BEGIN IMMEDIATE")
                sqlite.execute(f"PRAGMA user_version = {count}")
                self._write(changes)
                await self._to_disk()
            finally:
                if sqlite.in_transaction:
                    sqlite.rollback()
        self._note_commit(count)
        for table in changes.tables:
            self._written[table.id] = _written(table)
            if table.status == "closed":
                del self._written[table.id]
        for player in changes.players:
            self._players[player.public.fingerprint] = (player.name, player.played)
        for name in changes.forgotten:
            self._players.pop(name, None)
            self._answered.pop(name, None)

    async def bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        """Drop some games beyond a limit, or give their space back; return whether more is left.

        Raises:
            StoreError: that failed; no game within the limit is lost.
        """
        async with self._checkpoints.commit_turn:
            with self._explained():
                return await self._in_thread(lambda: self._bound_archive(limit, now))

    def _bound_archive(self, limit: RecordLimit, now: datetime) -> bool:
        if drop_old_records(self._sqlite, limit, now):
            return True
        if not can_shrink(self._sqlite):
            make_shrinkable(self._sqlite)
        return give_back_space(self._sqlite)

    def _note_commit(self, count: int) -> None:
        self._count = count
        if self._marker is not None:
            self._marker.write(count)
        self._checkpoints.count_commit()

    async def _to_disk(self) -> None:
        """Commit the transaction to the disk."""
        if self._quick and not self._checkpoints.running:
            self._finish()
        else:
            await self._in_thread(self._finish)

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        """Run slow work in the thread, to its end even if this is cancelled."""
        working = asyncio.get_running_loop().run_in_executor(self._disk, work)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.wait({working})
            raise

    def _finish(self) -> None:
        began = perf_counter()
        self._sqlite.commit()
        self._quick = perf_counter() - began < QUICK

    def __contains__(self, player: str) -> bool:
        """Return whether the store contains a player, named by fingerprint."""
        return player in self._players

    def _write(self, changes: Changes) -> None:
        for table in changes.tables:
            self._write_table(table, changes)
        for player in changes.players:
            self._write_player(player)
        for forgotten in changes.forgotten:
            statements.DROP_PLAYER(self._sqlite, {"of": forgotten})
        for ban in changes.banned:
            statements.KEEP_BAN(self._sqlite, asdict(ban))
        for unbanned in changes.unbanned:
            statements.DROP_BAN(self._sqlite, {"of": unbanned})
        for record in changes.records:
            values = {name: getattr(record, name) for name in statements.RECORD_FIELDS}
            statements.ADD_RECORD(self._sqlite, values | {"players": "\n".join(record.players)})

    def _write_table(self, table: Table, changes: Changes) -> None:
        if table.status == "closed":
            statements.DROP_TABLE(self._sqlite, {"of": table.id})
            return
        known = self._written.get(table.id)
        turn = rows.turn_bytes(table)
        if known is None:
            setting = rows.setting_text(table, changes.keys)
            statements.ADD_TABLE(
                self._sqlite, rows.table_row(table) | {"state": setting, "turn": turn}
            )
            known = Written(_log_of(table), 0, 0, ())
        elif known.setting != rows.setting_of(table):
            setting = rows.setting_text(table, changes.keys)
            statements.UPDATE_TABLE(
                self._sqlite, {"of": table.id, "setting": setting, "its_turn": turn}
            )
        else:
            statements.UPDATE_TURN(self._sqlite, {"of": table.id, "its_turn": turn})
        plies = known.plies
        if known.log != _log_of(table):  # the written moves may be invalid
            statements.DROP_MOVES(self._sqlite, {"of": table.id})
            plies = 0
        statements.ADD_MOVE(
            self._sqlite, *(rows.move_row(table, ply) for ply in range(plies, len(table.log)))
        )
        if lines := [
            rows.talk_row(table.id, each) for each in table.talk if each.line.number > known.line
        ]:
            statements.ADD_TALK(self._sqlite, *lines)
            statements.DROP_TALK(
                self._sqlite, {"of": table.id, "oldest": table.talk[0].line.number}
            )

    def _write_player(self, player: SavedPlayer) -> None:
        name = player.public.fingerprint
        if self._players.get(name) != (player.name, player.played):
            row = {
                "id": name,
                "key": player.public.raw,
                "name": player.name,
                "played": player.played,
            }
            statements.KEEP_PLAYER(self._sqlite, row)
        answers = [
            {"player": name, "command": command, "reply": rows.reply_bytes(reply)}
            for command, reply in player.answers.items()
        ]
        statements.ADD_ANSWER(self._sqlite, *answers)
        self._answered[name] += len(answers)
        if self._answered[name] > statements.KEPT_ANSWERS + _DROPPED_AT_ONCE:
            statements.DROP_ANSWERS(self._sqlite, {"of": name})
            self._answered[name] = statements.KEPT_ANSWERS

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreError(explain(error, self._path)) from error


def _log_of(table: Table) -> tuple[int, ...]:
    """Return what identifies a log of a table: a log with the same identity only grows."""
    return table.game_number, len(table.taken)


def _written(table: Table) -> Written:
    last = table.talk[-1].line.number if table.talk else 0
    return Written(_log_of(table), len(table.log), last, rows.setting_of(table))
