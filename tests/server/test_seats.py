"""Who may sit where, and who is the host."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from protocol.commands import Agree, FreeSeat, LeaveTable, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.messages import Done
from protocol.topics import part_of
from server.tables.table import Seat
from server.tables.views import table_state
from tests.server.conftest import ANN, BEN, CAT, DAN, Hall


def opened(hall: Hall, players: int = 3, seat: int | None = 0) -> None:
    hall.ask(ANN, OpenTable("siam", players, seat=seat))


def started(hall: Hall) -> None:
    opened(hall)
    hall.ask(BEN, TakeSeat("t1", 1))
    hall.ask(CAT, TakeSeat("t1", 2))
    hall.ask(ANN, StartGame("t1"))


class TestOpening:
    def test_the_one_who_opens_is_host_and_seated(self, hall: Hall) -> None:
        assert hall.ask(ANN, OpenTable("siam", 3, seat=2)) == Done("t1", 2)
        assert hall.table().host == ANN.id
        assert hall.table().seat_of(ANN.id) == 2

    def test_the_host_may_stay_beside_the_table(self, hall: Hall) -> None:
        opened(hall, seat=None)
        assert hall.table().host == ANN.id
        assert hall.table().people() == frozenset()

    @pytest.mark.parametrize(
        ("command", "code"),
        [
            (OpenTable("chess", 2), "unknown_game"),
            (OpenTable("siam", 5), "bad_players"),
            (OpenTable("siam", 0), "bad_players"),
            (OpenTable("siam", 2, ("blindfold",)), "bad_option"),
            (OpenTable("siam", 2, map="atlantis"), "bad_map"),
            (OpenTable("siam", 2, map="name = 'x'"), "bad_map"),
            (OpenTable("siam", 2, map="= ["), "bad_map"),
            (OpenTable("siam", 2, seat=2), "no_such_seat"),
        ],
    )
    def test_refusals(self, hall: Hall, command: OpenTable, code: str) -> None:
        assert hall.refusal(ANN, command) == code

    def test_a_built_in_map_travels_with_the_table(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2, map="albion"))
        assert "Northumbria" in hall.table().map
        assert hall.table().map_title

    def test_a_player_is_the_host_of_five_tables_at_most(self, hall: Hall) -> None:
        for _ in range(5):
            opened(hall)
        assert hall.refusal(ANN, OpenTable("siam", 2)) == "too_many_tables"
        hall.ask(ANN, LeaveTable("t1"))
        opened(hall)

    def test_a_full_lobby_takes_no_more_tables(self) -> None:
        hall = Hall(max_tables=1)
        opened(hall)
        assert hall.refusal(BEN, OpenTable("siam", 2)) == "too_many_tables"


class TestSittingDown:
    def test_on_a_free_seat(self, hall: Hall) -> None:
        opened(hall)
        hall.ask(BEN, TakeSeat("t1", 2))
        assert [seat.name for seat in hall.table().seats] == ["Ann", "", "Ben"]

    def test_again_on_the_own_seat_changes_nothing(self, hall: Hall) -> None:
        opened(hall)
        before = hall.table()
        assert hall.ask(ANN, TakeSeat("t1", 0)) == Done("t1", before.revision)
        assert hall.table() is before

    def test_refusals(self, hall: Hall) -> None:
        opened(hall)
        assert hall.refusal(BEN, TakeSeat("t1", 0)) == "seat_taken"
        assert hall.refusal(BEN, TakeSeat("t1", 3)) == "no_such_seat"
        assert hall.refusal(BEN, TakeSeat("t9", 0)) == "unknown_table"
        assert hall.refusal(ANN, TakeSeat("t1", 1)) == "already_seated"

    def test_nobody_joins_a_running_game(self, hall: Hall) -> None:
        started(hall)
        assert hall.refusal(DAN, TakeSeat("t1", 1)) == "already_running"

    def test_one_person_sits_at_several_tables(self, hall: Hall) -> None:
        opened(hall)
        opened(hall)
        hall.ask(BEN, TakeSeat("t1", 1))
        hall.ask(BEN, TakeSeat("t2", 1))


class TestLeavingBeforeTheStart:
    def test_frees_the_seat(self, hall: Hall) -> None:
        opened(hall)
        hall.ask(BEN, TakeSeat("t1", 1))
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.table().seats[1].holder == "free"

    def test_the_next_person_clockwise_becomes_host(self, hall: Hall) -> None:
        opened(hall, seat=1)
        hall.ask(ANN, SeatBot("t1", 2, "random"))
        hall.ask(BEN, TakeSeat("t1", 0))
        hall.ask(ANN, LeaveTable("t1"))
        assert (hall.table().host, hall.table().host_name) == (BEN.id, "Ben")

    def test_a_host_beside_the_table_hands_over_to_the_first_person(self, hall: Hall) -> None:
        opened(hall, seat=None)
        hall.ask(BEN, TakeSeat("t1", 0))
        hall.ask(CAT, TakeSeat("t1", 1))
        hall.ask(ANN, LeaveTable("t1"))
        assert hall.table().host == BEN.id

    def test_the_last_person_closes_the_table(self, hall: Hall) -> None:
        opened(hall)
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        hall.changed()
        hall.ask(ANN, LeaveTable("t1"))
        (closed,) = hall.changed()
        assert closed.status == "closed"
        assert not hall.lobby.tables
        assert not hall.lobby.bots()

    def test_a_host_beside_the_table_keeps_it_open(self, hall: Hall) -> None:
        opened(hall, seat=None)
        hall.ask(BEN, TakeSeat("t1", 0))
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.table().status == "open"

    def test_only_who_is_there_can_leave(self, hall: Hall) -> None:
        opened(hall)
        assert hall.refusal(BEN, LeaveTable("t1")) == "not_seated"


class TestLeavingAGameThatIsOver:
    def test_the_seat_is_free_and_keeps_the_name_of_who_played(self, hall: Hall) -> None:
        started(hall)
        for each in (ANN, BEN, CAT):
            hall.ask(each, Agree("t1", 1, "end", yes=True))
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.table().seats[1] == Seat(name="Ben")
        hall.ask(DAN, TakeSeat("t1", 1))
        assert hall.table().seats[1].name == "Dan"


class TestLeavingARunningGame:
    def test_a_bot_stands_in_at_once(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        seat = hall.table().seats[1]
        assert (seat.holder, seat.player, seat.name, seat.level) == (
            "stand_in",
            BEN.id,
            "Ben",
            "minister",
        )
        assert hall.lobby.bots()["t1", 1].key.public.fingerprint == seat.actor

    def test_the_person_comes_back_to_the_seat(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.refusal(DAN, TakeSeat("t1", 1)) == "already_running"
        assert hall.refusal(BEN, TakeSeat("t1", 2)) == "already_seated"
        hall.ask(BEN, TakeSeat("t1", 1))
        assert hall.table().seats[1].holder == "person"
        assert hall.table().acting_for(BEN.id) == 1
        assert not hall.lobby.bots()

    def test_leaving_twice_changes_nothing_more(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        before = hall.table()
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.table() is before

    def test_the_host_role_goes_to_the_next_person(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        hall.ask(ANN, LeaveTable("t1"))
        assert hall.table().host == CAT.id

    def test_the_game_goes_on_without_people_and_the_first_to_return_is_host(
        self, hall: Hall
    ) -> None:
        started(hall)
        for each in (ANN, BEN, CAT):
            hall.ask(each, LeaveTable("t1"))
        assert hall.table().status == "running"
        assert hall.table().host == ""
        hall.ask(BEN, TakeSeat("t1", 1))
        assert hall.table().host == BEN.id


class TestBots:
    def test_only_the_host_seats_and_frees_them(self, hall: Hall) -> None:
        opened(hall)
        hall.ask(BEN, TakeSeat("t1", 1))
        assert hall.refusal(BEN, SeatBot("t1", 2, "random")) == "not_host"
        hall.ask(ANN, SeatBot("t1", 2, "random"))
        assert hall.refusal(BEN, FreeSeat("t1", 2)) == "not_host"
        hall.ask(ANN, FreeSeat("t1", 2))
        assert hall.table().seats[2].holder == "free"
        assert not hall.lobby.bots()

    def test_refusals(self, hall: Hall) -> None:
        opened(hall)
        assert hall.refusal(ANN, SeatBot("t1", 1, "genius")) == "unknown_level"
        assert hall.refusal(ANN, SeatBot("t1", 0, "random")) == "seat_taken"
        assert hall.refusal(ANN, SeatBot("t1", 3, "random")) == "no_such_seat"
        assert hall.refusal(ANN, FreeSeat("t1", 0)) == "seat_taken"
        assert hall.refusal(ANN, FreeSeat("t1", 3)) == "no_such_seat"

    def test_freeing_a_free_seat_changes_nothing(self, hall: Hall) -> None:
        opened(hall)
        before = hall.table()
        hall.ask(ANN, FreeSeat("t1", 1))
        assert hall.table() is before

    def test_keep_their_seats_while_the_game_runs(self, hall: Hall) -> None:
        opened(hall, players=2)
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        hall.ask(ANN, StartGame("t1"))
        assert hall.refusal(ANN, FreeSeat("t1", 1)) == "already_running"
        assert hall.refusal(ANN, SeatBot("t1", 1, "random")) == "seat_taken"

    def test_have_different_names_and_keys_of_their_own(self, hall: Hall) -> None:
        opened(hall)
        hall.ask(ANN, SeatBot("t1", 1, "greedy"))
        hall.ask(ANN, SeatBot("t1", 2, "greedy"))
        _, first, second = hall.table().seats
        assert (first.name, second.name) == ("Hungry Hugo", "Hasty Mara")
        assert first.player == first.actor != second.actor

    def test_are_as_many_as_the_server_can_run(self) -> None:
        hall = Hall(max_bots=1)
        opened(hall)
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        assert hall.refusal(ANN, SeatBot("t1", 2, "random")) == "too_many_bots"

    def test_refused_ones_leave_no_key_behind(self, hall: Hall) -> None:
        opened(hall)
        hall.refusal(ANN, SeatBot("t1", 0, "random"))
        hall.ask(BEN, TakeSeat("t1", 1))
        assert not hall.lobby.bot_keys


class TestWhetherOthersHaveSatHere:
    """By this a client knows whether a game is one against bots only."""

    def shared(self, hall: Hall) -> bool:
        return table_state(hall.table(), None).shared

    def test_not_while_one_person_has_sat_here_alone(self, hall: Hall) -> None:
        opened(hall)
        for seat in (1, 2):
            hall.ask(ANN, SeatBot("t1", seat, "random"))
        hall.ask(ANN, StartGame("t1"))
        hall.ask(ANN, LeaveTable("t1"))
        hall.ask(ANN, TakeSeat("t1", 0))
        assert not self.shared(hall)

    def test_for_ever_once_a_second_has_sat_down(self, hall: Hall) -> None:
        opened(hall, players=2)
        hall.ask(BEN, TakeSeat("t1", 1))
        assert self.shared(hall)
        hall.ask(BEN, LeaveTable("t1"))
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        hall.ask(ANN, StartGame("t1"))
        assert self.shared(hall)

    def test_also_when_the_first_has_left(self, hall: Hall) -> None:
        opened(hall, players=2, seat=None)
        hall.ask(CAT, TakeSeat("t1", 0))
        hall.ask(CAT, LeaveTable("t1"))
        assert not self.shared(hall)
        hall.ask(BEN, TakeSeat("t1", 1))
        assert self.shared(hall)


def test_a_part_opens_only_tables_of_its_own_players(new_hall: Callable[..., Hall]) -> None:
    names = (f"t{number}" for number in count(1))
    hall = new_hall(part=part_of(ANN.id), table_id=lambda: next(names))
    opened = hall.ask(ANN, OpenTable("siam", 2))
    assert isinstance(opened, Done)
    assert part_of(opened.table) == part_of(ANN.id) != part_of(BEN.id)
    assert hall.refusal(BEN, OpenTable("siam", 2)) == "wrong_part"
