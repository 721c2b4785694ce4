"""Bots run only while their game needs them, and nobody takes them all."""

from __future__ import annotations

import contextlib
from pathlib import Path
from random import Random
from typing import Any

from protocol.commands import (
    Agree,
    LeaveTable,
    Look,
    OpenTable,
    PlayMove,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.keys import SecretKey
from protocol.states import ClockTerms, Terms
from server.limits import ASLEEP_SECONDS
from server.refusals import RefusedError
from server.tables.table import Player
from tests.server.conftest import ANN, BEN, Hall
from tests.server.desk import Caller, come, desk, next_move
from tests.server.nothing_known import NothingKnown


def with_bots(hall: Hall, host: Player, players: int = 4, **terms: Any) -> str:
    """Open a table with bots on all other seats; return its id."""
    table = hall.ask(host, OpenTable("siam", players, terms=Terms(**terms))).table  # type: ignore[union-attr]
    for seat in range(1, players):
        hall.ask(host, SeatBot(table, seat, "random"))
    return str(table)


def play(hall: Hall, table: str, moves: int = 1000) -> None:
    """Have everybody play at random, until the game is over or so many moves are played."""
    random = Random(3)
    people = {each.id: each for each in (ANN, BEN)}
    for _ in range(moves):
        here = hall.lobby.tables[table]
        if here.status != "running":
            return
        seat = here.seats[here.game.turn(here.position)]
        move = here.game.format_move(here.game.random_move(here.position, random))
        mover = people.get(seat.actor) or hall.bot(seat.actor)
        hall.ask(mover, PlayMove(table, here.game_number, len(here.log), move))


def play_until_turn_of(hall: Hall, table: str, seat: int) -> None:
    while (here := hall.lobby.tables[table]).game.turn(here.position) != seat:
        play(hall, table, 1)


class TestBotsRun:
    def test_from_the_start_of_a_game_to_its_end(self, hall: Hall) -> None:
        table = with_bots(hall, ANN)
        assert hall.lobby.bots() == {}
        hall.ask(ANN, StartGame(table))
        keys = {seat: bot.key for (_, seat), bot in hall.lobby.bots().items()}
        assert keys.keys() == {1, 2, 3}
        play(hall, table)
        assert hall.lobby.bots() == {}
        hall.ask(ANN, Agree(table, 1, "again", True))
        assert {seat: bot.key for (_, seat), bot in hall.lobby.bots().items()} == keys

    def test_while_the_setup_is_drawn(self) -> None:
        hall = Hall(patience=3)
        table = with_bots(hall, ANN)
        hall.ask(ANN, StartGame(table))
        assert hall.table().drawing
        assert len(hall.lobby.bots()) == 3

    def test_not_for_a_game_that_waits_for_people_who_are_gone(self, hall: Hall) -> None:
        table = with_bots(hall, ANN, 2)
        hall.ask(ANN, StartGame(table))
        play_until_turn_of(hall, table, 0)
        hall.ask(ANN, Look(table))
        hall.clock.now += ASLEEP_SECONDS - 1
        assert len(hall.lobby.bots()) == 1
        hall.clock.now += 1
        assert hall.lobby.bots() == {}
        hall.ask(ANN, Look(table))
        assert len(hall.lobby.bots()) == 1

    def test_for_their_own_move_though_everybody_is_gone(self, hall: Hall) -> None:
        table = with_bots(hall, ANN, 2)
        hall.ask(ANN, StartGame(table))
        play_until_turn_of(hall, table, 1)
        hall.clock.now = 10 * ASLEEP_SECONDS
        assert len(hall.lobby.bots()) == 1

    def test_for_a_game_that_the_clock_plays_on(self, hall: Hall) -> None:
        table = with_bots(hall, ANN, 2, clock=ClockTerms(3600))
        hall.ask(ANN, StartGame(table))
        play_until_turn_of(hall, table, 0)
        hall.clock.now += 2 * ASLEEP_SECONDS
        assert len(hall.lobby.bots()) == 1


class TestHowManyBotsThereMayBe:
    def test_two_hosts_never_take_them_all(self, hall: Hall) -> None:
        started = []
        for host in (ANN, BEN):
            tables = [with_bots(hall, host) for _ in range(5)]
            for table in tables:
                with contextlib.suppress(RefusedError):
                    hall.ask(host, StartGame(table))
                    started.append(host)
        assert (started.count(ANN), started.count(BEN)) == (5, 2)
        eve = Player(SecretKey(bytes([9] * 32)).public, "Eve")
        hall.ask(eve, StartGame(with_bots(hall, eve)))

    def test_some_are_kept_for_regular_players(self) -> None:
        class Facts(NothingKnown):
            def is_regular(self, player: str) -> bool:
                return player == ANN.id

        hall = Hall(max_bots=8)
        hall.know(Facts())
        for number in (1, 2, 3):
            eve = Player(SecretKey(bytes([number] * 32)).public, "Eve")
            hall.ask(eve, StartGame(with_bots(hall, eve, 3)))
        table = with_bots(hall, BEN, 2)
        assert hall.refusal(BEN, StartGame(table)) == "too_many_bots"
        hall.ask(ANN, StartGame(with_bots(hall, ANN, 3)))

    def test_those_of_a_game_that_is_over_are_free_for_others(self) -> None:
        hall = Hall(max_bots=3)
        first = with_bots(hall, ANN)
        second = with_bots(hall, BEN)
        hall.ask(ANN, StartGame(first))
        assert hall.refusal(BEN, StartGame(second)) == "too_many_bots"
        play(hall, first)
        hall.ask(BEN, StartGame(second))
        assert hall.refusal(ANN, Agree(first, 1, "again", True)) == "too_many_bots"

    def test_somebody_who_gets_up_always_has_a_stand_in(self) -> None:
        hall = Hall(max_bots=3)
        hall.ask(ANN, StartGame(with_bots(hall, ANN)))
        table = hall.ask(BEN, OpenTable("siam", 2)).table  # type: ignore[union-attr]
        hall.ask(ANN, TakeSeat(table, 1))
        hall.ask(BEN, StartGame(table))
        hall.ask(BEN, LeaveTable(table))
        assert hall.lobby.tables[table].seats[0].holder == "stand_in"


async def test_bots_stop_and_run_again_without_anybody_giving_a_command(tmp_path: Path) -> None:
    async with desk(tmp_path / "lobby.db") as here:
        kept: list[set[tuple[str, int]]] = []
        here.service._commits.set_bots = lambda bots: kept.append(set(bots))
        (ann,) = await come(here, "Ann")
        table = (await ann.ask(here, OpenTable("siam", 2))).table
        await ann.ask(here, SeatBot(table, 1, "random"))
        assert not kept
        await ann.ask(here, StartGame(table))
        random = Random(1)
        bot = Caller("bot", next(iter(here.service.lobby.bot_keys.values())))
        await bot.hello(here)
        while (turn_and_move := next_move(here, table, random))[0] == 1:
            await bot.ask(here, turn_and_move[1])
        here.clock.now = ASLEEP_SECONDS
        await here.service.send_attendances()
        await ann.ask(here, Look(table))
        assert kept == [{(table, 1)}, set(), {(table, 1)}]
