"""The game at a table: start, moves, the log, an early end, another game."""

from __future__ import annotations

from random import Random

import pytest

from protocol.commands import (
    Agree,
    AskHistory,
    LeaveTable,
    Look,
    OpenTable,
    PlayMove,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.messages import History
from protocol.states import TableState
from server.tables.play import play
from server.tables.table import Player, Table
from server.tables.views import history, table_state
from tests.server.conftest import ANN, BEN, CAT, DAN, SERVER, Hall, signed

PEOPLE = (ANN, BEN, CAT)


def started(hall: Hall, players: int = 2, options: tuple[str, ...] = ()) -> Table:
    hall.ask(ANN, OpenTable("siam", players, options))
    for seat, player in enumerate(PEOPLE[1:players], 1):
        hall.ask(player, TakeSeat("t1", seat))
    hall.ask(ANN, StartGame("t1"))
    return hall.table()


def mover(table: Table) -> Player:
    return PEOPLE[table.game.turn(table.position)]


def move(hall: Hall, random: Random) -> None:
    table = hall.table()
    text = table.game.format_move(table.game.random_move(table.position, random))
    hall.ask(mover(table), PlayMove("t1", table.game_number, len(table.log), text))


def finished(hall: Hall, players: int = 2, seed: int = 1) -> Table:
    started(hall, players)
    random = Random(seed)
    while hall.table().status == "running":
        move(hall, random)
    return hall.table()


class TestStarting:
    def test_refusals(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        assert hall.refusal(ANN, StartGame("t1")) == "seats_free"
        hall.ask(BEN, TakeSeat("t1", 1))
        assert hall.refusal(BEN, StartGame("t1")) == "not_host"
        hall.ask(ANN, StartGame("t1"))
        assert hall.refusal(ANN, StartGame("t1")) == "already_running"

    def test_not_again_when_over(self, hall: Hall) -> None:
        finished(hall)
        assert hall.refusal(ANN, StartGame("t1")) == "game_over"

    def test_every_game_has_its_own_seed(self, hall: Hall) -> None:
        assert started(hall).position != started(Hall(token=lambda: b"9" * 32)).position


class TestMoving:
    def test_plays_the_move_and_says_so(self, hall: Hall) -> None:
        table = started(hall)
        hall.ask(mover(table), PlayMove("t1", 1, 0, "pass"))
        after = hall.table()
        (entry,) = after.news
        assert (entry.move, entry.by, entry.seat) == (
            "pass",
            "player",
            table.game.turn(table.position),
        )
        assert after.revision > table.revision
        assert len(after.log) == 1

    def test_refusals(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        assert hall.refusal(ANN, PlayMove("t1", 1, 0, "pass")) == "not_running"
        hall.ask(BEN, TakeSeat("t1", 1))
        hall.ask(ANN, StartGame("t1"))
        now = mover(hall.table())
        other = BEN if now == ANN else ANN
        assert hall.refusal(DAN, PlayMove("t1", 1, 0, "pass")) == "not_seated"
        assert hall.refusal(other, PlayMove("t1", 1, 0, "pass")) == "not_your_turn"
        assert hall.refusal(now, PlayMove("t1", 1, 1, "pass")) == "stale"
        assert hall.refusal(now, PlayMove("t1", 2, 0, "pass")) == "stale"
        assert hall.refusal(now, PlayMove("t1", 1, 0, "castle")) == "invalid_move"
        assert hall.refusal(now, PlayMove("t1", 1, 0, "R:-xR@PAT")) == "illegal_move"

    def test_not_while_a_stand_in_plays(self, hall: Hall) -> None:
        table = started(hall)
        now = mover(table)
        hall.ask(now, LeaveTable("t1"))
        assert hall.refusal(now, PlayMove("t1", 1, 0, "pass")) == "not_seated"
        actor = hall.table().seats[table.game.turn(table.position)].actor
        hall.ask(hall.bot(actor), PlayMove("t1", 1, 0, "pass"))
        assert hall.table().news[0].by == "stand_in"

    def test_forced_moves_are_played_by_the_table_in_the_same_revision(self, hall: Hall) -> None:
        table = started(hall, 3)
        random = Random(5)
        forced = 0
        while hall.table().status == "running":
            move(hall, random)
            table = hall.table()
            first, *rest = table.news
            assert first.by == "player"
            assert all(entry.by == "table" and entry.move == "pass" for entry in rest)
            assert table.game.forced(table.position) is None
            forced += len(rest)
        assert forced

    @pytest.mark.parametrize("players", [2, 3])
    def test_a_game_ends_with_its_result(self, hall: Hall, players: int) -> None:
        table = finished(hall, players)
        assert table.status == "over"
        assert table.result == table.game.outcome(table.position).text
        assert hall.refusal(ANN, PlayMove("t1", 1, len(table.log), "pass")) == "not_running"

    def test_with_nobody_left_the_last_move_closes_the_table(self, hall: Hall) -> None:
        started(hall)
        hall.ask(ANN, LeaveTable("t1"))
        hall.ask(BEN, LeaveTable("t1"))
        table = hall.table()
        random = Random(3)
        while table.status == "running":
            bot = hall.bot(table.seats[table.game.turn(table.position)].actor)
            text = table.game.format_move(table.game.random_move(table.position, random))
            secret = hall.lobby.bot_keys[bot.id]
            command = signed(table, PlayMove("t1", 1, len(table.log), text), secret)
            table = play(table, bot, command, SERVER)
        assert table.status == "closed"
        assert table.result
        assert table.news


class TestEndingEarly:
    def test_when_all_people_agree(self, hall: Hall) -> None:
        started(hall, 3)
        hall.ask(ANN, Agree("t1", 1, "end", True))
        hall.ask(BEN, Agree("t1", 1, "end", True))
        assert hall.table().status == "running"
        hall.ask(CAT, Agree("t1", 1, "end", True))
        assert (hall.table().status, hall.table().result) == ("over", "*")

    def test_one_may_think_better_of_it(self, hall: Hall) -> None:
        started(hall)
        hall.ask(ANN, Agree("t1", 1, "end", True))
        hall.ask(ANN, Agree("t1", 1, "end", False))
        hall.ask(BEN, Agree("t1", 1, "end", True))
        assert hall.table().status == "running"

    def test_whoever_refuses_ends_the_offers_of_all(self, hall: Hall) -> None:
        started(hall, 3)
        hall.ask(ANN, Agree("t1", 1, "end", True))
        hall.ask(BEN, Agree("t1", 1, "end", True))
        hall.ask(CAT, Agree("t1", 1, "end", False))
        assert not hall.table().end
        hall.ask(CAT, Agree("t1", 1, "end", True))
        assert hall.table().status == "running"

    def test_bots_and_those_who_left_are_not_asked(self, hall: Hall) -> None:
        started(hall, 3)
        hall.ask(ANN, Agree("t1", 1, "end", True))
        hall.ask(BEN, Agree("t1", 1, "end", True))
        hall.ask(CAT, LeaveTable("t1"))
        assert hall.table().status == "over"

    def test_those_who_left_agree_to_nothing(self, hall: Hall) -> None:
        started(hall)
        hall.ask(ANN, Agree("t1", 1, "end", True))
        hall.ask(ANN, LeaveTable("t1"))
        hall.ask(ANN, TakeSeat("t1", 0))
        hall.ask(BEN, Agree("t1", 1, "end", True))
        assert hall.table().status == "running"

    def test_refusals(self, hall: Hall) -> None:
        started(hall)
        assert hall.refusal(DAN, Agree("t1", 1, "end", True)) == "not_seated"
        assert hall.refusal(ANN, Agree("t1", 2, "end", True)) == "stale"
        assert hall.refusal(ANN, Agree("t1", 1, "again", True)) == "not_over"
        hall.ask(ANN, Agree("t1", 1, "end", True))
        hall.ask(BEN, Agree("t1", 1, "end", True))
        assert hall.refusal(ANN, Agree("t1", 1, "end", True)) == "not_running"


class TestPlayingAgain:
    def test_when_all_people_agree(self, hall: Hall) -> None:
        first = finished(hall)
        hall.ask(ANN, Agree("t1", 1, "again", True))
        assert hall.table().again == {0}
        hall.ask(BEN, Agree("t1", 1, "again", True))
        table = hall.table()
        assert (table.status, table.game_number, table.result) == ("running", 2, "")
        assert table.seats == first.seats
        assert not table.log
        assert not table.again

    def test_who_leaves_no_longer_wants_it(self, hall: Hall) -> None:
        finished(hall)
        hall.ask(BEN, Agree("t1", 1, "again", True))
        hall.ask(BEN, LeaveTable("t1"))
        assert not hall.table().again

    def test_waits_for_a_seat_that_was_left(self, hall: Hall) -> None:
        finished(hall)
        hall.ask(ANN, Agree("t1", 1, "again", True))
        hall.ask(BEN, LeaveTable("t1"))
        assert hall.table().status == "over"
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        assert (hall.table().status, hall.table().game_number) == ("running", 2)

    def test_the_last_person_closes_the_table(self, hall: Hall) -> None:
        finished(hall)
        hall.ask(ANN, LeaveTable("t1"))
        hall.ask(BEN, LeaveTable("t1"))
        assert not hall.lobby.tables


class TestLooking:
    def test_a_seat_sees_its_own_hand_only(self, hall: Hall) -> None:
        table = started(hall, 3)
        for viewer in (0, 1, 2, None):
            view = table.game.parse(table_state(table, viewer).position)
            assert [seat.hand is not None for seat in view.seats] == [n == viewer for n in range(3)]

    def test_each_gets_the_view_they_may_have(self, hall: Hall) -> None:
        started(hall)
        viewers = [hall.ask(player, Look("t1")).viewer for player in (ANN, BEN, CAT)]
        assert viewers == [0, 1, None]

    def test_who_left_and_the_stand_in_see_the_same(self, hall: Hall) -> None:
        started(hall)
        hall.ask(BEN, LeaveTable("t1"))
        actor = hall.table().seats[1].actor
        assert hall.ask(BEN, Look("t1")) == hall.ask(hall.bot(actor), Look("t1"))
        assert hall.ask(BEN, Look("t1")).viewer == 1

    def test_before_the_start_there_is_no_position(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        state = hall.ask(ANN, Look("t1"))
        assert isinstance(state, TableState)
        assert (state.position, state.ply, state.game_number) == ("", 0, 1)

    def test_no_table(self, hall: Hall) -> None:
        assert hall.refusal(ANN, Look("t1")) == "unknown_table"
        assert hall.refusal(ANN, AskHistory("t1", 1)) == "unknown_table"


class TestHistory:
    def test_opens_this_struggle_and_the_one_before(self, hall: Hall) -> None:
        """S23."""
        table = started(hall)
        random = Random(11)
        while table.game.chapter(table.position) < 3:
            move(hall, random)
            table = hall.table()
        found = history(table, 1, 0)
        chapters = [logged.chapter for logged in table.log]
        assert found.first == chapters.index(2)
        assert found.start == table.log[found.first - 1].entry.position
        assert found.first + len(found.entries) == found.total == len(table.log)

    def test_a_stand_in_is_told_all_that_its_seat_was_sent(self, hall: Hall) -> None:
        """S23: it remembers what the player would, and nobody else is told more for it."""
        table = started(hall)
        random = Random(11)
        while table.game.chapter(table.position) < 3:
            move(hall, random)
            table = hall.table()
        hall.ask(BEN, LeaveTable("t1"))
        stand_in = hall.bot(hall.table().seats[1].actor)
        told = hall.ask(stand_in, AskHistory("t1", 1))
        assert isinstance(told, History)
        assert told.first == 0
        assert told.entries == tuple(logged.entry for logged in hall.table().log)
        for other in (ANN, BEN):
            opened = hall.ask(other, AskHistory("t1", 1))
            assert isinstance(opened, History)
            assert opened.first > 0

    def test_all_of_it_with_open_discards(self, hall: Hall) -> None:
        """S23."""
        table = started(hall, options=("open_discards",))
        random = Random(11)
        while table.game.chapter(table.position) < 3:
            move(hall, random)
            table = hall.table()
        assert history(table, 1, 0).first == 0

    def test_all_of_it_when_the_game_is_over(self, hall: Hall) -> None:
        """S23."""
        table = finished(hall)
        found = history(table, 1, 0)
        assert isinstance(found, History)
        game = table.game
        position = game.parse(found.start)
        assert found.first == 0
        assert len(found.entries) == found.total == len(table.log)
        assert position == game.view(table.start, None)

    def test_a_later_part(self, hall: Hall) -> None:
        table = finished(hall)
        found = history(table, 1, 5)
        assert found.first == 5
        assert found.start == table.log[4].entry.position
        assert history(table, 1, 10_000).entries == ()

    def test_refusals(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        assert hall.refusal(ANN, AskHistory("t1", 1)) == "not_running"
        hall.ask(BEN, TakeSeat("t1", 1))
        hall.ask(ANN, StartGame("t1"))
        assert hall.refusal(ANN, AskHistory("t1", 2)) == "stale"
