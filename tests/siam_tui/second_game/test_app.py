"""Nim on the screen: real tables of a real server, in the app, by keys."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from protocol.messages import StartGame
from protocol.terms import ClockTerms, Terms
from siam_tui.table.move_bar import MoveBar
from tests.brokers import RunningServer
from tests.e2e.guests import check_against_server, come, guest, seated, started
from tests.siam_tui.table.player import Player
from tests.siam_tui.table.stage import Theatre

pytestmark = [
    pytest.mark.parametrize("broker", ["embedded"], indirect=True),
    pytest.mark.usefixtures("own_folders"),
]


async def test_a_whole_game_by_keys_among_people(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben], game="nim", terms=Terms(clock=ClockTerms(600)))
        await ann.done(StartGame(table))
        app = Theatre(ann.client, table=table)
        async with app.run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client)
            await player.until(lambda: player.state is not None)
            await player.until(lambda: "Ann, card" in player.text("#seats"))
            assert "Ben, card ?" in player.text("#seats")
            assert any(clock in player.text("#seats") for clock in ("10:00", "9:5"))
            playing = asyncio.create_task(ben.play(table, Random(1)))
            await player.play()
            assert player.screen.controller.log.end == player.state.ply
            assert "win" in player.text(MoveBar)
            await playing
        check_against_server(server, table, [ann, ben])


async def test_one_person_plays_against_the_seat_of_the_table(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        table = await started([ann], game="nim")
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client, seed=2)
            await player.until(lambda: player.state is not None)
            await player.play()
            assert "the house, card" in player.text("#seats")
            assert "the house (by its rule) takes" in player.text("#entries")
