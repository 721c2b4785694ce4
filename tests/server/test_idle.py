"""Tables whose game never began are closed soon after their people have gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TypeGuard

import pytest

from client.changes import Change, LobbyChanged
from client.client import Client
from protocol.commands import LeaveTable, Look, LookAway, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from server.config import Config
from server.idle import LONE_SECONDS, WAITING_SECONDS, IdleLimits
from tests.brokers import running_server
from tests.patience import PATIENCE
from tests.server.desk import Desk, come, desk

DAY = 24 * 3600.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lobby.db"


async def kept(at: Desk, table: str, seconds: float) -> bool:
    """Let time go by, and tell whether a table is still there."""
    at.clock.now += seconds
    await at.service.close_idle()
    return table in at.service.lobby.tables


class TestTablesWhoseGameNeverBegan:
    async def test_close_ten_minutes_after_their_host_has_gone(self, path: Path) -> None:
        async with desk(path) as here:
            ann, eve = await come(here, "Ann", "Eve")
            table = (await ann.ask(here, OpenTable("siam", 3))).table
            await ann.ask(here, SeatBot(table, 1, "greedy"))
            await ann.ask(here, LookAway(table))
            await eve.ask(here, Look(table))
            assert await kept(here, table, LONE_SECONDS - 1)
            await eve.ask(here, Look(table))
            assert not await kept(here, table, 1)

    async def test_stay_while_their_host_is_anywhere_in_the_lobby(self, path: Path) -> None:
        async with desk(path) as here:
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            for _ in range(3):
                assert await kept(here, table, LONE_SECONDS - 1)
                await ann.hello(here)
            assert not await kept(here, table, LONE_SECONDS)

    async def test_stay_a_day_where_others_have_sat(self, path: Path) -> None:
        async with desk(path) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ben.ask(here, TakeSeat(table, 1))
            await ben.ask(here, LeaveTable(table))
            assert await kept(here, table, WAITING_SECONDS - 1)
            assert not await kept(here, table, 1)

    async def test_stay_a_day_where_they_are_private(self, path: Path) -> None:
        async with desk(path) as here:
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2, key=bytes(32)))).table
            assert await kept(here, table, WAITING_SECONDS - 1)
            assert not await kept(here, table, 1)

    async def test_are_never_kept_for_longer_than_all_others(self, path: Path) -> None:
        async with desk(path, idle_limits=IdleLimits(kept=60)) as here:
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            assert not await kept(here, table, 60)

    async def test_have_their_time_again_after_a_restart(self, path: Path) -> None:
        async with desk(path) as first:
            (ann,) = await come(first, "Ann")
            table = (await ann.ask(first, OpenTable("siam", 2))).table
            assert await kept(first, table, LONE_SECONDS - 1)
        async with desk(path) as second:
            assert await kept(second, table, 1000)
            assert await kept(second, table, LONE_SECONDS - 1)
            assert not await kept(second, table, 1)


async def test_a_game_that_has_begun_waits_three_days_for_its_people(path: Path) -> None:
    async with desk(path) as here:
        ann, ben = await come(here, "Ann", "Ben")
        table = (await ann.ask(here, OpenTable("siam", 2))).table
        await ann.ask(here, SeatBot(table, 1, "random"))
        await ann.ask(here, StartGame(table))
        assert await kept(here, table, 3 * DAY - 1)
        await ben.hello(here)
        await ann.hello(here)  # of a game only a look is a sign that somebody wants it
        assert not await kept(here, table, 1)


async def test_a_stranger_who_goes_leaves_no_table_behind(broker: BrokerAddress) -> None:
    limits = IdleLimits(lone=0.2)
    config = Config(SecretKey.generate(), broker=broker, idle_limits=limits)
    async with (
        running_server(broker, config) as running,
        Client(running.link, SecretKey.generate(), "Ben") as ben,
    ):
        await ben.ready()
        async with asyncio.timeout(PATIENCE), ben.changes() as changes:
            async with Client(running.link, SecretKey.generate(), "Eve") as eve:
                await eve.request(OpenTable("siam", 2))
            listed = (len(each.state.tables) async for each in changes if _is_lobby(each))
            while await anext(listed) != 1:
                pass
            while await anext(listed) != 0:
                pass


def _is_lobby(change: Change) -> TypeGuard[LobbyChanged]:
    return isinstance(change, LobbyChanged)
