"""A database that cannot be used: what the host is told, and that no password is in it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import typer

from server.store.copying import back_up
from server.store.errors import StoreError
from server.store.place import PostgresUrl, parse_place
from server.store.records import read_records
from server.store.saved import Changes, SavedPlayer
from server.store.store import open_store
from siam_tui.cli.store_commands import read_store
from tests.brokers import free_port
from tests.places import change_store
from tests.postgres import Postgres, new_place
from tests.server.desk import own_connection
from tests.server.test_store import ANN, LOBBY, a_table, refusal

SECRET = "correct horse"
GRANT = "DO $$ BEGIN EXECUTE 'GRANT USAGE ON SCHEMA ' || current_schema() || ' TO guarded'; END $$"


@pytest.fixture(scope="module")
def guarded(postgres: Postgres) -> PostgresUrl:
    """A place for which PostgreSQL wants a password."""
    place = new_place(postgres)
    postgres.execute(
        "DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'correct horse'; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$"
    )
    _, _, rest = place.text.partition("@")
    return PostgresUrl(f"postgresql://guarded@{rest}")


class TestPasswords:
    async def test_none_is_asked_for(self, guarded: PostgresUrl) -> None:
        told = await refusal(guarded)
        assert "wants a password" in told
        assert ".pgpass" in told

    async def test_a_wrong_one_is_refused_and_not_repeated(
        self, guarded: PostgresUrl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PGPASSWORD", "wrong mule")
        told = await refusal(guarded)
        assert "refuses the password" in told
        assert "mule" not in told

    async def test_one_from_a_file_lets_in_a_user_who_then_lacks_rights(
        self, guarded: PostgresUrl, tmp_path: Path
    ) -> None:
        file = tmp_path / "passwords"
        file.write_text(f"127.0.0.1:*:*:guarded:{SECRET}\n")
        file.chmod(0o600)
        place = PostgresUrl(f"{guarded.text}&passfile={file}")
        told = await refusal(place)
        assert "may not use any schema" in told
        assert "ALTER DATABASE" in told
        change_store(PostgresUrl(guarded.text.replace("guarded", "siam")), GRANT)
        told = await refusal(place)
        assert "permission denied for schema" in told
        assert "ALTER DATABASE" in told

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://ann:correct horse@db/lobby",
            "postgres://ann:@db/lobby",
            "postgresql://ann@db/lobby?password=correct+horse",
            "postgresql://ann@db/lobby?sslmode=require&sslpassword=correct+horse",
        ],
    )
    def test_one_in_the_url_is_refused_before_anything_is_done(self, url: str) -> None:
        with pytest.raises(ValueError, match="Omit the password") as caught:
            parse_place(url)
        assert "horse" not in str(caught.value)

    def test_the_command_line_says_so(self) -> None:
        with pytest.raises(typer.BadParameter, match="Omit the password") as caught:
            read_store("postgresql://ann:horse@db/lobby")
        assert "horse" not in f"{caught.value!r} {caught.value.format_message()}"


class TestPlaces:
    @pytest.mark.parametrize("text", ["mysql://db/lobby", "file:///lobby.db"])
    def test_another_kind_of_url_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="a path, or a URL"):
            parse_place(text)

    async def test_one_that_libpq_does_not_understand(self) -> None:
        assert "not accepted" in await refusal(PostgresUrl("postgresql://db/lobby?colour=red"))

    async def test_a_database_that_is_not_there(self, postgres: Postgres) -> None:
        assert "createdb" in await refusal(postgres.url("nothing"))

    async def test_a_user_who_is_not_there(self, postgres: Postgres) -> None:
        assert "createuser" in await refusal(postgres.url(user="nobody"))

    async def test_a_server_that_is_not_there(self) -> None:
        told = await refusal(PostgresUrl(f"postgresql://siam@127.0.0.1:{free_port()}/lobby"))
        assert "does not answer (Connection refused)" in told

    async def test_a_host_that_is_not_known(self) -> None:
        told = await refusal(PostgresUrl("postgresql://siam@nowhere.invalid/lobby"))
        assert "The host in postgresql://siam@nowhere.invalid/lobby is not known" in told
        assert told.endswith("Correct the URL.")

    async def test_a_server_that_is_too_old(
        self, database: PostgresUrl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("server.store.postgres.connection.LEAST_VERSION", 990000)
        assert "too old" in await refusal(database)

    async def test_a_database_of_another_encoding(self, postgres: Postgres) -> None:
        postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
        assert "encoding LATIN1" in await refusal(postgres.url("latin"))

    async def test_another_programs_database(self, database: PostgresUrl) -> None:
        change_store(database, "CREATE TABLE recipes (name text)")
        assert "another program" in await refusal(database)

    async def test_one_that_may_only_be_read(self, database: PostgresUrl) -> None:
        read_only = database.text + "%20-cdefault_transaction_read_only%3Don"
        assert "set to read-only" in await refusal(PostgresUrl(read_only))

    async def test_psycopg_is_missing(
        self, database: PostgresUrl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "psycopg", None)
        assert ".[postgres]" in await refusal(database)
        with pytest.raises(StoreError, match="psycopg"):
            read_records(database)

    def test_no_lobby_was_served_from_it(self, database: PostgresUrl, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="There is no store"):
            read_records(database)
        with pytest.raises(StoreError, match="There is no store"):
            back_up(database, tmp_path / "copy.db")


async def test_a_commit_waits_for_the_disk_where_it_is_set_not_to(database: PostgresUrl) -> None:
    hasty = PostgresUrl(database.text + "%20-csynchronous_commit%3Doff")
    async with open_store(hasty, LOBBY) as store:
        connection = own_connection(store)
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


async def test_a_text_that_postgresql_cannot_keep_changes_nothing(database: PostgresUrl) -> None:
    async with open_store(database, LOBBY) as store:
        player = SavedPlayer(ANN, "A\0")
        with pytest.raises(StoreError, match="NUL"):
            await store.commit(Changes((a_table(1),), players=(player,)))
        await store.commit(Changes((a_table(3),)))
        assert [table.id for table in (await store.load()).tables] == ["t3"]
