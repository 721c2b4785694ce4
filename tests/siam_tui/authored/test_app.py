"""Authored games on the screen: real tables of a real server, in the app, by keys."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from protocol.commands import OpenTable, SeatBot, StartGame
from siam_tui.table.bar.move_bar import MoveBar
from tests.brokers import RunningServer
from tests.e2e.guests import check_against_server, come, guest, is_over, seated
from tests.siam_tui.table.player import Player
from tests.siam_tui.table.stage import Theatre

pytestmark = pytest.mark.parametrize("broker", ["embedded"], indirect=True)


@pytest.mark.parametrize("name", ["morris", "four", "heaps", "shires"])
async def test_a_whole_game_by_keys_against_a_bot(server: RunningServer, name: str) -> None:
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable(name, 2))).table
        await ann.done(SeatBot(table, 1, "greedy"))
        await ann.done(StartGame(table))
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client, seed=3)
            await player.until(lambda: player.state is not None)
            await player.play()
            assert player.text(MoveBar).split(".")[0].endswith((" win", "wins", "A draw", "win"))
        verdict = await ann.client.check_game(table)
        assert verdict.proven, verdict.findings


async def test_two_people_play_and_neither_sees_the_others_hand(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben], game="shires")
        await ann.done(StartGame(table))
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client)
            await player.until(
                lambda: player.state is not None and "3 hidden" in player.text("#seats")
            )
            await player.until(lambda: is_over(player.state) or player.text("#boards"))
            assert "Arden" in player.text("#boards")
        check_against_server(server, table, [ann, ben])


async def test_a_hint_names_the_move_in_words(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("morris", 2))).table
        await ann.done(SeatBot(table, 1, "random"))
        await ann.done(StartGame(table))
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client)
            await player.until(lambda: player.options & set("123456789"))
            await pilot.press("h")
            await player.until(
                lambda: "Hint: place a man on " in player.screen.query_one(MoveBar).bar.question
            )
