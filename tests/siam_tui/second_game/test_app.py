"""Nim on the screen: real tables of a real server, in the app, by keys."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from random import Random

import pytest

from protocol.commands import OpenTable, PlayMove, SeatBot, StartGame, TakeBack
from protocol.states import ClockTerms, Terms
from siam_tui.cli.verify import PROVEN, verify_file
from siam_tui.profile.paths import records_folder
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.bar.move_bar import MoveBar
from tests.brokers import RunningServer
from tests.e2e.guests import (
    after,
    check_against_server,
    come,
    guest,
    is_over,
    mover,
    play_all,
    seated,
    started,
)
from tests.siam_tui.table.player import Player
from tests.siam_tui.table.stage import Theatre

pytestmark = pytest.mark.parametrize("broker", ["embedded"], indirect=True)


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
            assert "The house, card" in player.text("#seats")
            assert "The house takes" in player.text("#entries")


async def test_one_watches_a_move_taken_back_and_the_end_and_keeps_the_record(
    server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async with AsyncExitStack() as stack:
        people = await come(stack, server.link, 2)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await started(people, game="nim")
        app = Theatre(eve.client, table=table)
        async with app.run_test(size=(80, 24)) as pilot:
            player = Player(pilot, eve.client)
            await player.until(lambda: player.state is not None and player.screen.query("#seats"))
            first = mover(await people[0].until(table, lambda state: state.status == "running"))
            await people[first].done(PlayMove(table, 1, 0, "take:1@2"))
            for each in (people[first], people[1 - first]):
                await each.until(table, lambda state: state.ply == 1)
                await each.done(TakeBack(table, 1, 1, yes=True))
            await player.until(lambda: player.state.takes == 1)
            await player.until(lambda: "back" in player.text("#entries"))
            assert "card ?" in player.text("#seats")
            await play_all(people, table, seed=1)
            await player.until(lambda: is_over(player.state))
            await player.until(lambda: "W" in player.options)
            await pilot.press("w")
            await player.until(lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("s")
            await player.until(lambda: list(records_folder().glob("*.siam")))
        (file,) = records_folder().glob("*.siam")
        assert verify_file(file) == PROVEN, capsys.readouterr().out


async def test_a_bot_is_seated_by_keys_and_plays(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("nim", 2))).table
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client, seed=3)
            await player.until(lambda: "B" in player.options)
            await pilot.press("b", "1")
            await player.until(lambda: "G" in player.options)
            await pilot.press("g")
            await player.until(lambda: player.state.status == "running")
            await player.play(enough=after(2))


async def test_a_hint_is_shown_in_a_game_against_a_bot(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("nim", 2))).table
        await ann.done(SeatBot(table, 1, "random"))
        await ann.done(StartGame(table))
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = Player(pilot, ann.client)
            await player.until(lambda: player.options & set("123GK"))
            await pilot.press("h")
            told = re.compile(r"you win .+ with it|this move wins|This move wins")
            await player.until(lambda: told.search(player.screen.query_one(MoveBar).bar.question))
            hint = player.screen.query_one(MoveBar).bar.question
            assert "Hint: " in hint
