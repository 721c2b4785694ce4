"""Who is at a table, who is away, and what may become of the seats of those who are away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from protocol.commands import LeaveTable, Look, LookAway, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.limits import MAX_SPECTATORS
from protocol.states import Attendance, TableState, Terms
from server.players.presence import AWAY_SECONDS, Presence
from server.tables.table import FREE, Player, Seat, Table
from tests.server.clock import Clock
from tests.server.conftest import ANN, BEN, CAT, DAN, Hall
from tests.server.desk import Caller, Desk, desk


def started(hall: Hall, away_limit: int = 300) -> None:
    hall.ask(ANN, OpenTable("siam", 3, terms=Terms(away_limit)))
    hall.ask(BEN, TakeSeat("t1", 1))
    hall.ask(CAT, TakeSeat("t1", 2))
    hall.ask(ANN, StartGame("t1"))


def look(hall: Hall, *players: Player) -> None:
    for player in players:
        hall.ask(player, Look("t1"))


def away(hall: Hall) -> dict[str, int | None]:
    people = hall.context.presence.attendance(hall.table()).people
    return {each.name: each.away for each in people}


class TestPresence:
    def test_who_looks_is_there_and_who_is_silent_is_away(self, hall: Hall) -> None:
        started(hall)
        hall.clock.now = 40.0
        look(hall, ANN, BEN)
        hall.clock.now = 40.0 + AWAY_SECONDS - 1
        look(hall, BEN)
        assert away(hall) == {"Ann": None, "Ben": None, "Cat": 89}
        hall.clock.now += 1
        assert away(hall) == {"Ann": 50, "Ben": None, "Cat": 90}

    def test_who_looks_away_is_away_at_once_and_a_look_brings_them_back(self, hall: Hall) -> None:
        started(hall)
        look(hall, ANN, BEN, CAT)
        hall.ask(BEN, LookAway("t1"))
        assert away(hall) == {"Ann": None, "Ben": 0, "Cat": None}
        look(hall, BEN)
        assert away(hall)["Ben"] is None

    def test_spectators_are_shown_while_they_look(self, hall: Hall) -> None:
        started(hall)
        look(hall, ANN, DAN)
        assert away(hall)["Dan"] is None
        hall.ask(DAN, LookAway("t1"))
        assert "Dan" not in away(hall)

    def test_a_bot_is_nobody(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        bot = hall.table().seats[1]
        look(hall, ANN, hall.bot(bot.actor))
        assert away(hall) == {"Ann": None}

    def test_after_a_start_who_has_not_looked_is_neither_there_nor_away_for_a_while(
        self, hall: Hall
    ) -> None:
        started(hall)
        look(hall, ANN)
        presence, table = hall.context.presence, hall.table()
        assert away(hall) == {"Ann": None}
        assert not presence.all_away(table)
        assert presence.take_attendance_change(table)
        look(hall, BEN)
        assert away(hall) == {"Ann": None, "Ben": None}
        assert presence.take_attendance_change(table)
        hall.clock.now = AWAY_SECONDS
        look(hall, ANN, BEN)
        assert away(hall) == {"Ann": None, "Ben": None, "Cat": 50}
        assert presence.take_attendance_change(table)
        assert not presence.take_attendance_change(table)

    def test_a_crowd_of_spectators_is_not_remembered(self) -> None:
        presence = Presence(Clock())
        seats = (Seat("person", ANN.id, "Ann", actor=ANN.id), FREE)
        table = Table(  # type: ignore[arg-type]
            id="t1",
            game=None,
            map="",
            map_title="",
            options=(),
            host=ANN.id,
            host_name="Ann",
            seats=seats,
        )
        for number in range(500):
            presence.note_seen(table, Player(SecretKey(number.to_bytes(32)).public, "Eve"))
        presence.note_seen(table, ANN)
        people = presence.attendance(table).people
        assert people[0].away is None
        assert MAX_SPECTATORS <= len(people) <= MAX_SPECTATORS + 3
        Attendance("t1", people)


class TestSeatsOfThoseAway:
    def test_the_host_may_have_a_bot_play_once_the_limit_is_over(self, hall: Hall) -> None:
        started(hall)
        look(hall, ANN, BEN, CAT)
        hall.clock.now = 299.0
        look(hall, ANN)
        assert hall.refusal(ANN, SeatBot("t1", 1, "random")) == "not_away"
        hall.clock.now = 300.0
        hall.ask(ANN, SeatBot("t1", 1, "greedy"))
        seat = hall.table().seats[1]
        assert (seat.holder, seat.player, seat.name, seat.level) == (
            "stand_in",
            BEN.id,
            "Ben",
            "greedy",
        )
        assert hall.lobby.bots().keys() == {("t1", 1)}

    def test_they_have_it_back_with_their_next_look(self, hall: Hall) -> None:
        started(hall)
        hall.clock.now = 300.0
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        seen = hall.ask(BEN, Look("t1"))
        assert isinstance(seen, TableState)
        assert (seen.seats[1].holder, seen.viewer) == ("person", 1)
        assert hall.lobby.bots() == {}

    def test_who_got_up_themselves_sits_down_again_only_when_they_say_so(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        hall.ask(BEN, Look("t1"))
        assert hall.table().seats[1].holder == "stand_in"
        hall.ask(BEN, TakeSeat("t1", 1))
        assert hall.table().seats[1].holder == "person"

    def test_only_the_host_may_unless_the_host_is_away_as_long(self, hall: Hall) -> None:
        started(hall)
        hall.clock.now = 299.0
        look(hall, ANN, CAT)
        hall.clock.now = 310.0
        assert hall.refusal(CAT, SeatBot("t1", 1, "random")) == "not_host"
        hall.clock.now = 620.0
        look(hall, CAT)
        assert hall.refusal(DAN, SeatBot("t1", 1, "random")) == "not_host"
        hall.ask(CAT, SeatBot("t1", 0, "random"))
        hall.ask(CAT, SeatBot("t1", 1, "random"))
        assert hall.table().people() == {2}

    @pytest.mark.parametrize("seconds", [0.0, 10**6])
    def test_where_there_is_no_limit_every_seat_waits(self, hall: Hall, seconds: float) -> None:
        started(hall, away_limit=0)
        hall.clock.now = seconds
        look(hall, ANN)
        assert hall.refusal(ANN, SeatBot("t1", 1, "random")) == "not_away"

    def test_a_seat_a_bot_plays_for_already_is_refused(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.refusal(ANN, SeatBot("t1", 1, "random")) == "seat_taken"
        assert hall.refusal(ANN, SeatBot("t1", 7, "random")) == "no_such_seat"


async def attendances(caller: Caller, at: Desk) -> list[dict[str, int | None]]:
    told: list[Any] = caller.heard(at, b"")
    return [
        {each.name: each.away for each in message.people}
        for message in told
        if isinstance(message, Attendance)
    ]


class TestWhatIsTold:
    async def test_those_at_a_table_hear_who_comes_and_goes(self, tmp_path: Path) -> None:
        async with desk(tmp_path / "lobby.db") as here:
            ann, eve = Caller("Ann"), Caller("Eve")
            await ann.hello(here)
            await eve.hello(here)
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ann.ask(here, Look(table))
            await eve.ask(here, Look(table))
            await eve.ask(here, LookAway(table))
            assert (await attendances(ann, here)) == [
                {"Ann": None},
                {"Ann": None, "Eve": None},
                {"Ann": None},
            ]
            assert (await attendances(eve, here)) == [{"Ann": None, "Eve": None}]

    async def test_they_hear_of_a_silence_that_has_become_too_long(self, tmp_path: Path) -> None:
        async with desk(tmp_path / "lobby.db") as here:
            ann, ben = Caller("Ann"), Caller("Ben")
            for each in (ann, ben):
                await each.hello(here)
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ben.ask(here, TakeSeat(table, 1))
            await ben.ask(here, Look(table))
            here.clock.now = AWAY_SECONDS - 1
            await ann.ask(here, Look(table))
            here.clock.now = AWAY_SECONDS
            await here.service.send_attendances()
            assert (await attendances(ann, here))[-1] == {"Ann": None, "Ben": 50}
            said = len(here.said)
            await here.service.send_attendances()
            assert len(here.said) == said

    async def test_who_comes_back_is_seated_in_the_store_as_well(self, tmp_path: Path) -> None:
        async with desk(tmp_path / "lobby.db") as first:
            ann, ben = Caller("Ann"), Caller("Ben")
            for each in (ann, ben):
                await each.hello(first)
            table = (await ann.ask(first, OpenTable("siam", 2))).table
            await ben.ask(first, TakeSeat(table, 1))
            await ann.ask(first, StartGame(table))
            first.clock.now = 300.0
            await ann.ask(first, SeatBot(table, 1, "random"))
            await ben.ask(first, Look(table))
        async with desk(tmp_path / "lobby.db") as second:
            assert second.service.lobby.tables[table].seats[1].holder == "person"
