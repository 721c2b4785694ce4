"""The store of one part: writes what it changes, and tells the other servers what concerns them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import (
    Double,
    Executable,
    Text,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import insert as upsert

from protocol.codec import pack, summary_to_plain
from protocol.messages import Reply
from server.store import schema as store
from server.store import statements as usual
from server.store.parts import schema
from server.store.parts.reading import ListingRow, SavedPart
from server.store.parts.reports import read_report
from server.store.postgres.part_database import PartDatabase
from server.store.rows import Row
from server.store.saved import BookChanges, Changes, ListAsked, Saved, SavedPlayer
from server.store.statements import KEPT_ANSWERS, Statement, Write
from server.store.store import Store
from server.store.writer import Writer
from server.tables.opening import OpenGame, open_game
from server.tables.table import Table
from server.tables.views import summary

BANS = "bans"
"""The bans have changed."""
LEASES = "leases"
"""A server has given parts back."""
_TABLE = "table "
_RUNS = "runs "
_RUNNING = re.compile(rf"{_RUNS}([0-9]{{1,2}}) ([0-9]{{1,18}})")


def channel_of(lobby: str) -> str:
    """Return the channel of a lobby, named by the fingerprint of its key."""
    return f"siam_{lobby}"


def table_news(table: str) -> str:
    """Return the news that a table is listed otherwise than before, or no longer."""
    return _TABLE + table


def runs_news(part: int, epoch: int) -> str:
    """Return the news that a server runs a part that it took, in which epoch."""
    return f"{_RUNS}{part} {epoch}"


def running_in(news: str) -> tuple[int, int] | None:
    """Return the part that runs, and its epoch; None if the news are about something else."""
    found = _RUNNING.fullmatch(news)
    return None if found is None else (int(found[1]), int(found[2]))


def table_in(news: str) -> str:
    """Return the id of the table that news are about; empty if they are about something else."""
    return news.removeprefix(_TABLE) if news.startswith(_TABLE) else ""


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

_LISTED = ("summary", "key", "host", "people", "words")
_placed = upsert(schema.placed).values(
    {name: bindparam(name) for name in ("table", "part", *_LISTED)}
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
        set_={
            **{name: _placed.excluded[name] for name in ("part", *_LISTED)},
            "used": func.now(),
        },
    )
)
NOTE_USED = PostgresStatement(
    update(schema.placed)
    .where(schema.placed.c.table == bindparam("of"))
    .values(used=func.now() - func.make_interval(0, 0, 0, 0, 0, 0, bindparam("idle", type_=Double)))
)
_entry = upsert(schema.book)
KEEP_ENTRY = PostgresStatement(
    _entry.values(key=bindparam("key"), entry=bindparam("entry")).on_conflict_do_update(
        index_elements=["key"], set_={"entry": _entry.excluded.entry}
    )
)
DROP_ENTRY = PostgresStatement(delete(schema.book).where(schema.book.c.key == bindparam("of")))
ADD_LETTER = PostgresStatement(insert(schema.letters))
DROP_LETTER = PostgresStatement(
    delete(schema.letters).where(schema.letters.c.number == bindparam("of"))
)
DROP_TURNS = PostgresStatement(delete(schema.turns).where(schema.turns.c.part == bindparam("of")))
_ends = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, bindparam("left", type_=Double))
ADD_TURN = PostgresStatement(
    insert(schema.turns).values(
        {name: bindparam(name) for name in ("moment", "part", "player", "shown", "game", "host")}
        | {"ends": _ends, "call": bindparam("call")}
    )
)
NOTE_BOT = PostgresStatement(
    upsert(schema.bots).values(player=bindparam("player")).on_conflict_do_nothing()
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
_ban = upsert(store.bans)
_known_name = select(store.players.c.name).where(store.players.c.id == bindparam("player"))
_name = func.coalesce(
    func.nullif(bindparam("name", type_=Text), ""), _known_name.scalar_subquery(), ""
)
KEEP_BAN = PostgresStatement(
    _ban.values(
        {name: bindparam(name) for name in ("player", "why", "at")} | {"name": _name}
    ).on_conflict_do_update(
        index_elements=["player"],
        set_={each: _ban.excluded[each] for each in ("name", "why", "at")},
    )
)
"""The part that bans does not remember the name of everybody who was here."""
NOTIFY = PostgresStatement(select(func.pg_notify(bindparam("channel"), bindparam("news"))))


class PartWriter(Writer):
    """Knows what a store contains of a part, and which statements bring it up to date."""

    def __init__(
        self, part: int, channel: str, saved: Saved, listed: Mapping[str, ListingRow]
    ) -> None:
        """Begin with what a store contains.

        Args:
            part: the number of the part.
            channel: where the other servers are told.
            saved: the contents of the part.
            listed: what the list shows of the part's tables, as it is written.
        """
        super().__init__(saved)
        self.part = part
        self._channel = channel
        self._listed = dict(listed)

    def writes(self, changes: Changes) -> list[Write]:
        """Return the statements that write all changes."""
        # In the same order in every part, so that no two of them wait for each other.
        players = sorted(changes.players, key=lambda each: each.public.fingerprint)
        writes = super().writes(replace(changes, players=tuple(players), forgotten=()))
        for number, (statement, rows) in enumerate(writes):
            if statement is usual.KEEP_BAN:
                writes[number] = KEEP_BAN, rows
        for table in changes.tables:
            writes += self._listing_writes(table)
        for player in changes.forgotten:
            writes.append((DROP_ALL_ANSWERS, (self._of(player),)))
        if changes.banned or changes.unbanned:
            writes.append(self._news(BANS))
        if changes.book is not None:
            writes += _book_writes(changes.book)
        return writes

    def note(self, changes: Changes) -> None:
        """Remember changes that the store has committed."""
        super().note(changes)
        for table in changes.tables:
            self._listed[table.id] = listing_row(table)
            if table.status == "closed":
                del self._listed[table.id]

    def all_listing_writes(self, tables: Iterable[Table]) -> list[Write]:
        """Return the statements that write what the list shows of these tables."""
        writes: list[Write] = []
        for table in tables:
            writes += self._listing_writes(table)
            self._listed[table.id] = listing_row(table)
        return writes

    def _listing_writes(self, table: Table) -> Iterator[Write]:
        if table.status == "closed":
            yield self._news(table_news(table.id))
            return
        row = listing_row(table)
        if (before := self._listed.get(table.id)) != row:
            yield PLACE, ({"table": table.id, "part": self.part, **row._asdict()},)
            bots = {each.actor for each in table.seats if each.holder in ("bot", "stand_in")}
            yield NOTE_BOT, tuple({"player": each} for each in sorted(bots))
            if before is None or before[:2] != row[:2]:
                yield self._news(table_news(table.id))

    def _player_writes(self, player: SavedPlayer) -> Iterator[Write]:
        for statement, rows in super()._player_writes(player):
            if statement is usual.KEEP_PLAYER:
                yield KEEP_PLAYER, rows
            elif statement is usual.ADD_ANSWER:
                answers = tuple({**row, "part": self.part} for row in rows)
                yield ADD_ANSWER, answers
            else:
                assert statement is usual.DROP_ANSWERS
                yield DROP_ANSWERS, (self._of(player.public.fingerprint),)

    def _of(self, player: str) -> dict[str, object]:
        return {"of": player, "of_part": self.part}

    def _news(self, news: str) -> Write:
        return NOTIFY, ({"channel": self._channel, "news": news},)


def listing_row(table: Table) -> ListingRow:
    """Return what lists show of a table, as it is written."""
    people = sorted({seat.player for seat in table.seats if seat.player})
    names = (table.host_name, *(seat.name for seat in table.seats))
    return ListingRow(
        pack(summary_to_plain(summary(table))),
        table.key,
        table.host,
        people,
        "\n".join(names).casefold(),
    )


def _book_writes(book: BookChanges) -> Iterator[Write]:
    yield KEEP_ENTRY, tuple({"key": key, "entry": entry} for key, entry in book.kept.items())
    yield DROP_ENTRY, tuple({"of": key} for key in book.gone)
    yield (
        ADD_LETTER,
        tuple({"number": number, "letter": text} for number, text in book.letters.items()),
    )
    yield DROP_LETTER, tuple({"of": number} for number in book.sent)


class PartStore(Store):
    """Writes what a part changes; what it contained was read when the part was taken."""

    def __init__(self, database: PartDatabase, channel: str, found: SavedPart) -> None:
        """Use a part.

        Args:
            database: owns the part.
            channel: where the other servers are told what concerns them.
            found: its contents.
        """
        super().__init__(database)
        self._saved = found.saved
        self._part_writer = PartWriter(database.lease.part, channel, found.saved, found.listed)
        self._writer = self._part_writer

    async def write_listing(self, tables: Iterable[Table]) -> None:
        """Write what the list shows of tables, where that is missing or not as they are.

        Raises:
            StoreError: nothing was written.
        """
        if writes := self._part_writer.all_listing_writes(tables):
            await self._database.commit(writes)

    async def note_uses(self, idle: Mapping[str, float]) -> None:
        """Write for how many seconds tables have been idle, for those who list them.

        Raises:
            StoreError: nothing was written.
        """
        rows = tuple({"of": table, "idle": seconds} for table, seconds in idle.items())
        if rows:
            await self._database.commit([(NOTE_USED, rows)])

    async def write_turns(self, turns: Sequence[Row]) -> None:
        """Write which turns wait at the part's tables for players who have an address.

        Args:
            turns: each as a row of the table `turns`, with the seconds that are `left`.

        Raises:
            StoreError: nothing was written.
        """
        part = self._part_writer.part
        rows = tuple({**turn, "part": part} for turn in turns)
        await self._database.commit([(DROP_TURNS, ({"of": part},)), (ADD_TURN, rows)])

    async def report(self, asked: ListAsked) -> Reply:
        """Return a page of one of the owner's lists.

        Raises:
            StoreError: it cannot be read.
        """
        return await self._database.read(lambda connection: read_report(connection, asked))

    async def load(self, open_game: OpenGame = open_game) -> Saved:  # noqa: ARG002 - read already
        """Return the contents of the part."""
        return self._saved
