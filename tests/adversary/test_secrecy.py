"""Nothing secret can be read from all the traffic of whole games."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack

import pytest

from client.changes import TalkChanged
from client.errors import RefusedError
from protocol.commands import OpenTable, Say, SeatBot, StartGame, TakeSeat
from protocol.messages import Talk
from protocol.states import LobbyState, TableState
from tests.adversary.adversary import adversary
from tests.brokers import RunningServer
from tests.e2e.guests import check_hands_hidden, come, play_all, seated

pytestmark = pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)


@pytest.mark.parametrize("players", [2, 3])
async def test_no_hand_is_in_the_traffic_of_a_whole_game(
    server: RunningServer, players: int
) -> None:
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        guests = await come(stack, server.link, players)
        table = await seated(guests)
        await guests[0].done(StartGame(table))
        await play_all(guests, table, seed=players)
        over = [await each.until(table, lambda state: state.status == "over") for each in guests]
        private = {
            state.position
            for each in guests
            for state in each.states
            if state.status == "running" and state.viewer is not None and state.position
        }
        assert len(private) > 20
        await mallory.until_holds(over[0].result)  # it does hear what everybody may hear
        assert not mallory.holds(*private)

        read = mallory.readable()
        assert {type(message) for message in read} == {LobbyState, TableState}
        states = [message for message in read if isinstance(message, TableState)]
        assert all(state.viewer is None for state in states)
        check_hands_hidden(states)
        assert len(mallory.on("in/")) > 20
        assert len(mallory.on("out/")) > 20


async def test_one_player_cannot_read_what_is_another_ones(server: RunningServer) -> None:
    """The adversary is given Ann's own key, and reads no more than Ann was told."""
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, seed=8)
        states = [each for each in mallory.readable(ann.key) if isinstance(each, TableState)]
        assert {state.viewer for state in states} == {None, 0}
        check_hands_hidden(states)


async def test_what_bots_are_told_is_sealed_as_well(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        (ann,) = await come(stack, server.link, 1)
        table = (await ann.done(OpenTable("siam", 2))).table
        await ann.client.follow(table)
        await ann.done(SeatBot(table, 1, "greedy"))
        await ann.done(StartGame(table))
        await play_all([ann], table, seed=4)
        states = [each for each in mallory.readable() if isinstance(each, TableState)]
        check_hands_hidden(states)
        assert all(state.viewer is None for state in states)


async def test_a_frame_says_nothing_but_whom_it_is_from_and_how_long_it_is(
    server: RunningServer,
) -> None:
    """Only the sender's key stands before the seal; the same command never looks the same twice."""
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, seed=5)
        sealed = [*mallory.on("in/"), *mallory.on("out/")]
        senders = {server.link.server.raw, ann.key.public.raw, ben.key.public.raw}
        assert {frame.payload[6:38] for frame in sealed} == senders
        assert len({frame.payload[38:62] for frame in sealed}) == len(sealed)  # nonces
        assert all(table.encode() not in frame.payload for frame in sealed)


async def test_no_table_talk_is_in_the_traffic(server: RunningServer) -> None:
    secret = "Meet me in Ayutthaya"
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        async with ben.client.changes() as changes:
            await ann.done(Say(table, secret))
            while not isinstance(await anext(changes), TalkChanged):
                pass
        assert any(line.text == secret for line in ben.client.talks.lines_at(table))
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, 2, enough=lambda state: state.ply >= 4)
        assert not mallory.holds(secret)
        assert not any(isinstance(message, Talk) for message in mallory.readable())


async def test_nothing_of_a_private_table_is_in_the_traffic(server: RunningServer) -> None:
    key = secrets.token_bytes(32)
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        ann, ben, eve = await come(stack, server.link, 3)
        table = (await ann.done(OpenTable("siam", 2, key=key))).table
        for each in (ann, ben):
            each.client.hold_key(table, key)
        await ann.client.follow(table)
        await ben.done(TakeSeat(table, 1, key))
        await ben.client.follow(table)
        with pytest.raises(RefusedError):
            await eve.client.follow(table)
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, seed=9)
        over = await ben.until(table, lambda state: state.status == "over")
        shown = {state.position for each in (ann, ben) for state in each.states if state.position}
        assert len(shown) > 20
        assert not mallory.holds(*shown, over.result)
        read = mallory.readable(eve.key)
        assert not [message for message in read if isinstance(message, TableState)]
        lobbies = [message for message in read if isinstance(message, LobbyState)]
        assert lobbies
        assert not [summary for lobby in lobbies for summary in lobby.tables]
