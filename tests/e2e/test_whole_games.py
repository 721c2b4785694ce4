"""Whole games over a real server and real brokers: people, bots, spectators."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from protocol.commands import OpenTable, PlayMove, SeatBot, StartGame
from protocol.keys import SecretKey
from tests.brokers import RunningServer
from tests.e2e.guests import (
    after,
    check_against_server,
    check_hands_hidden,
    check_replay,
    come,
    guest,
    mover,
    play_all,
    seated,
    started,
    wiretap,
)
from tests.patience import PATIENCE


@pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)  # for the wiretap
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_people_play_to_the_end_and_everybody_sees_the_same(
    server: RunningServer, players: int
) -> None:
    async with AsyncExitStack() as stack:
        tap = await stack.enter_async_context(wiretap(server.link))
        guests = await come(stack, server.link, players)
        early = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await seated(guests)
        await early.client.follow(table)
        await guests[0].done(StartGame(table))
        watching = asyncio.create_task(early.until(table, lambda state: state.ply >= 20))
        playing = asyncio.create_task(play_all(guests, table, seed=players))
        await watching
        late = await stack.enter_async_context(guest(server.link, "Leo"))
        joined = await late.client.follow(table)
        assert joined.ply >= 20
        await playing
        everybody = [*guests, early, late]
        over = [await each.until(table, lambda state: state.status == "over") for each in everybody]
        assert len({state.result for state in over}) == 1
        check_against_server(server, table, everybody)
        for each in everybody:
            check_hands_hidden(each.states)
            assert not each.client.refused
            check_replay(over[0], *await each.client.history(table))
        for each in guests:
            sealed = tap.private_states(server.link, each.key)
            assert {state.viewer for state in sealed} == {guests.index(each)}
            check_hands_hidden(sealed)
        assert tap.readable_by(SecretKey.generate()) == 0


async def test_every_move_is_shown_once_and_in_order(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        guests = await come(stack, server.link, 2)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await seated(guests)
        await eve.client.follow(table)
        await guests[0].done(StartGame(table))
        await play_all(guests, table, seed=3)
        over = await eve.until(table, lambda state: state.status == "over")
        _, _, entries = await eve.client.history(table)
        for each in (*guests, eve):
            await each.until(table, lambda state: state.status == "over")
            news = [entry for state in each.states for entry in state.news]
            assert news == list(entries)
            revisions = [state.revision for state in each.states]
            assert revisions == sorted(set(revisions))
            assert each.states[-1].ply == len(entries) == over.ply


@pytest.mark.parametrize("levels", [("random",), ("greedy", "random"), ("greedy",) * 3])
async def test_a_person_plays_against_bots_in_processes_of_their_own(
    server: RunningServer, levels: tuple[str, ...]
) -> None:
    async with guest(server.link, "Ann") as ann, guest(server.link, "Eve") as eve:
        table = (await ann.done(OpenTable("siam", 1 + len(levels)))).table
        await ann.client.follow(table)
        await eve.client.follow(table)
        for seat, level in enumerate(levels, 1):
            await ann.done(SeatBot(table, seat, level))
        await ann.done(StartGame(table))
        state = await ann.play(table, Random(5))
        await eve.until(table, lambda state: state.status == "over")
        check_against_server(server, table, [ann, eve])
        check_replay(state, *await ann.client.history(table))
        check_hands_hidden(ann.states)


async def test_bots_play_among_themselves_while_their_host_watches(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("siam", 3, seat=None))).table
        await ann.client.follow(table)
        for seat, level in enumerate(("greedy", "random", "greedy")):
            await ann.done(SeatBot(table, seat, level))
        await ann.done(StartGame(table))
        state = await ann.until(table, lambda state: state.status == "over")
        assert state.viewer is None
        check_replay(state, *await ann.client.history(table))


async def test_the_other_map_and_open_discards_travel_with_the_table(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        guests = await come(stack, server.link, 3)
        table = await started(guests, map="albion", options=("open_discards",))
        await play_all(guests, table, seed=9)
        state = await guests[1].until(table, lambda state: state.status == "over")
        assert "Moray" in state.map
        assert all("?" not in each.position for each in guests[1].states)
        check_replay(state, *await guests[2].client.history(table))


async def test_while_a_game_runs_the_log_opens_this_struggle_and_the_one_before(
    server: RunningServer,
) -> None:
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await started([ann, ben])
        for ply in range(7):  # each two passes end a struggle
            passing = (ann, ben)[mover(await ann.until(table, after(ply))) or 0]
            await passing.until(table, after(ply))
            await passing.done(PlayMove(table, 1, ply, "pass"))
        await ann.until(table, after(7))
        start, first, entries = await ann.client.history(table)
        assert (first, len(entries)) == (4, 3)
        assert start.split()[0].count("=") == 2
        assert [entry.position.split()[0].count("=") for entry in entries] == [2, 3, 3]


async def test_several_tables_at_once_and_one_person_at_two_of_them(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, cat = await come(stack, server.link, 3)
        one, two, three = [await started(pair) for pair in ([ann, ben], [cat, ann], [ben, cat])]
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for table, pair in ((one, [ann, ben]), (two, [cat, ann]), (three, [ben, cat])):
                for each in pair:
                    group.create_task(each.play(table, Random(table)))
        for table, pair in ((one, [ann, ben]), (two, [cat, ann]), (three, [ben, cat])):
            check_against_server(server, table, pair)
            check_replay(pair[0].client.table(table), *await pair[0].client.history(table))  # type: ignore[arg-type]
        lobby = ann.client.lobby
        assert lobby is not None
        assert {each.table for each in lobby.tables} == {one, two, three}
