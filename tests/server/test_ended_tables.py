"""When a table ends: its game is archived, and idle tables are closed."""

from __future__ import annotations

import secrets
from random import Random

from games.record import parse_record
from protocol.commands import Agree, LeaveTable, Look, OpenTable, StartGame
from protocol.messages import Done
from protocol.states import TableState
from server.idle import IdleLimits
from server.store.place import StorePlace
from server.store.records import read_records
from tests.server.desk import TOPICS, Caller, Desk, come, desk, next_move, published, seated


async def play(at: Desk, table: str, callers: list[Caller], moves: int = 1000) -> None:
    random = Random(1)
    while moves and at.service.lobby.tables[table].status == "running":
        turn, move = next_move(at, table, random)
        assert isinstance(await callers[turn].ask(at, move), Done)
        moves -= 1


class TestArchive:
    async def test_every_game_that_ends_is_there_as_its_record(self, place: StorePlace) -> None:
        async with desk(place) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = await seated(here, ann, ben)
            await ann.ask(here, StartGame(table))
            await play(here, table, [ann, ben])
            first = here.service.lobby.tables[table]
            for each in (ann, ben):
                await each.ask(here, Agree(table, 1, "again", yes=True))
            await play(here, table, [ann, ben], moves=3)
            for each in (ann, ben):
                await each.ask(here, Agree(table, 2, "end", yes=True))
            whole, broken_off = read_records(place)
        assert (whole.number, whole.game_number, broken_off.game_number) == (1, 1, 2)
        assert whole.ended == "2026-11-21T20:15:00+00:00"
        record = parse_record(whole.text)
        assert record.date == "2026.11.21"
        assert record.seats == whole.players == ("Ann", "Ben")
        assert (record.result, len(record.moves)) == (first.result, len(first.log))
        assert list(record.replay())[-1] == first.position
        assert broken_off.result == parse_record(broken_off.text).result == "*"

    async def test_a_game_that_bots_finish_for_everybody_is_there_too(
        self, place: StorePlace
    ) -> None:
        async with desk(place) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = await seated(here, ann, ben)
            await ann.ask(here, StartGame(table))
            for each in (ann, ben):
                await each.ask(here, LeaveTable(table))
            random = Random(2)
            keys = here.service.lobby.bot_keys.values()
            bots = {key.public.fingerprint: Caller("bot", key) for key in keys}
            for each in bots.values():
                await each.hello(here)
            while (present := here.service.lobby.tables.get(table)) is not None:
                turn, move = next_move(here, table, random)
                await bots[present.seats[turn].actor].ask(here, move)
            (record,) = read_records(place)
            assert record.result not in ("", "*")
            assert [state.status for state in published(here, table)][-1] == "closed"


class TestTablesWithoutLife:
    async def test_are_closed_archived_and_cleared(self, each_place: StorePlace) -> None:
        async with desk(each_place, idle_limits=IdleLimits(100.0)) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = await seated(here, ann, ben)
            await ann.ask(here, StartGame(table))
            await play(here, table, [ann, ben], moves=4)
            here.clock.now = 99.0
            await here.service.close_idle()
            assert table in here.service.lobby.tables
            here.clock.now = 100.0
            await here.service.close_idle()
            assert [state.status for state in published(here, table)][-1] == "closed"
            assert (TOPICS.table(table), b"", True) in here.said
            assert here.service.lobby.listing.state.tables == ()
            (record,) = read_records(each_place)
            assert record.result == "*"
            assert len(parse_record(record.text).moves) >= 4
        async with desk(each_place) as again:
            assert again.service.lobby.tables == {}

    async def test_live_while_somebody_seated_looks(self, place: StorePlace) -> None:
        async with desk(place, idle_limits=IdleLimits(100.0)) as here:
            ann, ben, eve = await come(here, "Ann", "Ben", "Eve")
            table = await seated(here, ann, ben)
            await here.service.close_idle()
            here.clock.now = 60.0
            await ben.ask(here, Look(table))
            here.clock.now = 120.0
            await eve.ask(here, Look(table))  # who only watches keeps nothing open
            await here.service.close_idle()
            assert table in here.service.lobby.tables
            here.clock.now = 160.0
            await here.service.close_idle()
            assert table not in here.service.lobby.tables

    async def test_have_their_full_time_again_after_a_restart(self, place: StorePlace) -> None:
        async with desk(place, idle_limits=IdleLimits(100.0)) as first:
            (ann,) = await come(first, "Ann")
            await ann.ask(first, OpenTable("siam", 2))
            first.clock.now = 90.0
            await first.service.close_idle()
        async with desk(place, idle_limits=IdleLimits(100.0)) as second:
            second.clock.now = 1000.0
            await second.service.close_idle()
            second.clock.now = 1099.0
            await second.service.close_idle()
            assert len(second.service.lobby.tables) == 1

    async def test_stay_when_their_end_cannot_be_kept(self, place: StorePlace) -> None:
        async with desk(place, idle_limits=IdleLimits(100.0)) as here:
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            here.clock.now = 200.0
            here.break_store()
            await here.service.close_idle()
            assert isinstance(await ann.ask(here, Look(table)), TableState)
            assert here.told


async def test_after_the_farewell_nothing_is_carried_out(place: StorePlace) -> None:
    async with desk(place) as here:
        (ann,) = await come(here, "Ann")
        table = (await ann.ask(here, OpenTable("siam", 2))).table
        farewell = await here.service.say_farewell()
        assert (TOPICS.lobby_state(), farewell, True) in here.said
        assert here.said[-1] == (TOPICS.table(table), b"", True)
        said = len(here.said)
        here.service.receive(*ann.frame(LeaveTable(table), secrets.token_bytes(16)), False)
        await here.service._waiting.join()
        assert len(here.said) == said
    async with desk(place) as again:
        assert list(again.service.lobby.tables) == [table]
