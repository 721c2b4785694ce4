"""One server owns a lobby in PostgreSQL, and one that was replaced cannot write any more."""

from __future__ import annotations

import asyncio
import os
import socket
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from server.store.errors import StoreError
from server.store.place import PostgresUrl
from server.store.postgres import leases
from server.store.saved import Changes
from server.store.store import Store, open_store
from tests.patience import PATIENCE
from tests.places import ask_store, change_store
from tests.server.desk import own_connection
from tests.server.test_store import LOBBY, a_table

TABLES = "SELECT count(*) FROM tables"
NEW_OWNER = "UPDATE leases SET owner = 'other', epoch = epoch + 1"


def session(store: Store) -> psycopg.Connection:
    connection: psycopg.Connection = own_connection(store)
    return connection


async def test_each_start_begins_an_epoch_and_goes_on_counting(database: PostgresUrl) -> None:
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes((a_table(1),)))
        await store.commit(Changes((a_table(2),)))
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes((a_table(3),)))
        lease = store._database.lease  # type: ignore[attr-defined]
        assert (lease.epoch, lease.commits) == (2, 3)
    assert ask_store(database, "SELECT (epoch, commits)::text FROM leases") == "(2,3)"


@pytest.mark.parametrize("is_connected", [True, False])
async def test_a_replaced_server_writes_nothing_and_ends(
    database: PostgresUrl, is_connected: bool
) -> None:
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes((a_table(1),)))
        change_store(database, NEW_OWNER)
        if not is_connected:
            session(store).close()
        for number in (2, 3):
            with pytest.raises(StoreError, match="Another server has taken over"):
                await store.commit(Changes((a_table(number),)))
        told = await asyncio.wait_for(store.wait_until_lost(), PATIENCE)
        assert "Another server" in told
    assert ask_store(database, TABLES) == 1


async def test_a_replaced_server_notices_it_without_a_commit(database: PostgresUrl) -> None:
    async with open_store(database, LOBBY) as store:
        change_store(database, NEW_OWNER)
        session(store).close()
        for _ in range(2):
            assert not await store.reconnect()
        await asyncio.wait_for(store.wait_until_lost(), PATIENCE)


async def test_a_connection_that_ended_while_it_was_idle_is_replaced(database: PostgresUrl) -> None:
    async with open_store(database, LOBBY) as store:
        pid = session(store).info.backend_pid
        ask_store(database, f"SELECT pg_terminate_backend({pid}, 60000)")
        for _ in range(2):
            assert not await store.reconnect()
        assert session(store).info.backend_pid != pid
        with pytest.raises(StoreError, match="in use"):
            async with open_store(database, LOBBY):
                pass
        await store.commit(Changes((a_table(1),)))


async def test_a_takeover_waits_for_a_transaction_and_fences_the_next(
    database: PostgresUrl,
) -> None:
    """What an old owner has begun is kept or not before there is a new one."""
    async with open_store(database, LOBBY) as store:
        old = store._database.lease  # type: ignore[attr-defined]
        with (
            psycopg.connect(database.text) as slow,
            psycopg.connect(database.text) as new,
            ThreadPoolExecutor() as thread,
        ):
            slow.execute(leases.FENCE, old.fence())
            taking = thread.submit(leases.take_lease, new, "new")
            waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            while not ask_store(database, waits):
                assert not taking.done()
            slow.commit()
            lease = taking.result(PATIENCE)
            assert (lease.epoch, lease.commits) == (old.epoch + 1, old.commits + 1)
            new.commit()
            with pytest.raises(psycopg.errors.NotNullViolation):
                slow.execute(leases.FENCE, old._replace(commits=old.commits + 1).fence())


async def test_a_server_that_lost_its_connection_keeps_others_out_when_it_is_back(
    database: PostgresUrl,
) -> None:
    async with open_store(database, LOBBY) as store:
        session(store).close()
        await store.commit(Changes((a_table(1),)))
        with pytest.raises(StoreError, match="in use"):
            async with open_store(database, LOBBY):
                pass
        await store.commit(Changes((a_table(2),)))
    assert ask_store(database, TABLES) == 2


async def test_the_session_of_a_killed_server_frees_the_lock(database: PostgresUrl) -> None:
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes((a_table(1),)))
        with socket.socket(fileno=os.dup(session(store).fileno())) as wire:
            wire.shutdown(socket.SHUT_RDWR)  # as the system does then
        async with open_store(database, LOBBY) as second:
            assert len((await second.load()).tables) == 1
            with pytest.raises(StoreError, match="Another server has taken over"):
                await store.commit(Changes((a_table(2),)))
            await second.commit(Changes((a_table(3),)))


async def test_a_database_that_went_back_is_not_written(database: PostgresUrl) -> None:
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes((a_table(1),)))
        change_store(database, "UPDATE leases SET commits = commits - 1", "DELETE FROM tables")
        with pytest.raises(StoreError, match="lacks changes that it had"):
            await store.commit(Changes((a_table(2),)))
    assert ask_store(database, TABLES) == 0
