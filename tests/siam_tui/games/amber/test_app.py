"""Reino de Ámbar on the screen: real tables of a real server, in the app, by keys."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from protocol.commands import StartGame
from siam_tui.cli.verify import PROVEN, verify_file
from siam_tui.profile.paths import records_folder
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.bar.move_bar import MoveBar
from tests.brokers import RunningServer
from tests.e2e.guests import after, check_against_server, come, guest, is_over, seated
from tests.siam_tui.table.player import Player
from tests.siam_tui.table.stage import Theatre


class AmberPlayer(Player):
    """A person who chooses at random, and reads what each round came to.

    Attributes:
        rounds: the titles of the reports that were read.
    """

    def __init__(self, pilot, client, seed=0):
        super().__init__(pilot, client, seed)
        self.rounds = []

    @property
    def is_asked(self):
        controller = self.screen.controller
        busy = controller.sending or controller.planned or controller.paced.shown
        return controller.draft.builder and not busy

    async def play(self, enough=is_over):
        """Play until it is enough."""
        while True:
            await self.until(lambda: enough(self.state) or self.is_asked)
            if enough(self.state):
                return
            if report := self.screen.controller.report:
                self.rounds.append(report.title)
                await self.pilot.press("enter")
                await self.until(lambda: not self.screen.controller.report)
            ply = self.state.ply
            await self.move()
            await self.until(lambda ply=ply: self.state.ply > ply)


@pytest.mark.parametrize("broker", ["embedded"], indirect=True)
async def test_somebody_alone_plays_two_rounds_by_keys(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        table = await seated([ann], game="amber")
        await ann.done(StartGame(table))
        async with Theatre(ann.client, table=table).run_test(size=(80, 24)) as pilot:
            player = AmberPlayer(pilot, ann.client, seed=2)
            await player.until(lambda: player.state is not None)
            await player.play(after(9))
            assert player.rounds[:1] == ["End of round 1"]
            assert player.screen.controller.log.end == player.state.ply


@pytest.mark.long
@pytest.mark.parametrize("broker", ["embedded", "mosquitto"], indirect=True)
async def test_a_whole_game_alone_by_keys_kept_and_proven(
    server: RunningServer, capsys: pytest.CaptureFixture[str], own_folders
) -> None:
    async with guest(server.link, "Ann") as ann:
        table = await seated([ann], game="amber")
        await ann.done(StartGame(table))
        app = Theatre(ann.client, table=table)
        async with app.run_test(size=(80, 24)) as pilot:
            player = AmberPlayer(pilot, ann.client, seed=2)
            await player.until(lambda: player.state is not None)
            await player.play()
            assert player.rounds == [f"End of round {number}" for number in range(1, 7)]
            assert "The Barbarians come with power" in player.text(MoveBar)
            await player.until(lambda: "W" in player.options)
            await pilot.press("w")
            await player.until(lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("e", "right", "s")
            await player.until(lambda: list(records_folder().glob("*.siam")))
        (file,) = records_folder().glob("*.siam")
        assert verify_file(file) == PROVEN, capsys.readouterr().out
        check_against_server(server, table, [ann])


@pytest.mark.long
@pytest.mark.parametrize("broker", ["embedded", "mosquitto"], indirect=True)
async def test_three_play_two_periods_and_one_watches(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        ann, *others = await come(stack, server.link, 3)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await seated([ann, *others], game="amber", options=("two_periods",))
        await ann.done(StartGame(table))
        playing = [
            asyncio.create_task(each.play(table, Random(seed)))
            for seed, each in enumerate((ann, *others))
        ]
        app = Theatre(eve.client, table=table)
        async with app.run_test(size=(120, 36)) as pilot:
            player = AmberPlayer(pilot, eve.client)
            await player.until(lambda: player.state is not None and is_over(player.state))
            await asyncio.gather(*playing)
            await player.until(lambda: "W" in player.options)
            assert player.screen.controller.view.position.period == 2
            assert "The Barbarians come with power" in player.text(MoveBar)
        check_against_server(server, table, [ann, *others])
