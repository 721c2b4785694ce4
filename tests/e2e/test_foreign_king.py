"""The Foreign King at tables of a real server: people to the end, and bots of every quick level."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from protocol.commands import OpenTable, SeatBot, StartGame
from tests.brokers import RunningServer
from tests.e2e.guests import check_against_server, come, guest, is_over, play_all, started

embedded = pytest.mark.parametrize("broker", ["embedded"], indirect=True)


@embedded
@pytest.mark.parametrize("players", [2, 4])
async def test_people_decide_in_and_out_of_their_turns_to_the_end(
    server: RunningServer, players: int
) -> None:
    async with AsyncExitStack() as stack:
        guests = await come(stack, server.link, players)
        table = await started(guests, game="foreign-king")
        await play_all(guests, table, seed=players)
        over = [await each.until(table, is_over) for each in guests]
        assert over[0].result.startswith("seats ")
        check_against_server(server, table, guests)
        verdict = await guests[0].client.check_game(table)
        assert verdict.proven, verdict.findings
        assert verdict.record is not None
        assert verdict.record.result == over[0].result


@embedded
async def test_bots_play_a_whole_game(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        levels = ("random", "greedy", "mandarin", "minister")
        table = (await ann.done(OpenTable("foreign-king", len(levels), seat=None))).table
        await ann.client.follow(table)
        for seat, level in enumerate(levels):
            await ann.done(SeatBot(table, seat, level))
        await ann.done(StartGame(table))
        state = await ann.until(table, is_over)
        assert state.result.startswith("seats ")
