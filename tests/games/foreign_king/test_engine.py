"""The engine protocol, records and completions of The Foreign King."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import Engine
from games.record import Record, format_record, parse_record
from games.registry import game_of, spec_of

START = "-/-/-/-/-/-/-/-/- -.30 0.5.0.0.0.-|0.6.0.0.0.- 0 0>1 - 0 act"


@pytest.fixture
def engine() -> Engine:
    engine = Engine()
    assert engine.answer("game foreign-king") == ["ok"]
    return engine


def test_the_game_is_chosen_with_its_map_and_without_options(engine):
    assert engine.answer("show") == [
        "error no position is set; for example: position new players=2 seed=1"
    ]
    assert engine.answer("game foreign-king map=belgium") == ["ok"]
    assert engine.answer("game foreign-king open_discards")[0].startswith("error cannot read")
    assert engine.answer("game foreign-king map=siam")[0].startswith("error no map 'siam'")
    assert engine.answer("game siam") == ["ok"]


def test_a_conversation(engine):
    assert engine.answer("position new players=2 seed=1")[-1] == "ok"
    assert engine.answer(f"position {START}") == ["ok"]
    assert engine.answer("perft 0") == ["nodes 1", "ok"]
    assert engine.answer("perft 2") == ["nodes 2531", "ok"]
    assert engine.answer("count") == ["moves 83", "ok"]
    assert engine.answer("status") == ["turn 0", "ok"]
    assert engine.answer("play coins") == [
        "position -/-/-/-/-/-/-/-/- -.30 0.8.0.0.0.coins|0.6.0.0.0.- 0 0>1 - 1 act", "ok"
    ]  # fmt: skip
    (refused,) = engine.answer("play coins")
    assert refused.startswith("error The pawn of A stands on coins: choose a free space; for exam")
    assert engine.answer(refused.rpartition("; for example: ")[2])[-1] == "ok"
    assert engine.answer("status") == ["turn 1", "ok"]
    assert engine.answer("view spectator")[0] == "view " + engine.answer("show")[0][9:]
    assert engine.answer("view 2") == [
        "error there is no seat 2; seats are 0 to 1; for example: view 0"
    ]


def test_moves_are_listed_by_their_word(engine):
    engine.answer(f"position {START}")
    assert len(engine.answer("moves")) == 83 + 1
    assert len(engine.answer("moves BUILD")) == 18 + 1
    assert engine.answer("moves coins") == ["coins", "ok"]
    for word in ("order", "queen", "skip", "yes", "no", "shut", "virtual", "done", "loan", "repay"):
        assert engine.answer(f"moves {word}") == ["ok"]
    assert engine.answer("moves walk")[0].startswith("error 'walk' begins no move; write build,")


def test_order_is_an_action_or_a_shift(engine):
    three = "0.5.0.0.0.-|0.6.0.0.0.order|0.7.0.0.0.- - 0>1>2"
    engine.answer(f"position -/-/-/-/-/-/-/-/- -.30 {three} 1 1 order")
    assert engine.answer("moves order") == ["order:1", "order:2", "order:3", "ok"]
    engine.answer(f"position -/-/-/-/-/-/-/-/- -.30 {three.replace('order', '-')} - 0 act")
    assert engine.answer("moves order") == ["order", "ok"]


def test_the_seat_that_decides_is_not_always_on_turn(engine):
    seats = "0.5.1.1.0.king|0.6.0.0.2.-"
    engine.answer(f"position A1+M/-/-/-/-/-/-/-/- WFL.20 {seats} 0 0>1 - 0 congress.1")
    assert engine.answer("status") == ["turn 1", "ok"]
    assert engine.answer("moves") == ["yes", "no", "ok"]


def test_random_games_count_their_turns_and_decisions(engine):
    engine.answer(f"position {START}")
    (line, _) = engine.answer("playouts 20 seed=1")
    words = line.split()
    assert words[::2] == ["playouts", "turns", "decisions", "seconds"]
    assert 20 * 20 < int(words[3]) < int(words[5])


def test_it_thinks_and_proves_the_end(engine):
    rest = "EFL.9 8.0.1.0.0.place|8.6.0.0.0.- 0 0>1 - 0 act"
    assert engine.answer(f"position A3+t/-/-/-/-/-/-/-/- {rest}") == ["ok"]
    *info, best, ok = engine.answer("go nodes 60")
    assert ok == "ok"
    assert best.startswith("bestmove king:")
    assert "solved" in info[-2]
    assert info[-1].startswith("info string Best play ends with seats 0 points ")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_kept_as_a_record(players):
    game, random = game_of("foreign-king"), Random(3)
    position = start = game.new(players, 3)
    moves = []
    while game.turn(position) is not None:
        moves.append(game.random_move(position, random))
        position = game.play(position, moves[-1])
    text = format_record(Record(game, start, tuple(moves), game.outcome(position).text))
    assert '[Game "The Foreign King"]\n[Map "belgium"]' in text
    assert "Options" not in text
    record = parse_record(text)
    assert record.moves == tuple(moves)
    assert list(record.replay())[-1] == position


def test_how_a_move_may_be_typed():
    game = game_of("foreign-king")
    position = game.parse(
        "A3/-/-/-/-/-/-/-/- -.30 0.5.0.0.0.-|0.6.0.0.0.place|0.7.0.0.0.- - 0>1>2 - 0 act"
    )
    ahead = spec_of("foreign-king").completions(game, position)
    assert ahead.after("") == ("build:", "move:", "congress:", "king:", "coins", "order")
    assert ahead.after("b") == ("uild:",)
    assert ahead.after("build:") == ("M@", "T@")
    assert ahead.after("KING:LI") == ("M", "E")
    assert ahead.after("king:lie") == ("0",)
    assert ahead.after("coins") == ahead.after("place:") == ahead.after("walk") == ()
    assert ahead.after("move:") == ("WFL>",)
    assert ahead.after("move:WFL>EFL3") == ()
    assert ahead.after("move:WFL>LUX1") == ("+supply",)
    assert ahead.after("move:WFL>LUX1+EFL") == ("1", "2")
    assert ahead.count("move:WFL>L") == len(list(ahead.moves("move:wfl>l"))) > 10
    assert (ahead.reach("walk"), ahead.reach("move:WFL>LUX1+EFL9")) == (0, 17)
