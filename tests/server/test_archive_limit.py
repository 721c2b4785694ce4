"""The archive keeps what its host wants, and gives back the space of the rest."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from protocol.commands import Agree, OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from server.config import Config
from server.store.place import PostgresUrl, StorePlace
from server.store.records import measure_archive, read_records
from server.store.retention import KEEP_ALL, RecordLimit, drop_old_records, parse_record_limit
from server.store.saved import Archived, Changes
from server.store.store import Store, open_store
from tests.brokers import running_broker, running_server
from tests.e2e.guests import Guest, guest
from tests.patience import PATIENCE

LOBBY = "lobby"
NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
GAMES = 250


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lobby.db"


def a_record(number: int) -> Archived:
    """Return a game of which one ended each day, the last of them now."""
    ended = (NOW - timedelta(days=GAMES - number)).isoformat(timespec="seconds")
    return Archived(f"t{number}", 1, "King of Siam", ended, ("Ann", "Ben"), 9, "*", "x" * 12_000)


def size_of(path: Path) -> int:
    return path.stat().st_size


async def fill(place: StorePlace) -> None:
    async with open_store(place, LOBBY) as store:
        await store.commit(Changes(records=tuple(map(a_record, range(1, GAMES + 1)))))


async def bound(store: Store, limit: RecordLimit) -> int:
    """Drop all that is to be dropped; return in how many steps."""
    steps = 1
    while await store.bound_archive(limit, NOW):
        steps += 1
    return steps


@pytest.mark.parametrize(
    ("limit", "first"),
    [
        (RecordLimit(games=100), 151),
        (RecordLimit(games=GAMES), 1),
        (RecordLimit(days=30), GAMES - 30),
        (RecordLimit(days=10**8), 1),
        (RecordLimit(days=1), GAMES - 1),
    ],
)
async def test_only_the_latest_games_stay(
    place: StorePlace, limit: RecordLimit, first: int
) -> None:
    await fill(place)
    before = measure_archive(place)
    assert before.games == GAMES
    async with open_store(place, LOBBY) as store:
        assert (first - 1) // 100 < await bound(store, limit) <= 15
    assert [each.number for each in read_records(place)] == list(range(first, GAMES + 1))
    after = measure_archive(place)
    assert after.games == GAMES + 1 - first
    if isinstance(place, PostgresUrl):
        return  # it keeps the space, and uses it again
    assert after.megabytes <= before.megabytes * after.games / GAMES + 0.2


async def test_a_store_of_an_earlier_release_gives_back_its_space_as_well(path: Path) -> None:
    with sqlite3.connect(path) as earlier:
        earlier.execute("PRAGMA auto_vacuum = NONE")
        earlier.execute("CREATE TABLE kept (something TEXT)")
        earlier.execute("DROP TABLE kept")
    earlier.close()
    await fill(path)
    assert sqlite3.connect(path).execute("PRAGMA auto_vacuum").fetchone() == (0,)
    before = measure_archive(path).megabytes
    for games in (150, 10):
        async with open_store(path, LOBBY) as store:
            await bound(store, RecordLimit(games=games))
        assert measure_archive(path).megabytes < before * games / GAMES + 0.2
    assert sqlite3.connect(path).execute("PRAGMA auto_vacuum").fetchone() == (2,)


async def test_the_server_goes_on_while_a_slow_disk_drops_games(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved_on = threading.Event()
    drop = drop_old_records

    def drop_slowly(*arguments: Any) -> bool:
        assert moved_on.wait(PATIENCE)
        return drop(*arguments)

    monkeypatch.setattr("server.store.sqlite.database.drop_old_records", drop_slowly)
    await fill(path)
    async with open_store(path, LOBBY) as store:
        dropping = asyncio.create_task(bound(store, RecordLimit(games=1)))
        await asyncio.sleep(0)
        moved_on.set()
        await dropping
    assert measure_archive(path).games == 1


async def test_numbers_go_on_where_all_games_were_dropped(place: StorePlace) -> None:
    await fill(place)
    async with open_store(place, LOBBY) as store:
        await bound(store, RecordLimit(games=1))
        await store.commit(Changes(records=(a_record(GAMES + 1),)))
        await bound(store, RecordLimit(games=1))
    assert [each.number for each in read_records(place)] == [GAMES + 1]


async def test_a_record_somebody_at_the_table_may_ask_for_is_there_after_it_was_dropped(
    tmp_path: Path, path: Path
) -> None:
    async with running_broker("embedded", tmp_path) as address:
        limit = RecordLimit(games=1)
        config = Config(SecretKey.generate(), broker=address, store=path, keep_records=limit)
        key = SecretKey.generate()
        async with (
            running_server(address, config) as server,
            guest(server.link, "Ann", key) as ann,
        ):
            tables = [await ended_game(ann) for _ in range(3)]
            assert len(read_records(path)) == 3
            await server.server.service.bound_archive()
            assert [each.table for each in read_records(path)] == tables[-1:]
            assert not (await ann.client.check_game(tables[0])).wrong
        async with (
            running_server(address, config) as server,
            guest(server.link, "Ann", key) as ann,
        ):
            assert not (await ann.client.check_game(tables[0])).wrong


async def ended_game(ann: Guest) -> str:
    """Play a game that is ended at once; return its table."""
    table = (await ann.done(OpenTable("siam", 2))).table
    await ann.client.follow(table)
    await ann.done(SeatBot(table, 1, "random"))
    await ann.done(StartGame(table))
    await ann.done(Agree(table, 1, "end", yes=True))
    return table


@pytest.mark.parametrize(
    ("text", "limit"),
    [("1", RecordLimit(games=1)), (" 500 ", RecordLimit(games=500)), ("7d", RecordLimit(days=7))],
)
def test_a_limit_is_a_number_of_games_or_of_days(text: str, limit: RecordLimit) -> None:
    assert parse_record_limit(text) == limit


async def test_a_store_that_is_too_large_loses_its_oldest_games(path: Path) -> None:
    await fill(path)
    limit = parse_record_limit("1MB")
    assert size_of(path) > 2 * 2**20, "this test needs a larger store"
    async with open_store(path, LOBBY) as store:
        await bound(store, limit)
    kept = read_records(path)
    assert size_of(path) < 1.1 * 2**20
    assert 0.7 * 2**20 < sum(len(record.text) for record in kept) < 2**20
    assert kept[-1].table == f"t{GAMES}"


async def test_without_a_limit_everything_stays(place: StorePlace) -> None:
    await fill(place)
    assert Config(SecretKey.generate()).keep_records == KEEP_ALL
    async with open_store(place, LOBBY) as store:
        await bound(store, KEEP_ALL)
    assert len(read_records(place)) == GAMES
