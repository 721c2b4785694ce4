"""Clocks: whose runs, what is left, and that running out passes and never costs a card."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from client.verify import verify
from protocol.commands import (
    LeaveTable,
    Look,
    OpenTable,
    PlayMove,
    SeatBot,
    StartGame,
    TakeBack,
    TakeSeat,
)
from protocol.states import ClockTerms, TableState, Terms
from server.archive import archived
from server.tables.clocks import ANSWER_SECONDS
from server.tables.table import Table
from tests.server.conftest import ANN, BEN, SERVER, Hall
from tests.server.desk import come, desk, published

PER_MOVE = ClockTerms(60)
BANK = ClockTerms(100, 10, per_move=False)
PEOPLE = (ANN, BEN)


def started(hall: Hall, clock: ClockTerms = PER_MOVE) -> int:
    """Start a game of two; return the seat to move."""
    hall.ask(ANN, OpenTable("siam", 2, terms=Terms(clock=clock)))
    hall.ask(BEN, TakeSeat("t1", 1))
    hall.ask(ANN, StartGame("t1"))
    return turn(hall.table())


def turn(table: Table) -> int:
    seat = table.game.turn(table.position)
    assert seat is not None
    return seat


def left(hall: Hall) -> tuple[float, ...]:
    """Return the seconds on the clocks, as somebody who looks sees them."""
    state = hall.ask(ANN, Look("t1"))
    assert isinstance(state, TableState)
    assert state.clock is not None
    return tuple(each / 1000 for each in state.clock.left)


def passes(hall: Hall) -> None:
    table = hall.table()
    hall.ask(PEOPLE[turn(table)], PlayMove("t1", 1, len(table.log), "pass"))


class TestRunning:
    def test_only_the_clock_of_who_is_to_move_runs(self, hall: Hall) -> None:
        first = started(hall)
        hall.clock.now += 20
        assert left(hall)[first] == 40
        assert left(hall)[1 - first] == 60

    def test_a_clock_for_each_move_is_set_anew_at_each_turn(self, hall: Hall) -> None:
        first = started(hall)
        for _ in range(2):
            hall.clock.now += 20
            passes(hall)
        assert turn(hall.table()) == first
        assert left(hall)[first] == 60

    def test_who_has_moved_sees_the_time_that_their_next_move_will_have(self, hall: Hall) -> None:
        started(hall)
        hall.clock.now += 20
        passes(hall)
        assert left(hall) == (60, 60)

    def test_a_bank_keeps_what_was_used_and_grows_each_turn(self, hall: Hall) -> None:
        first = started(hall, BANK)
        assert left(hall)[first] == 110
        hall.clock.now += 30
        passes(hall)
        assert left(hall) == (80.0, 110.0) if first == 0 else (110.0, 80.0)
        hall.clock.now += 5
        passes(hall)
        assert left(hall)[first] == 90

    def test_what_else_happens_at_the_table_gives_no_time(self, hall: Hall) -> None:
        first = started(hall, BANK)
        hall.clock.now += 30
        hall.ask(PEOPLE[1 - first], LeaveTable("t1"))
        hall.clock.now += 10
        hall.ask(PEOPLE[1 - first], TakeSeat("t1", 1 - first))
        assert left(hall)[first] == 70

    def test_a_bot_needs_none(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2, terms=Terms(clock=PER_MOVE)))
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        hall.ask(ANN, StartGame("t1"))
        if turn(hall.table()) == 0:
            passes(hall)
        before = hall.table()
        hall.clock.now += 1000
        hall.run_clocks()
        assert hall.table() is before

    def test_the_clock_of_who_must_answer_a_wish_to_take_back_stands_still(
        self, hall: Hall
    ) -> None:
        first = started(hall)
        passes(hall)
        hall.clock.now += 20
        hall.ask(PEOPLE[first], TakeBack("t1", 1, 1, yes=True))
        for _ in range(2):
            hall.clock.now += ANSWER_SECONDS / 2 - 1
            hall.ask(PEOPLE[first], LeaveTable("t1"))
            hall.ask(PEOPLE[first], TakeSeat("t1", first))
            hall.ask(PEOPLE[first], TakeBack("t1", 1, 1, yes=True))
            hall.run_clocks()
        assert left(hall)[1 - first] == 40
        hall.ask(PEOPLE[1 - first], TakeBack("t1", 1, 1, yes=False))
        hall.clock.now += 5
        assert left(hall)[1 - first] == 35

    def test_nobody_can_stop_a_clock_by_not_answering(self, hall: Hall) -> None:
        first = started(hall)
        passes(hall)
        hall.ask(PEOPLE[first], TakeBack("t1", 1, 1, yes=True))
        hall.clock.now += ANSWER_SECONDS
        hall.run_clocks()
        assert hall.table().back_refused
        assert left(hall)[1 - first] == 60
        hall.clock.now += 61
        hall.run_clocks()
        assert hall.table().log[-1].entry.by == "clock"

    def test_a_move_taken_back_gives_the_turn_its_time(self, hall: Hall) -> None:
        first = started(hall)
        hall.clock.now += 20
        passes(hall)
        for each in (first, 1 - first):
            table = hall.table()
            hall.ask(PEOPLE[each], TakeBack("t1", 1, len(table.log), yes=True))
        assert turn(hall.table()) == first
        assert left(hall)[first] == 60


class TestRunningOut:
    def test_passes_and_costs_no_card(self, hall: Hall) -> None:
        first = started(hall)
        hands = [seat.hand for seat in hall.table().position.seats]
        hall.clock.now += 59.9
        hall.run_clocks()
        assert hall.table().log == ()
        hall.clock.now += 0.1
        hall.run_clocks()
        table = hall.table()
        (logged,) = table.log
        assert (logged.entry.seat, logged.entry.move, logged.entry.by) == (first, "pass", "clock")
        assert [seat.hand for seat in table.position.seats] == hands
        assert turn(table) == 1 - first

    def test_an_empty_bank_still_has_its_increment_for_each_turn(self, hall: Hall) -> None:
        first = started(hall, BANK)
        hall.clock.now += 500
        hall.run_clocks()
        passes(hall)
        assert left(hall)[first] == 10

    def test_a_whole_game_can_run_out_and_its_record_says_by_whom(self, hall: Hall) -> None:
        started(hall)
        for _ in range(200):
            hall.clock.now += 60
            hall.run_clocks()
        table = hall.table()
        assert table.status == "over"
        assert {logged.entry.by for logged in table.log} == {"clock"}
        text = archived(table, datetime(2026, 11, 21, tzinfo=UTC), SERVER).text
        verdict = verify(text)
        assert not verdict.wrong
        assert any("for want of time" in each for each in verdict.marked("proven"))

    def test_a_move_that_was_passed_by_the_clock_is_not_taken_back(self, hall: Hall) -> None:
        first = started(hall)
        hall.clock.now += 60
        hall.run_clocks()
        late = TakeBack("t1", 1, 1, yes=True)
        assert hall.refusal(PEOPLE[first], late) == "not_undoable"


@pytest.mark.parametrize("clean", [True, False])
async def test_a_clock_stands_while_the_server_is_down(tmp_path: Path, clean: bool) -> None:
    path = tmp_path / "lobby.db"
    async with desk(path) as first:
        ann, ben = await come(first, "Ann", "Ben")
        opened = OpenTable("siam", 2, terms=Terms(clock=BANK))
        table = (await ann.ask(first, opened)).table
        await ben.ask(first, TakeSeat(table, 1))
        await ann.ask(first, StartGame(table))
        await first.until(lambda: first.service.lobby.tables[table].status == "running")
        first.clock.now += 30
        if clean:
            await first.service.say_farewell()
    async with desk(path) as second:
        second.clock.now = 10**6
        await second.service.publish_all()
        here = second.service.lobby.tables[table]
        assert here.clock is not None
        used = 30 if clean else 0
        assert here.clock.left[turn(here)] == 110 - used


async def test_running_out_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "lobby.db"
    async with desk(path) as here:
        ann, ben = await come(here, "Ann", "Ben")
        opened = OpenTable("siam", 2, terms=Terms(clock=PER_MOVE))
        table = (await ann.ask(here, opened)).table
        await ben.ask(here, TakeSeat(table, 1))
        await ann.ask(here, StartGame(table))
        await here.until(lambda: here.service.lobby.tables[table].status == "running")
        here.clock.now += 60
        await here.service.run_clocks()
        *_, last = published(here, table)
        assert [entry.by for entry in last.news] == ["clock"]
    async with desk(path) as again:
        assert len(again.service.lobby.tables[table].log) == 1
