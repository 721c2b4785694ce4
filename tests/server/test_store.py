"""The store's file: who may use it, what is told when it is bad, and older ones."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path
from threading import current_thread

import msgpack
import pytest
from sqlalchemy import MetaData, create_engine, inspect

from protocol.keys import SecretKey
from protocol.messages import Done
from server.lobby.upkeep import restored_lobby
from server.players.sessions import MAX_ANSWERS
from server.store.errors import StoreError
from server.store.place import StorePlace
from server.store.records import read_records
from server.store.saved import Changes, SavedPlayer
from server.store.schema import MIGRATIONS, metadata, migrate
from server.store.statements import KEPT_ANSWERS
from server.store.store import Store, open_store
from server.tables.opening import open_game
from server.tables.table import FREE, Table
from tests.places import change_store
from tests.server.clock import Clock
from tests.server.conftest import context_of, new_rules
from tests.server.nothing_known import NothingKnown

LOBBY = "lobby"
ANN = SecretKey.generate().public


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "lobby.db"


def a_table(number: int = 1) -> Table:
    opened = open_game("siam", "", ())
    return Table(
        **opened._asdict(),
        id=f"t{number}",
        options=(),
        host="ann",
        host_name="Ann",
        seats=(FREE, FREE),
    )


async def refusal(place: StorePlace, lobby: str = LOBBY) -> str:
    """Return what is said about a store that cannot be used."""
    with pytest.raises(StoreError) as caught:
        async with open_store(place, lobby) as store:
            await store.load()
    assert str(caught.value).endswith(".")
    return str(caught.value)


async def fill(place: StorePlace, tables: int = 3) -> None:
    async with open_store(place, LOBBY) as store:
        await store.commit(Changes(tuple(a_table(number) for number in range(tables))))


def overwrite(path: Path, place: int, data: bytes) -> None:
    path.touch()
    with path.open("rb+") as file:
        file.seek(place)
        file.write(data)


class TestWhoMayUseIt:
    async def test_only_its_owner_may_read_it(self, path: Path) -> None:
        umask = os.umask(0)
        try:
            async with open_store(path, LOBBY) as store:
                await store.commit(Changes((a_table(),)))
        finally:
            os.umask(umask)
        async with open_store(path, LOBBY):
            for each in path.parent.iterdir():
                assert stat.S_IMODE(each.stat().st_mode) == 0o600, each
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    async def test_one_server_at_a_time(self, each_place: StorePlace) -> None:
        async with open_store(each_place, LOBBY):
            assert "in use" in await refusal(each_place)
        async with open_store(each_place, LOBBY):
            pass

    async def test_one_lobby_only(self, each_place: StorePlace) -> None:
        await fill(each_place)
        assert "another lobby" in await refusal(each_place, "other")

    async def test_one_in_memory_belongs_to_nobody_else(self) -> None:
        async with open_store(None, LOBBY) as one, open_store(None, LOBBY) as other:
            await one.commit(Changes((a_table(),)))
            assert len((await one.load()).tables) == 1
            assert (await other.load()).tables == ()

    async def test_power_may_fail_after_a_commit(self, path: Path) -> None:
        async with open_store(path, LOBBY) as store:
            for pragma, expected in (("synchronous", 2), ("journal_mode", "wal")):
                result = store._database._connection.exec_driver_sql(f"PRAGMA {pragma}")
                assert result.scalar() == expected
                store._database._connection.rollback()


class TestDisks:
    async def test_a_slow_one_is_waited_for_in_a_thread_until_it_is_quick(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        threads: list[str] = []

        def note(statement: str) -> None:
            if statement == "COMMIT":
                threads.append(current_thread().name.partition("_")[0])

        async with open_store(path, LOBBY) as store:
            store._database._sqlite.set_trace_callback(note)
            for quick in (0.0, 0.0, 60.0, 60.0):  # seconds: slower than that, and quicker
                monkeypatch.setattr("server.store.sqlite.database.QUICK", quick)
                await store.commit(Changes((a_table(),)))
        assert threads == ["MainThread", "store", "store", "MainThread"]

    async def test_what_a_slow_one_has_begun_is_kept_though_nobody_waits_for_it(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("server.store.sqlite.database.QUICK", 0.0)
        async with open_store(path, LOBBY) as store:
            await store.commit(Changes((a_table(1),)))
            committing = asyncio.create_task(store.commit(Changes((a_table(2),))))
            await asyncio.sleep(0)  # it begins
            committing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await committing
            assert len((await store.load()).tables) == 2

    @pytest.mark.parametrize("quick", [True, False], ids=["quick", "slow"])
    async def test_one_that_fails_at_the_end_keeps_nothing(
        self, path: Path, quick: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail() -> None:
            raise sqlite3.OperationalError("disk I/O error")

        async with open_store(path, LOBBY) as store:
            store._database._quick = quick
            with monkeypatch.context() as broken:
                broken.setattr(store._database, "_finish", fail)
                with pytest.raises(StoreError, match="disk I/O error"):
                    await store.commit(Changes((a_table(1),)))
            await store.commit(Changes((a_table(2),)))
            assert [table.id for table in (await store.load()).tables] == ["t2"]


class TestBadOnes:
    async def test_no_database(self, path: Path) -> None:
        path.parent.mkdir()
        overwrite(path, 0, b"this is a letter to a friend, " * 50)
        assert "damaged" in await refusal(path)

    async def test_another_programs_database(self, path: Path) -> None:
        path.parent.mkdir()
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        other.close()
        assert "another program" in await refusal(path)

    @pytest.mark.parametrize("number", [0, -1, "'one'", "x'00'"])
    async def test_one_of_a_schema_that_no_release_has(self, path: Path, number: object) -> None:
        await fill(path)
        with sqlite3.connect(path) as other:
            other.execute(f"UPDATE lobby SET schema = {number}")
        other.close()
        assert "no release has" in await refusal(path)
        with pytest.raises(StoreError, match="no release has"):
            read_records(path)

    @pytest.mark.parametrize(
        "statement",
        [
            "DELETE FROM lobby",
            "INSERT INTO lobby VALUES ('other', 1, 1)",
            "ALTER TABLE lobby DROP COLUMN schema",
        ],
    )
    async def test_a_database_with_another_kind_of_lobby(
        self, place: StorePlace, statement: str
    ) -> None:
        await fill(place)
        change_store(place, statement)
        assert "another program" in await refusal(place)

    async def test_one_without_some_of_its_tables(self, place: StorePlace) -> None:
        await fill(place)
        change_store(place, "DROP TABLE talk")
        told = await refusal(place)
        assert "damaged (" in told
        assert "talk" in told

    async def test_a_pipe(self, path: Path) -> None:
        path.parent.mkdir()
        os.mkfifo(path)
        assert "no regular file" in await refusal(path)

    async def test_a_damaged_one(self, path: Path) -> None:
        await fill(path)
        overwrite(path, 4096, b"\xff" * 4096)
        assert "damaged" in await refusal(path)

    async def test_a_row_nobody_wrote(self, each_place: StorePlace) -> None:
        await fill(each_place)
        change_store(each_place, "UPDATE tables SET state = '{}' WHERE id = 't1'")
        told = await refusal(each_place)
        assert "Table t1" in told
        assert "cannot be read" in told

    async def test_a_place_nobody_can_write(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        told = await refusal(tmp_path / "file" / "lobby.db")
        assert "cannot be written" in told
        assert "--store" in told

    @pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
    async def test_a_file_that_may_only_be_read(self, path: Path) -> None:
        await fill(path)
        path.chmod(0o400)  # noqa: ASYNC240 - quick
        assert "cannot be written" in await refusal(path)

    async def test_one_of_a_later_release(self, each_place: StorePlace) -> None:
        await fill(each_place)
        change_store(each_place, "UPDATE lobby SET schema = schema + 1")
        assert "later release" in await refusal(each_place)
        with pytest.raises(StoreError, match="Another release"):
            read_records(each_place)

    def test_records_of_a_lobby_that_was_never_served(self, path: Path) -> None:
        with pytest.raises(StoreError, match="There is no store"):
            read_records(path)

    async def test_a_record_that_is_not_there(self, place: StorePlace) -> None:
        await fill(place)
        assert read_records(place) == ()
        with pytest.raises(StoreError, match="no game 7"):
            read_records(place, (7,))


class TestSchema:
    def test_the_migrations_make_the_tables_the_code_uses(self, tmp_path: Path) -> None:
        engine = create_engine(f"sqlite:///{tmp_path / 'migrated'}")
        with engine.begin() as connection:
            migrate(connection, LOBBY)
            migrated = MetaData()
            migrated.reflect(connection)
            found = {
                name: {column.name: column.nullable for column in table.columns}
                for name, table in migrated.tables.items()
            }
            assert found == {
                name: {column.name: column.nullable for column in table.columns}
                for name, table in metadata.tables.items()
            }
        engine.dispose()

    def test_a_store_of_the_first_schema_is_brought_up_to_a_later_one(self, tmp_path: Path) -> None:
        engine = create_engine(f"sqlite:///{tmp_path / 'first'}")
        later = (*MIGRATIONS[:1], "ALTER TABLE records ADD COLUMN proof TEXT")
        with engine.begin() as connection:
            migrate(connection, LOBBY, MIGRATIONS[:1])
            connection.exec_driver_sql("INSERT INTO players VALUES ('ann', x'00', 'Ann')")
        for _ in range(2):
            with engine.begin() as connection:
                migrate(connection, LOBBY, later)
        with engine.begin() as connection:
            assert "proof" in {each["name"] for each in inspect(connection).get_columns("records")}
            row = connection.exec_driver_sql("SELECT schema, starts FROM lobby").one()
            assert tuple(row) == (2, 3)
            assert connection.exec_driver_sql("SELECT name FROM players").scalar() == "Ann"
        engine.dispose()

    async def test_a_migration_that_fails_changes_nothing(
        self, place: StorePlace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await fill(place)

        fails = (
            "ALTER TABLE records ADD COLUMN proof TEXT; ALTER TABLE nothing ADD COLUMN proof TEXT"
        )
        with monkeypatch.context() as patched:
            patched.setattr(migrate, "__defaults__", ((*MIGRATIONS, fails),))
            assert "nothing" in await refusal(place)
        async with open_store(place, LOBBY) as store:
            assert len((await store.load()).tables) == 3

    async def test_what_changes_with_a_move_once_stood_with_what_else_changes(
        self, path: Path
    ) -> None:
        await fill(path, 1)
        with sqlite3.connect(path) as earlier:
            ((state, turn),) = earlier.execute("SELECT state, turn FROM tables")
            whole = json.loads(state) | msgpack.unpackb(turn)
            earlier.execute("UPDATE tables SET state = ?", (json.dumps(whole),))
            earlier.execute("ALTER TABLE tables DROP COLUMN turn")
            earlier.execute("ALTER TABLE players DROP COLUMN played")
            earlier.execute("DROP TABLE bans")
            earlier.execute("UPDATE lobby SET schema = 3")
        earlier.close()
        async with open_store(path, LOBBY) as store:
            (table,) = (await store.load()).tables
            assert replace(table, game=None) == replace(a_table(0), game=None, shared=table.shared)
            await store.commit(Changes((table.changed(host_name="Anna"),)))
        async with open_store(path, LOBBY) as store:
            (table,) = (await store.load()).tables
            assert (table.host_name, table.revision) == ("Anna", 2)


class TestPlayers:
    async def test_only_so_many_answers_are_kept(self, place: StorePlace) -> None:
        assert KEPT_ANSWERS == MAX_ANSWERS
        async with open_store(place, LOBBY) as store:
            for number in range(KEPT_ANSWERS + 10):
                await answer(store, number)
            (ann,) = (await store.load()).players
            first = (10).to_bytes(16, "big")
            assert (len(ann.answers), next(iter(ann.answers))) == (KEPT_ANSWERS, first)

    async def test_a_forgotten_player_is_gone_with_their_answers(self, place: StorePlace) -> None:
        async with open_store(place, LOBBY) as store:
            await answer(store, 1)
            assert ANN.fingerprint in store
            await store.commit(Changes(forgotten=(ANN.fingerprint,)))
            assert ANN.fingerprint not in store
            assert (await store.load()).players == ()
            await answer(store, 1)
            assert len((await store.load()).players) == 1

    async def test_they_come_back_in_the_order_in_which_they_changed_something(
        self, place: StorePlace
    ) -> None:
        people = [SecretKey.generate().public for _ in range(3)]
        async with open_store(place, LOBBY) as store:
            for number, who in enumerate((0, 1, 2, 0)):
                answers = {bytes([number] * 16): Done()}
                await store.commit(Changes(players=(SavedPlayer(people[who], "A", answers),)))
            loaded = [player.public for player in (await store.load()).players]
            assert loaded == [people[1], people[2], people[0]]


async def answer(store: Store, number: int) -> None:
    answers = {number.to_bytes(16, "big"): Done("t1", number)}
    await store.commit(Changes(players=(SavedPlayer(ANN, "Ann", answers),)))


async def test_a_closed_table_is_gone_with_its_moves(place: StorePlace) -> None:
    async with open_store(place, LOBBY) as store:
        table = a_table()
        await store.commit(Changes((table,)))
        await store.commit(Changes((table.changed(status="closed"),)))
        assert await store.load() == await Store(store._database).load()
        assert (await store.load()).tables == ()


def test_a_lobby_takes_up_what_was_kept() -> None:
    lobby = restored_lobby(
        context_of(new_rules(), Clock(), NothingKnown()), (a_table(1), a_table(2)), {}
    )
    assert [table.table for table in lobby.listing.state.tables] == ["t1", "t2"]
