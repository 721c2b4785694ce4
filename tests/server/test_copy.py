"""A lobby moves from one store to another: whole, or not at all."""

from __future__ import annotations

import gzip
import itertools
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol.commands import Agree, StartGame
from protocol.messages import Done
from server.store import transfer
from server.store.copying import Copied, back_up, copy_store
from server.store.errors import StoreError
from server.store.place import PostgresUrl, StorePlace
from server.store.records import read_records
from server.store.saved import Changes
from server.store.store import open_store
from tests.places import ask_store, change_store, missing
from tests.postgres import Postgres, new_place
from tests.server.desk import come, desk, next_move, seated
from tests.server.test_archive_limit import a_record
from tests.server.test_store import LOBBY, a_table, fill

KINDS = ("file", "database")
RELEASE = Path(__file__).parents[1] / "releases" / "36136ca" / "home"


@pytest.fixture
def places(tmp_path: Path, postgres: Postgres) -> Any:
    """Return new places by kind."""
    numbers = itertools.count()

    def new(kind: str) -> StorePlace:
        folder = tmp_path / f"{next(numbers)}"
        return folder / "lobby.db" if kind == "file" else new_place(postgres)

    return new


@pytest.mark.parametrize(
    ("kind", "to"), [("file", "database"), ("database", "file"), ("database", "database")]
)
async def test_a_lobby_goes_on_where_it_was_copied_to(places: Any, kind: str, to: str) -> None:
    source, target = places(kind), places(to)
    random = Random(1)
    async with desk(source) as here:
        people = await come(here, "Ann", "Ben")
        for _ in range(2):
            table = await seated(here, *people)
            await people[0].ask(here, StartGame(table))
            turn, move = next_move(here, table, random)
            assert isinstance(await people[turn].ask(here, move), Done)
            if len(here.tables) == 1:
                for each in people:
                    await each.ask(here, Agree(table, 1, "end", yes=True))
        before = here.tables[table]
    assert copy_store(source, target) == Copied(2, 1)
    assert read_records(target) == read_records(source)
    async with desk(target) as there:
        after = there.tables[table]
        assert replace(after, game=None) == replace(before, game=None, opened=None)
        for each in people:
            await each.hello(there)
        turn, move = next_move(there, table, random)
        assert isinstance(await people[turn].ask(there, move), Done)
        await seated(there, *people)
        for each in people:
            await each.ask(there, Agree(table, 1, "end", yes=True))
    assert [each.number for each in read_records(target)] == [1, 2]
    assert len(read_records(source)) == 1


async def test_copied_there_and_back_it_is_the_same_and_has_as_many_commits(places: Any) -> None:
    first, middle, last = places("file"), places("database"), places("file")
    await fill(first)
    async with open_store(first, LOBBY) as store:
        await store.commit(Changes(records=tuple(map(a_record, range(1, 8)))))
    copy_store(first, middle)
    copy_store(middle, last)
    assert read_records(last) == read_records(first)
    assert ask_store(middle, "SELECT commits FROM leases") > 2
    mark = first.with_name("lobby.db.commits").read_bytes()
    assert last.with_name("lobby.db.commits").read_bytes() == mark


async def test_a_store_of_an_earlier_release_is_served_once_and_then_copied(
    places: Any, tmp_path: Path
) -> None:
    (packed,) = RELEASE.rglob("*.db.gz")
    path = tmp_path / "earlier.db"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    target = places("database")
    with pytest.raises(StoreError, match="serve it once with this one"):
        copy_store(path, target)
    assert missing(target)
    lobby = packed.name.removesuffix(".db.gz")
    async with open_store(path, lobby) as store:
        before = await store.load()
    assert copy_store(path, target).tables == len(before.tables)
    async with open_store(target, lobby) as store:
        after = await store.load()
    assert after.players == before.players
    assert [table.id for table in after.tables] == [table.id for table in before.tables]


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_is_overwritten(places: Any, kind: str) -> None:
    source, target = places("file"), places(kind)
    await fill(source, 1)
    await fill(target, 2)
    with pytest.raises(StoreError, match="not empty"):
        copy_store(source, target)
    async with open_store(target, LOBBY) as store:
        assert len((await store.load()).tables) == 2


async def test_a_database_of_another_program_is_not_empty(
    places: Any, database: PostgresUrl
) -> None:
    change_store(database, "CREATE TABLE recipes (name text)")
    source = places("file")
    await fill(source)
    with pytest.raises(StoreError, match="not empty"):
        copy_store(source, database)


@pytest.mark.parametrize("kind", KINDS)
def test_where_there_is_no_store_nothing_is_made(places: Any, kind: str) -> None:
    source, target = places(kind), places("file")
    with pytest.raises(StoreError, match="There is no store"):
        copy_store(source, target)
    assert missing(source)
    assert missing(target)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_lobby_that_is_served_is_not_copied(
    places: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.postgres.leases.LOCK_SECONDS", 0.0)
    source, target = places(kind), places("database")
    async with open_store(source, LOBBY) as store:
        await store.commit(Changes((a_table(),)))
        with pytest.raises(StoreError, match="in use"):
            copy_store(source, target)
    assert missing(target)


@pytest.mark.parametrize("to", KINDS)
async def test_a_copy_that_differs_is_none(
    places: Any, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = places("file"), places(to)
    await fill(source)
    add, seen = transfer.Digest.add, itertools.count()

    def forget(digest: transfer.Digest, rows: Any) -> None:
        add(digest, list(rows)[next(seen) % 2 :])

    monkeypatch.setattr(transfer.Digest, "add", forget)
    with pytest.raises(StoreError, match="differs from the original"):
        copy_store(source, target)
    assert missing(target)
    monkeypatch.setattr(transfer.Digest, "add", add)
    assert copy_store(source, target) == Copied(3, 0)


async def test_a_served_database_is_backed_up_into_a_file(places: Any, tmp_path: Path) -> None:
    source, file = places("database"), tmp_path / "copy.db"
    async with open_store(source, LOBBY) as store:
        await store.commit(Changes((a_table(1), a_table(2)), records=(a_record(1),)))
        assert back_up(source, file) == Copied(2, 1)
        await store.commit(Changes((a_table(3),)))
    assert file.stat().st_mode & 0o777 == 0o600
    async with open_store(file, LOBBY) as copied:
        assert [table.id for table in (await copied.load()).tables] == ["t1", "t2"]
