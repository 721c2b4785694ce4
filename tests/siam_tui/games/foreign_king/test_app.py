"""The Foreign King on the screen: real tables of a real server, in the app, by keys."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from protocol.commands import StartGame
from tests.brokers import RunningServer
from tests.e2e.guests import after, check_against_server, come, is_over, seated
from tests.siam_tui.games.foreign_king.keyboard import ForeignKingPlayer, play_greedily
from tests.siam_tui.table.stage import Theatre

pytestmark = pytest.mark.parametrize("broker", ["embedded"], indirect=True)

USUAL_TURN = 6
"""Keys that a turn needs at most on average, its closing included."""


async def play_by_keys(server: RunningServer, players: int, enough=is_over) -> ForeignKingPlayer:
    """Play at a table of people, the first one in the app; return that player."""
    async with AsyncExitStack() as stack:
        ann, *others = await come(stack, server.link, players)
        table = await seated([ann, *others], game="foreign-king")
        await ann.done(StartGame(table))
        app = Theatre(ann.client, table=table)
        async with app.run_test(size=(80, 24)) as pilot:
            player = ForeignKingPlayer(pilot, ann.client, seed=players)
            await player.until(lambda: player.state is not None)
            playing = [
                asyncio.create_task(play_greedily(other, table, seed, enough))
                for seed, other in enumerate(others)
            ]
            await player.play(enough)
            await asyncio.gather(*playing)
            assert player.screen.controller.log.end == player.state.ply
        check_against_server(server, table, [ann, *others])
    return player


async def test_two_play_by_keys(server: RunningServer, request: pytest.FixtureRequest) -> None:
    """A turn takes six keys at most as a rule, its closing and the answers in it included."""
    whole = request.config.getoption("--long")
    player = await play_by_keys(server, players=2, enough=is_over if whole else after(50))
    assert not whole or "win" in player.last_bar
    turns = player.presses
    assert sum(turns) / len(turns) <= USUAL_TURN, turns
    assert {"act", "loans", "virtual"} <= set(player.asked)


async def test_four_begin_a_game_by_keys(server: RunningServer) -> None:
    player = await play_by_keys(server, players=4, enough=after(50))
    assert player.asked["act"] >= 3
