"""Many who watch one table."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from protocol.topics import Topics
from tests.brokers import RunningServer
from tests.e2e.guests import after, come, guest, play_all, started, wiretap

MOVES = 6


@pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)  # for the wiretap
@pytest.mark.parametrize("watching", [0, 8])
async def test_the_server_publishes_once_a_move_however_many_watch(
    server: RunningServer, watching: int
) -> None:
    async with AsyncExitStack() as stack:
        players = await come(stack, server.link, 2)
        table = await started(players)
        await players[0].until(table, after(0))
        spectators = [
            await stack.enter_async_context(guest(server.link, f"Eve {number}"))
            for number in range(watching)
        ]
        for each in spectators:
            await each.client.follow(table)
            await each.until(table, after(0))
        tap = await stack.enter_async_context(wiretap(server.link))
        await play_all(players, table, seed=1, enough=after(MOVES))
        last = [await each.until(table, after(MOVES)) for each in (*players, *spectators)]
        assert len({(seen.ply, seen.news) for seen in last}) == 1
        topic = Topics(server.link.lobby).table(table)
        states = await tap.until(topic, 1 + MOVES)
        assert len(states) == 1 + MOVES, "the retained one, and one for each move"
