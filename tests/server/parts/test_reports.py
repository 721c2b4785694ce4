"""The owner's lists of a cluster come from its database, in pages and filtered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from protocol.keys import SecretKey
from protocol.owner import MAX_REPORTED, AskPlayers, AskTables, Ban, Players, Tables
from server.store.parts.part_store import PartStore
from server.store.place import PostgresUrl
from server.store.saved import Changes, ListAsked, SavedPlayer
from server.tables.table import Seat
from tests.places import ask_store, change_store
from tests.server.parts.test_leases import connection, leaseholder, open_part
from tests.server.test_store import a_table

ANN, BEN, EVE, BOT = (SecretKey(bytes([number]) * 32).public for number in range(1, 5))
_OLD = (
    "ALTER TABLE placed DROP COLUMN host, DROP COLUMN people, DROP COLUMN words, DROP COLUMN used",
    "DROP TABLE bots",
)


@asynccontextmanager
async def part(database: PostgresUrl) -> AsyncIterator[PartStore]:
    """Own one part for a while."""
    async with leaseholder(database) as holder, connection(database) as pooled:
        (lease,) = (await holder.take(1)).leases
        yield open_part(database, lease, pooled)
        await holder.give_back((lease.part,))


async def tables(store: PartStore, text: str = "", first: int = 0) -> Tables:
    found = await store.report(ListAsked(AskTables(first, text), "owner", 0.0, {}))
    assert isinstance(found, Tables)
    return found


async def players(
    store: PartStore, text: str = "", *, here: bool = False, **heard: tuple[str, float | None]
) -> list[tuple[str, int | None, int, int, bool]]:
    """Return name, silence, tables as host, seats and whether they are regular, of who is found."""
    asked = ListAsked(AskPlayers(0, text, here), EVE.fingerprint, 100.0, heard)
    found = await store.report(asked)
    assert isinstance(found, Players)
    assert found.total == len(found.players)
    return [
        (each.name, each.silent, each.hosts, each.seats, each.regular) for each in found.players
    ]


async def test_tables_come_in_pages_and_by_a_part_of_a_name(database: PostgresUrl) -> None:
    count = MAX_REPORTED + 5
    some = [a_table(number) for number in range(count)]
    some[7] = replace(some[7], host_name="Änne", key=bytes(32))
    async with part(database) as store:
        await store.commit(Changes(tuple(some)))
        first, second = await tables(store), await tables(store, first=MAX_REPORTED)
        assert [len(first.tables), len(second.tables), second.total] == [MAX_REPORTED, 5, count]
        assert [each.table for each in (*first.tables, *second.tables)] == [t.id for t in some]
        assert [each.table for each in (await tables(store, "äN")).tables] == ["t7"]
        assert [each.table for each in (await tables(store, "t3")).tables] == [
            "t3", "t30", "t31", "t32", "t33", "t34",
        ]  # fmt: skip
        assert (await tables(store, "%")).tables == ()
        (private,) = (await tables(store, "t7")).tables
        assert (private.private, private.host, private.idle < 60) == (True, "ann", True)
        await store.note_uses({"t7": 90.0})
        assert 90 <= (await tables(store, "t7")).tables[0].idle < 180


async def test_players_are_those_of_the_database_and_those_heard_of(database: PostgresUrl) -> None:
    seats = (
        Seat("person", ANN.fingerprint, "Ann", actor=ANN.fingerprint, key=ANN.raw),
        Seat("bot", BOT.fingerprint, "greedy", "greedy", BOT.fingerprint, key=BOT.raw),
    )
    played = replace(a_table(1), host=BEN.fingerprint, host_name="Ben", seats=seats)
    known = (
        SavedPlayer(ANN, "Ann", played=99),
        SavedPlayer(BEN, "Ben", played=101),
        SavedPlayer(BOT, "greedy"),
        SavedPlayer(EVE, "Owner"),
    )
    async with part(database) as store:
        await store.commit(Changes((played,), players=known))
        heard = {BEN.fingerprint: ("Ben", 3.0), "dan": ("Dän", None), "cat": ("Cat", 70.0)}
        assert await players(store, **heard) == [
            ("Ben", 3, 1, 0, False),
            ("Cat", 70, 0, 0, False),
            ("Ann", None, 0, 1, True),
            ("Dän", None, 0, 0, False),
        ]
        assert await players(store, here=True, **heard) == [("Ben", 3, 1, 0, False)]
        assert await players(store, "DÄ", **heard) == [("Dän", None, 0, 0, False)]
        (found,) = await players(store, ANN.fingerprint[:6])
        assert found[0] == "Ann"
        await store.commit(Changes(banned=(Ban(ANN.fingerprint, "Ann", "", 5),)))
        (banned,) = await players(store, "Ann")
        assert banned == ("Ann", None, 0, 0, True)
        await store.commit(Changes(banned=(Ban(BEN.fingerprint, "", "", 6),)))
    assert ask_store(database, "SELECT string_agg(name, ' ') FROM bans") == "Ann Ben"


async def test_a_cluster_of_an_earlier_release_is_listed_once_its_parts_are_taken(
    database: PostgresUrl,
) -> None:
    async with part(database) as store:
        await store.commit(Changes((a_table(1),)))
    change_store(database, *_OLD)
    async with part(database) as store:
        assert (await tables(store)).tables[0].host == ""
        saved = await store.load()
        await store.write_listing(saved.tables)
        assert (await tables(store, "ann")).tables[0].host == "ann"
    assert ask_store(database, "SELECT words FROM placed") == "ann\n\n"
