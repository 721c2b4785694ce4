"""The engine protocol, with a game that has no map, but an option and hidden cards."""

from __future__ import annotations

from contextlib import ExitStack
from multiprocessing import active_children
from random import Random

import pytest

from client.bots.program import Program
from games.engine import Engine, _teams
from games.registry import game_of
from tests.programs import SIAM

START = "position 2/1/0 2|>4 flood! 1 0 take"


@pytest.fixture
def engine() -> Engine:
    engine = Engine()
    assert engine.answer("game nim misere") == ["ok"]
    return engine


def test_a_game_and_its_options_are_chosen_by_name(engine: Engine) -> None:
    assert engine.answer("show") == [
        "error no position is set; for example: position new players=2 seed=1"
    ]
    for words in ("map=siam", "chess"):
        refused = f"error cannot read '{words}'; write misere"
        expected = "no map" if "map" in words else refused
        (answer,) = engine.answer(f"game nim {words}")
        assert expected in answer
    assert engine.answer("game siam open_discards") == ["ok"]
    assert (
        "no game 'chess'; there is: siam, foreign-king, amber, nim"
        in engine.answer("game chess")[0]
    )


def test_help_names_each_command_and_what_it_takes(engine: Engine) -> None:
    *lines, last = engine.answer("help")
    assert last == "ok"
    assert "help game <name> [map=<name or file>] [<option> ...]" in lines
    assert "help position new players=<N> seed=<int> | <position>" in lines


def test_one_person_has_two_seats(engine: Engine) -> None:
    (position, _) = engine.answer("position new players=1 seed=1")
    assert ">" in position.split()[2]
    assert engine.answer("position new players=4 seed=1")[0].startswith("error Nim is for 1 to 3")


def test_moves_are_listed_counted_and_played(engine: Engine) -> None:
    engine.answer(START)
    assert engine.answer("moves") == [
        "take:1@1",
        "take:2@1",
        "show@1",
        "take:1@2",
        "show@2",
        "ok",
    ]
    assert engine.answer("moves show") == ["show@1", "show@2", "ok"]
    assert engine.answer("moves give")[0].startswith("error 'give' is no kind of move; write take")
    assert engine.answer("count") == ["moves 5", "ok"]
    assert engine.answer("perft 2") == ["nodes 5", "ok"]
    assert engine.answer("play SHOW@1") == ["position 0/1/0 2!|>4 flood! 0 1 gift.1", "ok"]
    assert engine.answer("play yes") == ["error the house can only play no; for example: play no"]
    assert engine.answer("play no")[-1] == "ok"
    assert engine.answer("status") == ["turn 1", "ok"]
    engine.answer("play take:1@2")
    assert engine.answer("status") == ["over seats 0", "ok"]
    assert engine.answer("play take:1@2")[0].startswith("error the game is over; for example: ")


def test_a_view_hides_what_the_seat_may_not_know(engine: Engine) -> None:
    engine.answer("position 2/2/2 2|4 flood - 0 take")
    assert engine.answer("view 1") == ["view 2/2/2 ?|4 ? - 0 take", "ok"]
    assert engine.answer("view spectator") == ["view 2/2/2 ?|? ? - 0 take", "ok"]
    assert engine.answer("view 2") == [
        "error there is no seat 2; seats are 0 to 1; for example: view 0"
    ]
    engine.answer("position 2/2/2 ?|4 ? - 0 take")
    assert engine.answer("go nodes 5") == ["error the card of seat 0 is hidden in this view"]


@pytest.mark.parametrize(("option", "best"), [("", "take:2@1"), ("misere", "take:1@1")])
def test_it_thinks_by_the_options_and_says_how_a_solved_game_ends(
    engine: Engine, option: str, best: str
) -> None:
    engine.answer(f"game nim {option}")
    engine.answer("position 2/0/0 2!|4! calm! 1 0 take")
    *info, sentence, move, _ = engine.answer("go nodes 500")
    assert "solved" in info[-1]
    assert sentence == "info string Best play ends with seats 0."
    assert move == f"bestmove {best}"


def test_random_games_are_counted_as_the_game_counts(engine: Engine) -> None:
    engine.answer(START)
    (line, _) = engine.answer("playouts 20 seed=1")
    assert line.startswith("playouts 20 moves ")
    assert " shown " in line


def test_the_program_knows_a_game_that_is_installed() -> None:
    """`siam engine` in a process of its own, asked as a bot's program is."""
    game = game_of("nim", options=frozenset({"misere"}))
    with Program((*SIAM, "engine"), seconds=0.05) as level:
        for seed in range(3):
            start = game.new(2, seed)
            view = game.view(start, game.turn(start))
            game.check(view, level(game, view, Random(0)))


def test_processes_that_think_together_end_when_another_game_is_chosen() -> None:
    before = set(active_children())
    with ExitStack() as stack:
        engine = Engine(team_of=_teams(stack, 2))
        siam = set(active_children()) - before
        engine.answer("game nim")
        nim = set(active_children()) - before
        assert (len(siam), len(nim), siam & nim) == (2, 2, set())
        engine.answer("game nim")
        engine.answer("position 2/0/0 2!|4! calm! 1 0 take")
        assert engine.answer("go nodes 100")[-2:] == ["bestmove take:2@1", "ok"]
        assert set(active_children()) - before == nim
    assert set(active_children()) == before
