"""PostgreSQL restarts or is away: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import psycopg
import pytest

from protocol.commands import Look, OpenTable, StartGame
from protocol.messages import Done, Refused
from protocol.states import TableState
from server.store.errors import OutcomeUnknownError, StoreAwayError
from server.store.place import PostgresUrl
from server.store.postgres.leases import Lease, end_own_session, execute_fenced
from server.store.saved import Changes
from server.store.statements import Write
from server.store.store import open_store
from tests.patience import PATIENCE
from tests.places import ask_store
from tests.postgres import Postgres, own_postgres
from tests.server.desk import come, desk, next_move, own_connection, seated
from tests.server.test_store import LOBBY, a_table

TABLES = "SELECT count(*) FROM tables"
pytestmark = pytest.mark.xdist_group("a PostgreSQL that is stopped")


@pytest.fixture(scope="module")
def own(postgres: Postgres) -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped."""
    with own_postgres(postgres) as running:
        yield running


@pytest.fixture(scope="module")
def _numbers() -> Iterator[int]:
    return iter(range(1000))


@pytest.fixture
def place(own: Postgres, _numbers: Iterator[int]) -> PostgresUrl:
    schema = f"s{next(_numbers)}"
    own.execute(f"CREATE SCHEMA {schema}")
    return own.url(schema=schema)


class Unanswered:
    """Has the answer to one commit be lost.

    Attributes:
        kept: whether PostgreSQL has done it before.
        lost: whether the answer was lost.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, kept: bool) -> None:
        self.kept, self.lost = kept, False

        def unanswered(
            connection: psycopg.Connection[Any], lease: Lease, writes: Sequence[Write]
        ) -> None:
            if self.kept or self.lost:
                execute_fenced(connection, lease, writes)
            if not self.lost:
                self.lost = True
                connection.close()
                raise psycopg.OperationalError("cut")

        monkeypatch.setattr("server.store.postgres.part_database.execute_fenced", unanswered)


@pytest.mark.parametrize("kept", [True, False])
async def test_a_commit_whose_answer_is_lost_is_done_once(
    database: PostgresUrl, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes((a_table(1),)))
        cut = Unanswered(monkeypatch, kept=kept)
        await store.commit(Changes((a_table(2),)))
        assert cut.lost
        await store.commit(Changes((a_table(2).changed(host_name="Anna"),)))
        assert [table.host_name for table in (await store.load()).tables] == ["Ann", "Anna"]
    assert ask_store(database, "SELECT commits FROM leases") == 3


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_moves_go_on_after_a_restart(
    place: PostgresUrl, own: Postgres, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.postgres.opening.RETRY_SECONDS", PATIENCE)
    async with desk(place) as here:
        ann, ben = await come(here, "Ann", "Ben")
        table = await seated(here, ann, ben)
        await ann.ask(here, StartGame(table))
        random = Random(1)
        for number in range(4):
            if number == 2:
                own.restart(mode)
            turn, move = next_move(here, table, random)
            assert isinstance(await (ann, ben)[turn].ask(here, move), Done)
        before = here.tables[table]
    async with desk(place) as again:
        assert again.tables[table].log == before.log


async def test_while_it_is_away_nothing_changes_and_everybody_is_told_so(
    place: PostgresUrl, own: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.postgres.opening.RETRY_SECONDS", 0.1)
    async with desk(place) as here:
        (ann,) = await come(here, "Ann")
        kept = (await ann.ask(here, OpenTable("siam", 2))).table
        own.stop("fast")
        try:
            for _ in range(2):
                refused = await ann.ask(here, OpenTable("siam", 2))
                assert isinstance(refused, Refused)
                assert refused.code == "store_failed"
                assert "does not answer, so nothing has changed" in refused.sentence
            assert isinstance(await ann.ask(here, Look(kept)), TableState)
            assert "does not answer (Connection refused)" in here.told[0]
            await here.service.reconnect_store()
            assert isinstance(await ann.ask(here, OpenTable("siam", 2)), Refused)
        finally:
            own.start()
        await here.service.reconnect_store()
        opened = await ann.ask(here, OpenTable("siam", 2))
        assert list(here.tables) == [kept, opened.table]
    async with desk(place) as again:
        assert list(again.tables) == [kept, opened.table]


@pytest.mark.parametrize("kept", [True, False])
async def test_what_was_in_doubt_counts_if_it_turns_out_to_be_kept(
    place: PostgresUrl, own: Postgres, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.postgres.opening.RETRY_SECONDS", 0.1)
    async with desk(place) as here:
        (ann,) = await come(here, "Ann")
        Unanswered(monkeypatch, kept=kept)
        stop_at_the_next_try(own, monkeypatch)
        refused = await ann.ask(here, OpenTable("siam", 2))
        assert "look whether it was saved" in refused.sentence
        assert here.tables == {}
        refused = await ann.ask(here, OpenTable("siam", 3))
        assert "nothing has changed" in refused.sentence
        own.start()
        await here.service.reconnect_store()
        assert len(here.tables) == ask_store(place, TABLES) == kept
        opened = await ann.ask(here, OpenTable("siam", 4))
        assert isinstance(opened, Done)
        tables = dict(here.tables)
    async with desk(place) as again:
        assert list(again.tables) == list(tables)


def stop_at_the_next_try(own: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop PostgreSQL just when a server connects again."""
    replaced = "server.store.postgres.opening.end_own_session"

    def stopped(connection: psycopg.Connection[Any], owner: str) -> None:
        monkeypatch.setattr(replaced, end_own_session)
        own.stop("immediate")
        end_own_session(connection, owner)

    monkeypatch.setattr(replaced, stopped)


async def test_one_that_stands_still_is_given_up_and_its_commit_is_not_done_twice(
    place: PostgresUrl, own: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(place, LOBBY) as store:
        await store.commit(Changes((a_table(1),)))
        monkeypatch.setattr("server.store.postgres.opening.ANSWER_SECONDS", 0.2)
        monkeypatch.setattr("server.store.postgres.opening.RETRY_SECONDS", 0.0)
        own.signal_sessions(signal.SIGSTOP)
        try:
            with pytest.raises(OutcomeUnknownError):
                await store.commit(Changes((a_table(2),)))
            with pytest.raises(StoreAwayError):
                await store.commit(Changes((a_table(3),)))
        finally:
            own.signal_sessions(signal.SIGCONT)
        monkeypatch.undo()
        while not await store.reconnect():
            pass
        kept = store.resume()
        await store.commit(Changes((a_table(4),)))
        ids = [table.id for table in (await store.load()).tables]
        assert ids == ["t1", *["t2"] * bool(kept), "t4"]


async def test_an_idle_connection_that_ended_puts_nothing_in_doubt(
    database: PostgresUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []

    def note(connection: psycopg.Connection[Any], lease: Lease, writes: Sequence[Write]) -> None:
        sent.append(writes)
        execute_fenced(connection, lease, writes)

    monkeypatch.setattr("server.store.postgres.part_database.execute_fenced", note)
    async with open_store(database, LOBBY) as store:
        pid = own_connection(store).info.backend_pid
        ask_store(database, f"SELECT pg_terminate_backend({pid}, 60000)")
        await store.commit(Changes((a_table(1),)))
        assert len(sent) == 1
