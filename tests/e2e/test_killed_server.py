"""The server program killed in the middle of everything, and started again."""

from __future__ import annotations

import asyncio
import math
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from games.record import parse_record
from protocol.commands import LeaveTable, OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from server.store.records import read_records
from tests.e2e.guests import (
    after,
    check_hands_hidden,
    check_replay,
    come,
    guest,
    started,
)
from tests.e2e.players import Leash, Player, check_acknowledged
from tests.e2e.program import program
from tests.patience import PATIENCE
from tests.postgres import new_place

KILLS, LONG_KILLS = 2, 3
"""How often a game's server is killed, by default and with ``--long``."""


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("embedded", 1),
        ("mosquitto", 2),
        pytest.param("embedded", 3, marks=pytest.mark.long, id="postgres"),
    ],
)
async def test_a_game_goes_on_however_often_the_server_is_killed(
    kind: str, seed: int, tmp_path: Path, request: pytest.FixtureRequest
):
    random = Random(seed)
    count = LONG_KILLS if request.config.getoption("--long") else KILLS
    database = new_place(request.getfixturevalue("postgres")) if seed == 3 else None
    async with program(kind, tmp_path, database) as (served, link), AsyncExitStack() as stack:
        guests = await come(stack, link, 3)
        table = await started(guests)
        kills = sorted(random.sample(range(1, 18), count))
        leash = Leash(kills[0])
        players = [Player(each, Random(random.random()), leash) for each in guests]
        playing = [asyncio.create_task(player.play(table)) for player in players]
        for ply, following in zip(kills, (*kills[1:], math.inf), strict=True):
            state = await guests[0].until(table, after(ply))
            assert state.status == "running"
            await asyncio.sleep(random.random() * 0.02)  # anywhere within the way of a move
            await served.kill()
            leash.let_out(following)
            await served.begin()
            await asyncio.sleep(random.random())  # anywhere within its beginning
            await served.kill()
            assert await served.start() == link
        async with asyncio.timeout(PATIENCE):
            over, *others = await asyncio.gather(*playing)
        assert {state.revision for state in others} == {over.revision}
        log = await guests[0].client.history(table)
        check_replay(over, *log)
        check_acknowledged(players, log[2])
        for each in guests:
            check_hands_hidden(each.states)
            revisions = [state.revision for state in each.states]
            assert revisions == sorted(revisions)
        (record,) = read_records(served.store)
        assert record.players == ("Ann", "Ben", "Cat")
        parsed = parse_record(record.text)
        assert parsed.result == over.result
        assert len(parsed.moves) == over.ply
        assert served.starts == 1 + 2 * count


async def test_bots_and_stand_ins_go_on_too(tmp_path: Path):
    async with program("embedded", tmp_path) as (served, link), AsyncExitStack() as stack:
        ann, ben = await come(stack, link, 2)
        table = (await ann.done(OpenTable("siam", 3))).table
        await ann.client.follow(table)
        await ben.sit_down(table, 1)
        await ann.done(SeatBot(table, 2, "greedy"))
        await ann.done(StartGame(table))
        await ben.done(LeaveTable(table))
        player = Player(ann, Random(3))
        playing = asyncio.create_task(player.play(table))
        for ply in (4, 12):
            await ann.until(table, after(ply))
            await served.kill()
            await served.start()
        over = await playing
        assert [seat.holder for seat in over.seats] == ["person", "stand_in", "bot"]
        log = await ann.client.history(table)
        check_replay(over, *log)
        by = {(entry.seat, entry.by) for entry in log[2]} - {(0, "table")}
        assert {(0, "player"), (1, "stand_in"), (2, "player")} <= by
        own = tuple(entry for entry in log[2] if (entry.seat, entry.by) == (0, "player"))
        assert [entry.move for entry in own] == list(player.acknowledged.values())


async def test_a_clean_end_keeps_every_table_and_who_was_away_finds_their_seat(tmp_path: Path):
    key = SecretKey.generate()
    async with program("embedded", tmp_path) as (served, link), AsyncExitStack() as stack:
        ann = await stack.enter_async_context(guest(link, "Ann"))
        async with guest(link, "Ben", key) as ben:
            table = await started([ann, ben])
            waiting = (await ben.done(OpenTable("siam", 4))).table
        await served.terminate()
        await served.start()
        async with guest(link, "Ben", key) as ben:
            state = await ben.client.follow(table)
            assert (state.viewer, state.status, state.ply) == (1, "running", 0)
            await ben.until_lobby_has({table, waiting})
            players = [Player(each, Random(5)) for each in (ann, ben)]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(player.play(table) for player in players))
            check_acknowledged(players, (await ben.client.history(table))[2])


async def test_a_command_of_before_is_answered_as_it_was(tmp_path: Path):
    async with program("mosquitto", tmp_path) as (served, link), AsyncExitStack() as stack:
        (ann,) = await come(stack, link, 1)
        await served.kill()
        opening = [asyncio.create_task(ann.done(OpenTable("siam", 2))) for _ in range(3)]
        await served.start()
        tables = {(await each).table for each in opening}
        assert len(tables) == 3
        await served.kill()
        await served.start()
        await ann.until_lobby_has(tables)
