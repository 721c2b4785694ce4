"""Who is at a table, as clients are told: across a real server and broker."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack

import pytest

from client.changes import AttendanceChanged
from client.client import Client
from client.lobby_mirror import TableAttendance
from protocol.commands import OpenTable, StartGame, TakeSeat
from protocol.states import Attendance, Attendee
from tests.brokers import RunningServer
from tests.e2e.guests import after, come, guest, seated
from tests.patience import PATIENCE
from tests.server.clock import Clock


async def until_company(client: Client, table: str, wanted: dict[str, bool]) -> None:
    """Wait until it is told that these people are there (True) or away."""
    async with asyncio.timeout(PATIENCE), client.changes() as changes:
        while {each.name: each.away is None for each in client.company(table)} != wanted:
            while not isinstance(await anext(changes), AttendanceChanged):
                pass


async def test_those_who_follow_a_table_know_each_other(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        for each in (ann, ben):
            await each.client.follow(table)
        async with guest(server.link, "Eve") as eve:
            await eve.client.follow(table)
            for each in (ann, ben, eve):
                everybody = {ann.client.name: True, ben.client.name: True, "Eve": True}
                await until_company(each.client, table, everybody)
        await until_company(ann.client, table, {ann.client.name: True, ben.client.name: True})
        await ben.client.unfollow(table)
        await until_company(ann.client, table, {ann.client.name: True, ben.client.name: False})
        assert ben.client.company(table) == ()


async def test_who_keeps_a_seat_and_looks_elsewhere_is_away_until_they_return(
    server: RunningServer,
) -> None:
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        for each in (ann, ben):
            await each.client.follow(table)
        here = {ann.client.name: True, ben.client.name: True}
        away = {ann.client.name: True, ben.client.name: False}
        await until_company(ann.client, table, here)
        ben.client.look_away(table)
        await until_company(ann.client, table, away)
        ben.client._mirror.sync.request_all_tables(also_background=False)
        await ben.client.follow(table, in_background=True)
        await ann.client.request(StartGame(table))
        assert (await ben.until(table, after(0))).position
        await until_company(ann.client, table, away)
        await ben.client.follow(table)
        await until_company(ann.client, table, here)


async def test_who_comes_back_is_there_at_once_though_news_of_the_table_came_first(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.delivery.SILENCE", 10 * PATIENCE)  # no later sign of life
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        for each in (ann, ben):
            await each.client.follow(table)
        await ben.client.unfollow(table)
        await until_company(ann.client, table, {ann.client.name: True, ben.client.name: False})
        subscribe = ben.client._link.subscribe

        async def subscribe_slowly(topics: Sequence[str]) -> None:
            await subscribe(topics)
            await ann.client.request(StartGame(table))
            assert (await ben.until(table, after(0))).position

        monkeypatch.setattr(ben.client._link, "subscribe", subscribe_slowly)
        await ben.client.follow(table)
        await until_company(ann.client, table, {ann.client.name: True, ben.client.name: True})


async def test_a_table_that_is_followed_in_the_background_only_shows_its_player_as_away(
    server: RunningServer,
) -> None:
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = (await ann.done(OpenTable("siam", 2))).table
        await ann.client.follow(table)
        await ben.done(TakeSeat(table, 1))
        await ben.client.follow(table, in_background=True)
        await until_company(ann.client, table, {ann.client.name: True, ben.client.name: False})


def test_somebody_away_is_away_longer_and_longer() -> None:
    clock = Clock()
    company = TableAttendance(clock)
    company.update(Attendance("t1", (Attendee("ann", "Ann"), Attendee("ben", "Ben", 60))))
    clock.now += 30
    assert [each.away for each in company.people_at("t1")] == [None, 90.0]
    company.update(Attendance("t1", (Attendee("ben", "Ben"),)))
    assert [each.away for each in company.people_at("t1")] == [None]
