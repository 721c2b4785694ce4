"""Decisions of a seat that is not on turn: its clock, its time-out, its log and taking back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.commands import OpenTable, PlayMove, StartGame, TakeBack, TakeSeat
from protocol.states import ClockTerms, Terms
from server.tables.table import Table
from tests.server.conftest import ANN, BEN, CAT, Hall

PEOPLE = (ANN, BEN, CAT)
CONGRESS = (
    "A3+M/-/-/-/-/-/-/-/- WFL.20 "
    "0.5.1.0.0.king|0.6.0.0.2.place|0.7.0.0.1.coins - 0>1>2 - 0 congress.1"
)
ORDER = "A3+M/-/-/-/-/-/-/-/- -.30 0.5.0.0.0.order|0.6.1.0.0.place|0.7.0.0.0.coins - 0>1>2 0 2 act"
STEPS = "A3V1+m/-/-/-/-/-/-/-/- WFL.20 6.5.1.0.0.king|0.6.0.0.0.- 0 0>1 - 0 virtual.1.2"


def at(hall: Hall, text: str) -> Table:
    """Return a table with clocks of a minute a move, whose game begins at a position."""
    players = text.split(" ")[2].count("|") + 1
    hall.ask(ANN, OpenTable("foreign-king", players, terms=Terms(clock=ClockTerms(60))))
    for seat, each in enumerate(PEOPLE[1:players], 1):
        hall.ask(each, TakeSeat("t1", seat))
    hall.ask(ANN, StartGame("t1"))
    table = hall.table()
    position = table.game.parse(text)
    clock = replace(table.clock, seat=table.game.turn(position))
    table = replace(table, start=position, position=position, log=(), clock=clock)
    hall.lobby = hall.lobby.with_table(table)[0]
    return hall.table()


def play(hall: Hall, seat: int, move: str) -> None:
    table = hall.table()
    hall.ask(PEOPLE[seat], PlayMove("t1", table.game_number, len(table.log), move))


def back(hall: Hall, *, yes: bool = True) -> TakeBack:
    table = hall.table()
    return TakeBack("t1", table.game_number, len(table.log), yes)


def last(hall: Hall) -> tuple[int, str, str]:
    """Return who decided last, what, and how."""
    entry = hall.table().log[-1].entry
    return entry.seat, entry.move, entry.by


@pytest.mark.parametrize(
    ("start", "asked", "answers"),
    [(CONGRESS, 1, ["no"]), (STEPS, 1, ["virtual:ANT", "virtual:ANT"])],
)
def test_the_clock_of_the_seat_that_is_asked_runs_and_its_time_out_is_its_own(
    hall: Hall, start: str, asked: int, answers: list[str]
) -> None:
    table = at(hall, start)
    assert table.position.turn != asked
    for answer in answers:
        clock = hall.table().clock
        assert clock is not None
        assert clock.seat == asked
        hall.clock.now += 61
        hall.run_clocks()
        assert last(hall) == (asked, answer, "clock")
    assert hall.table().game.turn(hall.table().position) != asked


def test_nobody_else_decides_and_an_answer_is_taken_back_by_who_gave_it(hall: Hall) -> None:
    before = at(hall, CONGRESS).position
    assert hall.refusal(ANN, PlayMove("t1", 1, 0, "no")) == "not_your_turn"
    play(hall, 1, "no")
    assert last(hall) == (1, "no", "player")
    assert hall.table().game.turn(hall.table().position) == 2
    assert hall.refusal(ANN, back(hall)) == "not_asked"
    for each in (BEN, ANN, CAT):
        hall.ask(each, back(hall))
    assert (hall.table().position, hall.table().log) == (before, ())


def test_closings_and_shifts_are_moves_of_their_seats(hall: Hall) -> None:
    at(hall, ORDER)
    play(hall, 2, "congress:supply")
    assert (hall.table().position.asks, last(hall)[0]) == ("order", 2)
    clock = hall.table().clock
    assert clock is not None
    assert clock.seat == 0
    play(hall, 0, "order:3")
    assert last(hall) == (0, "order:3", "player")
    assert hall.table().position.turn == 1
    for each in (ANN, BEN, CAT):
        hall.ask(each, back(hall))
    assert hall.table().position.asks == "order"
    hall.clock.now += 61
    hall.run_clocks()
    assert last(hall) == (0, "order:1", "clock")
    play(hall, 0, "coins")
    play(hall, 1, "build:T@LIE")
    assert (hall.table().position.asks, hall.table().position.turn) == ("loans", 1)
    play(hall, 1, "loan:1")
    assert last(hall) == (1, "loan:1", "player")
