"""Taking a move back against bots alone: also after their replies, and nobody is asked."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from client.verify import verify
from games.registry import spec_of
from protocol.commands import (
    LeaveTable,
    OpenTable,
    PlayMove,
    SeatBot,
    StartGame,
    TakeBack,
    TakeSeat,
)
from protocol.limits import MAX_TAKEN
from server.archive import archived
from server.refusals import RefusedError
from server.tables import takeback
from server.tables.table import Table
from server.tables.views import table_state
from tests.installed_games import OURS
from tests.server.conftest import ANN, BEN, SERVER, Hall

GAMES = [(name, n) for name in OURS for n in (1, 3) if n in spec_of(name).players]


def begun(hall: Hall, game: str = "siam", players: int = 2) -> Table:
    """Begin a game of Ann's against bots."""
    hall.ask(ANN, OpenTable(game, players))
    for seat in range(1, players):
        hall.ask(ANN, SeatBot("t1", seat, "random"))
    hall.ask(ANN, StartGame("t1"))
    return hall.table()


def move(hall: Hall, random: Random) -> int:
    """Play a random move; return whose it was."""
    table = hall.table()
    seat = table.game.turn(table.position)
    assert seat is not None
    who = ANN if seat == 0 else hall.bot(table.seats[seat].actor)
    text = table.game.format_move(table.game.random_move(table.position, random))
    hall.ask(who, PlayMove("t1", table.game_number, len(table.log), text))
    return seat


def move_until(hall: Hall, random: Random, seat: int) -> Table:
    """Play until it is this seat's turn; return the table then."""
    while hall.table().game.turn(hall.table().position) != seat:
        move(hall, random)
    return hall.table()


def back(hall: Hall, ply: int | None = None) -> TakeBack:
    table = hall.table()
    return TakeBack("t1", table.game_number, len(table.log) if ply is None else ply, yes=True)


def own_last(table: Table) -> int | None:
    """Return the place of Ann's last decision in the log, found without the code under test."""
    own = [place for place, logged in enumerate(table.log) if logged.entry.seat == 0]
    return next((place for place in reversed(own) if table.log[place].entry.by == "player"), None)


def shows_something(table: Table, place: int) -> bool:
    """Return whether a move from this place on has shown what was hidden."""
    position, shown = table.start, False
    for number, logged in enumerate(table.log):
        played = table.game.parse_move(logged.entry.move)
        shown = shown or (number >= place and not table.game.may_take_back(position, played))
        position = table.game.play(position, played)
    return shown


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_all_games_go_back_to_ones_last_decision_and_the_record_is_still_proven(
    game: str, players: int
) -> None:
    hall, random = Hall(), Random(players)
    begun(hall, game, players)
    granted = refused = 0
    while hall.table().status == "running":
        move(hall, random)
        table = hall.table()
        if table.status != "running" or random.random() < 0.6:
            continue
        place = own_last(table)
        if place is None or shows_something(table, place):
            assert hall.refusal(ANN, back(hall)) == "not_undoable"
            assert table_state(table, 0).undoable is None
            refused += 1
            continue
        assert table_state(table, 0).undoable == 0
        hall.ask(ANN, back(hall))
        after = hall.table()
        assert after.log == table.log[:place]
        assert after.game.turn(after.position) == 0
        assert after.taken[-1].ply == place
        granted += 1
    table = hall.table()
    assert granted > 3
    assert refused > 3 or game != "amber", "it shows what was hidden"
    record = archived(table, datetime(2026, 11, 26, tzinfo=UTC), SERVER)
    assert record.moves == len(table.log)
    assert not verify(record.text).wrong


def test_one_can_go_back_decision_by_decision_to_the_beginning(hall: Hall) -> None:
    begun(hall)
    random = Random(1)
    start = move_until(hall, random, 0)
    for _ in range(3):
        move(hall, random)
        move_until(hall, random, 0)
    for _ in range(3):
        hall.ask(ANN, back(hall))
    assert (hall.table().position, hall.table().log) == (start.position, start.log)
    assert hall.refusal(ANN, back(hall)) == "not_undoable"
    assert table_state(hall.table(), 0).takes == 3


def test_a_request_that_crosses_a_bots_reply_is_granted_but_only_once(hall: Hall) -> None:
    begun(hall)
    random = Random(2)
    before = move_until(hall, random, 0)
    move(hall, random)
    seen = len(hall.table().log)
    move(hall, random)
    hall.ask(ANN, back(hall, seen))
    assert hall.table().log == before.log
    assert hall.refusal(ANN, back(hall, seen)) == "stale", "pressed twice"
    move(hall, random)
    assert hall.refusal(ANN, back(hall, len(before.log))) == "stale", "not that decision"
    assert hall.refusal(ANN, back(hall, len(hall.table().log) + 1)) == "stale"


def test_what_was_hidden_and_shown_is_told_as_the_reason() -> None:
    hall, random = Hall(), Random(4)
    begun(hall, "amber", 1)
    while (place := own_last(hall.table())) is None or not shows_something(hall.table(), place):
        move(hall, random)
    with pytest.raises(RefusedError, match="hidden has been shown"):
        takeback.take_back(hall.table(), ANN.id, back(hall))


def test_where_another_person_has_ever_sat_a_bots_reply_ends_it(hall: Hall) -> None:
    hall.ask(ANN, OpenTable("siam", 3))
    hall.ask(BEN, TakeSeat("t1", 1))
    hall.ask(BEN, LeaveTable("t1"))
    for seat in (1, 2):
        hall.ask(ANN, SeatBot("t1", seat, "random"))
    hall.ask(ANN, StartGame("t1"))
    random = Random(3)
    move_until(hall, random, 0)
    move(hall, random)
    assert table_state(hall.table(), 0).undoable == 0
    move(hall, random)
    assert table_state(hall.table(), 0).undoable != 0
    assert hall.refusal(ANN, back(hall)) == "not_asked"


def test_the_moves_of_a_stand_in_go_back_like_the_players_own(hall: Hall) -> None:
    begun(hall)
    random = Random(5)
    move_until(hall, random, 0)
    hall.ask(ANN, LeaveTable("t1"))
    table = hall.table()
    stand_in = hall.bot(table.seats[0].actor)
    text = table.game.format_move(table.game.random_move(table.position, random))
    hall.ask(stand_in, PlayMove("t1", 1, len(table.log), text))
    hall.ask(ANN, TakeSeat("t1", 0))
    move(hall, random)
    hall.ask(ANN, back(hall))
    assert hall.table().log == table.log


def test_only_the_latest_moves_taken_back_are_kept_and_all_are_counted(hall: Hall) -> None:
    begun(hall)
    random = Random(6)
    move_until(hall, random, 0)
    for _ in range(MAX_TAKEN + 2):
        move(hall, random)
        hall.ask(ANN, back(hall))
    assert len(hall.table().taken) == MAX_TAKEN
    assert hall.table().takes == MAX_TAKEN + 2
