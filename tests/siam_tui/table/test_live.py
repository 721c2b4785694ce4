"""The table screen at real tables: a real server, a real broker, and keys pressed one by one."""

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from protocol.commands import OpenTable, StartGame
from siam_tui.table.bar.move_bar import MoveBar
from tests.e2e.guests import (
    after,
    check_against_server,
    come,
    guest,
    seated,
    started,
)
from tests.e2e.proxy import proxy_to
from tests.siam_tui.table.player import Player
from tests.siam_tui.table.stage import Theatre

SIZE = (80, 24)


ON_BOTH = [
    ("mosquitto", 2),
    pytest.param("mosquitto", 3, marks=pytest.mark.long),
    ("embedded", 4),
]


def on(*kinds):
    """Choose brokers; that the two differ in nothing is what the client's own tests show."""
    return pytest.mark.parametrize("broker", kinds, indirect=True)


@pytest.mark.parametrize(("broker", "players"), ON_BOTH, indirect=["broker"])
async def test_a_whole_game_by_keys_among_people(server, players):
    async with AsyncExitStack() as stack:
        ann, *others = await come(stack, server.link, players)
        table = await started([ann, *others])
        playing = [asyncio.create_task(o.play(table, Random(n))) for n, o in enumerate(others)]
        app = Theatre(ann.client, table=table)
        async with app.run_test(size=SIZE) as pilot:
            player = Player(pilot, ann.client)
            await player.until(lambda: player.state is not None)
            await player.play()
            assert player.options == {"A", "Q", "S", "V", "W"}
            assert player.screen.controller.log.end == player.state.ply
            assert "win" in player.text(MoveBar)
        await asyncio.gather(*playing)
        check_against_server(server, table, [ann, *others])


@on("embedded")
async def test_from_the_empty_table_to_the_next_game_against_a_bot(server):
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("siam", 2))).table
        app = Theatre(ann.client, table=table)
        async with app.run_test(size=SIZE) as pilot:
            player = Player(pilot, ann.client, seed=3)
            await player.until(lambda: "B" in player.options)
            await pilot.press("b", "1")
            await player.until(lambda: "G" in player.options)
            await pilot.press("g")
            await player.until(lambda: player.state.status == "running")
            await player.play()
            await pilot.press("a")
            await player.until(lambda: player.state.game_number == 2)
            assert player.state.status == "running"
            await pilot.press("ctrl+e", "y")
            await player.until(lambda: player.state.status == "over")
            assert "Nobody wins" in player.text(MoveBar)
            await pilot.press("q")
            await player.until(lambda: app.left)


@on("embedded")
async def test_a_spectator_who_comes_late_sees_everything_but_hands(server):
    async with AsyncExitStack() as stack:
        people = await come(stack, server.link, 2)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await seated(people)
        app = Theatre(eve.client, table=table)
        await _play_some(people, table)
        async with app.run_test(size=SIZE) as pilot:
            player = Player(pilot, eve.client)
            await player.until(lambda: player.screen.controller.log is not None)
            assert player.state.ply >= 6
            assert player.options == set()
            assert player.text("#hand") == ""
            position = player.screen.controller.view.position
            assert all(seat.hand is None for seat in position.seats if seat.cards)


async def _play_some(people, table):
    await people[0].done(StartGame(table))
    async with asyncio.TaskGroup() as group:
        for number, each in enumerate(people):
            group.create_task(each.play(table, Random(number), enough=after(6)))


@on("mosquitto")
async def test_a_move_sent_while_the_connection_is_lost_arrives_when_it_is_back(server):
    async with proxy_to(server.link.broker) as proxy, AsyncExitStack() as stack:
        (ben,) = await come(stack, server.link, 1)
        ann = await stack.enter_async_context(guest(proxy.through(server.link), "Ann"))
        table = await started([ann, ben])
        playing = asyncio.create_task(ben.play(table, Random(1), enough=after(16)))
        app = Theatre(ann.client, table=table)
        async with app.run_test(size=SIZE) as pilot:
            player = Player(pilot, ann.client)
            await player.until(lambda: player.screen.controller.draft.builder is not None)
            proxy.cut()
            lost = ann.client
            await player.until(lambda: lost.trouble and lost.trouble[:20] in player.text("#title"))
            ply = player.state.ply
            await player.move()
            proxy.mend()
            await player.until(lambda: player.state.ply > ply)
            await player.until(lambda: "King of Siam" in player.text("#title"))
            assert not ann.client.trouble
            await player.play(enough=after(16))
        await playing
        check_against_server(server, table, [ann, ben])
