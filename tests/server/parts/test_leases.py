"""Parts of a lobby are leased: who lost one writes nothing, and says nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol.keys import SecretKey
from protocol.limits import MAX_PARTS
from protocol.topics import LIST_PART, part_of
from server.cluster import leaseholder as leaseholding
from server.cluster.greeter import Greeter, reserve_all
from server.cluster.leaseholder import Leaseholder, Renewer, fair_share, moment
from server.cluster.part import RunningPart
from server.config import Config
from server.rejection_stats import RejectionStats
from server.store.errors import StoreError
from server.store.parts.part_store import PartStore, channel_of
from server.store.parts.reading import read_list, read_parts
from server.store.parts.status import read_status
from server.store.place import PostgresUrl
from server.store.postgres import leases
from server.store.postgres.connection import reading
from server.store.postgres.leases import LEASE_SECONDS, Lease
from server.store.postgres.part_database import PartDatabase
from server.store.postgres.pool import PooledConnection
from server.store.saved import Changes
from server.store.store import open_store
from server.tables.opening import open_game
from tests.patience import PATIENCE
from tests.places import ask_store, change_store
from tests.server.test_store import LOBBY, a_table

_END_LEASES = "UPDATE leases SET until = now() WHERE part > 0"
_END_LEASES_SOON = "UPDATE leases SET until = now() + interval '1 second' WHERE part > 0"


@asynccontextmanager
async def leaseholder(url: PostgresUrl) -> AsyncIterator[Leaseholder]:
    holder = Leaseholder(url, LOBBY)
    try:
        await holder.begin()
        yield holder
    finally:
        await holder.close()


@asynccontextmanager
async def connection(url: PostgresUrl) -> AsyncIterator[PooledConnection]:
    pooled = PooledConnection(url, "siam test")
    try:
        yield pooled
    finally:
        await pooled.close()


def open_part(url: PostgresUrl, lease: Lease, pooled: PooledConnection) -> PartStore:
    with reading(url, "siam test") as found:
        saved = read_parts(found, (lease.part,), open_game)[lease.part]
    return PartStore(PartDatabase(url, lease, pooled), channel_of(LOBBY), saved)


async def test_a_lease_that_ended_is_taken_and_its_old_owner_is_fenced(database: PostgresUrl):
    table = a_table(1)
    async with (
        leaseholder(database) as old,
        leaseholder(database) as new,
        connection(database) as pooled,
    ):
        leases = {each.part: each for each in (await old.take(MAX_PARTS)).leases}
        assert leases.keys() == set(range(1, MAX_PARTS + 1))
        assert not (await new.take(MAX_PARTS)).leases
        mine = open_part(database, leases[part_of(table.id)], pooled)
        await mine.commit(Changes((table,)))
        change_store(database, _END_LEASES)
        assert not (await old.renew())[0].epochs
        theirs = {each.part: each for each in (await new.take(MAX_PARTS)).leases}
        lease = theirs[part_of(table.id)]
        assert (lease.epoch, lease.commits) == (2, 1)
        with pytest.raises(StoreError):
            await mine.commit(Changes((a_table(2),)))
        assert mine._database.loss
        after = open_part(database, lease, pooled)
        saved = await after.load()
        assert [each.id for each in saved.tables] == [table.id]
        await after.commit(Changes((a_table(3),)))
    assert ask_store(database, "SELECT count(*) FROM tables") == 2


async def test_what_was_given_back_is_free_at_once(database: PostgresUrl):
    async with leaseholder(database) as one, leaseholder(database) as other:
        await one.take(MAX_PARTS)
        await one.give_back((3, 4))
        assert {each.part for each in (await other.take(MAX_PARTS)).leases} == {3, 4}
        renewal, _ = await one.renew()
        assert (len(renewal.epochs), renewal.free) == (MAX_PARTS - 2, 0)
        status = read_status(database)
        assert sum(each.owner == one.name for each in status.parts) == MAX_PARTS - 2
        assert "62 parts (1-2 5-64)" in "\n".join(status.lines())


async def test_the_status_of_parts_that_nobody_has_taken(database: PostgresUrl):
    async with leaseholder(database) as only:
        await only.renew()
        assert "no server: 64 parts (1-64), 0 tables" in list(read_status(database).lines())


async def test_what_lapsed_is_told_apart_from_what_was_given_back(database: PostgresUrl):
    async with leaseholder(database) as one, leaseholder(database) as other:
        await one.take(MAX_PARTS)
        await one.give_back((3, 4))
        change_store(database, "UPDATE leases SET until = now() WHERE part IN (7, 8, 9)")
        renewal, _ = await other.renew()
        assert (renewal.free, renewal.lapsed) == (5, 3)
        lapsed = (await other.take(2, only_lapsed=True)).leases
        assert {each.part for each in lapsed} == {7, 8}
        assert {each.part for each in (await other.take(MAX_PARTS)).leases} == {3, 4, 9}


async def test_who_leaves_counts_no_more_but_keeps_the_leases_it_has_not_given_back(
    database: PostgresUrl,
):
    async with leaseholder(database) as leaving, leaseholder(database) as staying:
        assert len((await leaving.take(MAX_PARTS)).leases) == MAX_PARTS
        await leaving.renew()
        assert (await staying.renew())[0].servers == 2
        await leaving.leave()
        change_store(database, _END_LEASES_SOON)
        assert len((await leaving.renew())[0].epochs) == MAX_PARTS
        seen, _ = await staying.renew()
        assert seen.servers == 1
        assert seen.next_free > LEASE_SECONDS / 2


async def test_a_server_knows_when_the_next_lease_of_another_may_end(database: PostgresUrl):
    async with leaseholder(database) as one, leaseholder(database) as other:
        await one.take(3)
        assert (await one.renew())[0].next_free == LEASE_SECONDS  # there is no other's lease
        change_store(database, "UPDATE leases SET until = now() + interval '1 s' WHERE part = 2")
        assert 0 < (await other.renew())[0].next_free <= 1


_HELD = "SELECT bool_and(until > now()) FROM leases WHERE epoch > 0 AND part > 0"


@pytest.mark.parametrize(("patience", "keeps"), [(5.0, True), (0.1, False)])
async def test_a_busy_server_keeps_its_leases_but_not_one_that_stands_still(
    patience: float, keeps: bool, database: PostgresUrl, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leases, "LEASE_SECONDS", 0.8)
    monkeypatch.setattr(leaseholding, "RENEW_SECONDS", 0.1)
    monkeypatch.setattr(leaseholding, "LOOP_SECONDS", patience)
    noted = asyncio.Event()
    async with leaseholder(database) as holder:
        await holder.take(2)
        renewing = Renewer(holder, lambda *_: None, noted.set, print)
        running = asyncio.create_task(renewing.run())
        await asyncio.wait_for(noted.wait(), PATIENCE)
        time.sleep(1.3)  # noqa: ASYNC251 - the event loop does something else
        assert ask_store(database, _HELD) == keeps
        renewing.end()
        await running


async def test_work_that_waits_does_not_end_the_connection_of_the_work_before(
    database: PostgresUrl,
):
    async with connection(database) as pooled:
        await pooled.run(lambda each: each.execute("SELECT 1"))
        slow = asyncio.create_task(pooled.run(lambda each: each.execute("SELECT pg_sleep(0.3)")))
        quick = asyncio.create_task(pooled.run(lambda each: each.execute("SELECT 1"), 0.01))
        await asyncio.gather(slow, quick)


async def test_a_server_alone_and_a_cluster_keep_each_other_out(database: PostgresUrl):
    async with leaseholder(database) as holder:
        await holder.take(1)
        with pytest.raises(StoreError, match="in use"):
            async with open_store(database, LOBBY):
                raise AssertionError
    async with open_store(database, LOBBY):
        with pytest.raises(StoreError, match="without --cluster"):
            async with leaseholder(database):
                raise AssertionError
    count = "SELECT count(*) FROM leases WHERE part > 0 AND until > now()"
    assert ask_store(database, count) == 0


async def test_the_tables_of_a_server_alone_are_found_by_their_parts(database: PostgresUrl):
    tables = [a_table(number) for number in range(1, 6)]
    async with open_store(database, LOBBY) as store:
        await store.commit(Changes(tuple(tables)))
    async with leaseholder(database) as holder, connection(database) as pooled:
        leases = (await holder.take(MAX_PARTS)).leases
        with reading(database, "siam test") as found:
            parts = read_parts(found, range(1, MAX_PARTS + 1), open_game)
        for lease in leases:
            own = parts[lease.part].saved.tables
            assert {part_of(each.id) for each in own} <= {lease.part}
            written = PartDatabase(database, lease, pooled)
            await PartStore(written, channel_of(LOBBY), parts[lease.part]).write_listing(own)
        listed = await pooled.run(read_list)
    assert list(listed) == [each.id for each in tables]


async def test_names_that_look_alike_are_numbered_in_all_parts(database: PostgresUrl):
    async def name_of(player: str, wish: str) -> str:
        (name,) = await pooled.run(lambda each: reserve_all(each, [(player, wish)]))
        return name

    async with leaseholder(database), connection(database) as pooled:
        names = await asyncio.gather(*(name_of(player, "Ann") for player in "abc"))
        assert sorted(names) == ["Ann", "Ann 2", "Ann 3"]
        assert await name_of("d", "Αnn") != "Αnn"  # with a Greek letter
        ann = "abc"[names.index("Ann")]
        seen = "SELECT seen::text FROM names WHERE look = 'ann'"
        before = ask_store(database, seen)
        assert await name_of(ann, "Ann") == "Ann"
        assert ask_store(database, seen) == before  # nobody has to wait for a write
        await name_of(ann, "Eve")
        assert await name_of("d", "Ann") == "Ann"


async def test_who_lost_a_lease_publishes_nothing_more(database: PostgresUrl):
    sent: list[tuple[str, bool]] = []
    async with leaseholder(database) as holder, connection(database) as pooled:
        taken = await holder.take(1)
        store = open_part(database, taken.leases[0], pooled)
        part = RunningPart(
            Config(SecretKey.generate()),
            store._database,
            store,
            taken.until,
            lambda topic, _, retain: sent.append((topic.split("/")[3], retain)),
            set_bots=lambda *_: None,
            warn_host=lambda _: None,
            tally=RejectionStats(),
            greeter=Greeter(pooled),
        )
        await part.start()
        await part.publish()
        assert sent == [("part", False), ("part", True), ("lobby", True)]
        sent.clear()
        part.renew(moment())
        await part.publish()
        part.renew(moment() + 100)
        await part.publish()
        assert not sent
        assert not part.is_owned
        await part.stop("The test is over.")


def test_servers_share_the_parts():
    assert [fair_share(servers) for servers in (1, 2, 3, 5)] == [64, 32, 22, 13]
    assert part_of("abcd1234") != part_of("abcd1235")
    assert LIST_PART in range(1, MAX_PARTS + 1)
