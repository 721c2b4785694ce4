"""What the owner of a lobby may do, and nobody else: list, close, ban."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from client.draws.shares import Shares
from protocol.codec import pack, to_plain
from protocol.commands import AskLobby, Look, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.limits import MAX_NAME
from protocol.messages import Done, Refused, SentAway
from protocol.owner import (
    MAX_REPORTED,
    AskBans,
    AskPlayers,
    AskTables,
    BanPlayer,
    Bans,
    CloseTable,
    OwnerCommand,
    TableReport,
    Tables,
    UnbanPlayer,
)
from protocol.states import LobbyState, SeatState
from server.store.records import read_records
from server.tables.views import table_state
from tests.server.desk import KEY, Caller, Desk, come, desk, next_move, seated

COMMANDS: dict[type, OwnerCommand] = {
    AskTables: AskTables(),
    AskPlayers: AskPlayers(),
    AskBans: AskBans(),
    CloseTable: CloseTable("t"),
    BanPlayer: BanPlayer("p"),
    UnbanPlayer: UnbanPlayer("p"),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lobby.db"


async def owner_of(at: Desk) -> Caller:
    owner = Caller("Owner", KEY)
    await owner.hello(at)
    return owner


def sent_away(at: Desk, caller: Caller) -> list[str]:
    return [each.sentence for each in caller.heard(at, b"") if isinstance(each, SentAway)]


@pytest.mark.parametrize("command", get_args(OwnerCommand))
async def test_nobody_but_the_owner_may(path: Path, command: type) -> None:
    async with desk(path) as here:
        ann, ben = await come(here, "Ann", "Ben")
        await seated(here, ann, ben)
        refused = await ann.ask(here, COMMANDS[command])
        assert isinstance(refused, Refused)
        assert refused.code == "not_host"
        assert here.service.lobby.bans == {}


class TestLists:
    async def test_tables_private_ones_too(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            ann, ben = await come(here, "Ann", "Ben")
            table = await seated(here, ann, ben)
            secret = (await ben.ask(here, OpenTable("siam", 2, key=bytes(32)))).table
            here.clock.now = 90.0
            await ann.ask(here, Look(table))
            here.clock.now = 100.0
            found = await owner.ask(here, AskTables())
            assert [(each.table, each.private, each.idle) for each in found.tables] == [
                (table, False, 10),
                (secret, True, 100),
            ]
            assert [seat.name for seat in found.tables[0].seats] == ["Ann", "Ben"]
            assert (found.first, found.total) == (0, 2)

    async def test_players_but_no_bots(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            ann, ben = await come(here, "Ann", "Ben")
            table = (await ann.ask(here, OpenTable("siam", 3))).table
            await ann.ask(here, SeatBot(table, 1, "random"))
            bot = Caller("bot", next(iter(here.service.lobby.bot_keys.values())))
            await bot.hello(here)
            here.clock.now = 50.0
            await ben.ask(here, TakeSeat(table, 2))
            found = await owner.ask(here, AskPlayers())
            assert [(each.name, each.silent, each.hosts, each.seats) for each in found.players] == [
                ("Ben", 0, 0, 1),
                ("Ann", 50, 1, 1),
            ]

    async def test_only_those_that_are_searched_for(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            ann, ben = await come(here, "Ann", "Ben")
            table = await seated(here, ann, ben)
            await ben.ask(here, OpenTable("siam", 2))
            for text in ("ANN", table[:6]):
                (found,) = (await owner.ask(here, AskTables(text=text))).tables
                assert found.table == table
            here.clock.now = 60.0
            await ben.ask(here, Look(table))
            for question in (AskPlayers(text="be"), AskPlayers(here=True), AskPlayers(text=ben.me)):
                found = await owner.ask(here, question)
                assert ([each.name for each in found.players], found.total) == (["Ben"], 1)
            await owner.ask(here, BanPlayer(ann.me))
            assert (await owner.ask(here, AskBans(text="ben"))).total == 0
            assert (await owner.ask(here, AskBans(text=ann.me[:4]))).total == 1

    async def test_a_command_repeated_after_a_restart_gets_its_answer(self, path: Path) -> None:
        ban, unban = bytes([1]) * 16, bytes([2]) * 16
        async with desk(path) as here:
            owner = await owner_of(here)
            (ann,) = await come(here, "Ann")
            assert isinstance(await owner.ask(here, BanPlayer(ann.me), ban), Done)
            assert isinstance(await owner.ask(here, UnbanPlayer(ann.me), unban), Done)
        async with desk(path) as again:
            await owner.hello(again)
            for command, number in ((UnbanPlayer(ann.me), unban), (BanPlayer(ann.me), ban)):
                assert isinstance(await owner.ask(again, command, number), Done)
            assert again.service.lobby.bans == {}

    async def test_no_bots_either_whose_table_is_gone(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ann.ask(here, SeatBot(table, 1, "random"))
            bot = Caller("bot", next(iter(here.service.lobby.bot_keys.values())))
            await bot.hello(here)
            await bot.ask(here, AskLobby())
            await owner.ask(here, CloseTable(table, ""))
            assert not here.service.lobby.bot_keys
            found = await owner.ask(here, AskPlayers())
            assert [each.name for each in found.players] == ["Ann"]

    async def test_that_are_long_come_in_parts(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            names = [f"P{number}" for number in range(MAX_REPORTED + 3)]
            for each in await come(here, *names):
                await each.ask(here, AskLobby())
            first = await owner.ask(here, AskPlayers())
            rest = await owner.ask(here, AskPlayers(MAX_REPORTED))
            assert len(first.players) == MAX_REPORTED
            assert {each.name for each in first.players + rest.players} == set(names)
            assert (await owner.ask(here, AskPlayers(1000))).players == ()

    def test_that_are_as_large_as_can_be_fit_a_message(self) -> None:
        elephants = "\U0001f418" * MAX_NAME
        seat = SeatState("stand_in", "f" * 24, elephants, "minister")
        table = TableReport(
            "t" * 8, "running", "\U0001f418" * 40, "f" * 24, elephants, (seat,) * 8, True, 2**31 - 1
        )
        assert pack(to_plain(Tables(0, 200, (table,) * MAX_REPORTED)))


class TestClosingATable:
    async def test_tells_those_at_it_why_and_keeps_the_game(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            ann, ben, eve, dan = await come(here, "Ann", "Ben", "Eve", "Dan")
            table = await seated(here, ann, ben)
            await ann.ask(here, StartGame(table))
            turn, move = next_move(here, table, Random(1))
            await (ann, ben)[turn].ask(here, move)
            await eve.ask(here, Look(table))
            done = await owner.ask(here, CloseTable(table, "It is\x1b[31m late\n"))
            assert isinstance(done, Done)
            for each in (ann, ben, eve):
                assert sent_away(here, each) == [
                    "The owner of this lobby has closed the table: “It is [31m late”"
                ]
            assert sent_away(here, dan) == []
            assert table not in here.service.lobby.tables
            assert [each.result for each in read_records(path)] == ["*"]
            assert (await owner.ask(here, CloseTable(table))).code == "unknown_table"


class TestABan:
    async def test_refuses_everything_with_the_reason(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            (eve,) = await come(here, "Eve")
            await owner.ask(here, BanPlayer(eve.me, "You shout."))
            for command in (AskLobby(), OpenTable("siam", 2), Look("t")):
                refused = await eve.ask(here, command)
                assert refused.code == "banned_from_lobby"
                assert "You shout." in refused.sentence
            assert here.service.tally.messages["banned_from_lobby"] == 3

    async def test_frees_their_seat_and_hands_their_table_over(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            eve, ben = await come(here, "Eve", "Ben")
            table = await seated(here, eve, ben)
            alone = (await eve.ask(here, OpenTable("siam", 2))).table
            await owner.ask(here, BanPlayer(eve.me))
            state = here.service.lobby.tables[table]
            assert (state.host, state.seats[0].holder) == (ben.me, "free")
            assert alone not in here.service.lobby.tables
            told = "The owner of this lobby has banned you from it."
            assert sent_away(here, eve) == [told, told]

    async def test_gives_their_seat_in_a_game_to_a_stand_in(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            eve, ben = await come(here, "Eve", "Ben")
            table = await seated(here, eve, ben)
            await eve.ask(here, StartGame(table))
            await owner.ask(here, BanPlayer(eve.me))
            state = here.service.lobby.tables[table]
            assert (state.status, state.seats[0].holder) == ("running", "stand_in")
            assert (table, 0) in here.service.lobby.bots()
            assert (await eve.ask(here, TakeSeat(table, 0))).code == "banned_from_lobby"

    async def test_does_not_stop_a_draw(self, path: Path) -> None:
        async with desk(path, rules=None) as here:
            owner = await owner_of(here)
            eve, ben = await come(here, "Eve", "Ben")
            table = await seated(here, eve, ben)
            await eve.ask(here, StartGame(table))
            assert here.service.lobby.tables[table].drawing
            await owner.ask(here, BanPlayer(eve.me))
            shares = Shares(KEY.public, ben.key.public)
            while (answer := shares.answer_draw(table_state(here.tables[table], 1))) is not None:
                await ben.ask(here, answer)
            assert here.tables[table].status == "running"
            assert here.tables[table].seats[0].holder == "stand_in"

    async def test_holds_after_a_restart_until_it_is_taken_back(self, path: Path) -> None:
        async with desk(path) as first:
            owner = await owner_of(first)
            (eve,) = await come(first, "Eve")
            await owner.ask(first, BanPlayer(eve.me, "Flood"))
        async with desk(path) as second:
            owner = await owner_of(second)
            await eve.hello(second)
            assert (await eve.ask(second, AskLobby())).code == "banned_from_lobby"
            bans = await owner.ask(second, AskBans())
            assert isinstance(bans, Bans)
            assert [(each.player, each.name, each.why) for each in bans.bans] == [
                (eve.me, "Eve", "Flood")
            ]
            await owner.ask(second, UnbanPlayer(eve.me))
            assert isinstance(await eve.ask(second, AskLobby()), LobbyState)
            assert (await owner.ask(second, UnbanPlayer(eve.me))).code == "not_banned"
        async with desk(path) as third:
            assert third.service.lobby.bans == {}

    async def test_that_cannot_be_kept_does_not_hold(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            (eve,) = await come(here, "Eve")
            await here.sql("PRAGMA query_only = ON")
            assert (await owner.ask(here, BanPlayer(eve.me))).code == "store_failed"
            assert here.service.lobby.bans == {}

    async def test_is_not_for_the_owner_or_a_bot(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ann.ask(here, SeatBot(table, 1, "random"))
            bot = here.service.lobby.tables[table].seats[1].player
            for each in (owner.me, bot):
                assert (await owner.ask(here, BanPlayer(each))).code == "cannot_ban"

    async def test_may_be_of_a_key_that_has_not_come_yet(self, path: Path) -> None:
        async with desk(path) as here:
            owner = await owner_of(here)
            eve = Caller("Eve")
            assert isinstance(await owner.ask(here, BanPlayer(eve.me)), Done)
            await eve.hello(here)
            assert (await eve.ask(here, AskLobby())).code == "banned_from_lobby"
