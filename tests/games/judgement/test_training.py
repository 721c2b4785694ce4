"""Training, held against the rules: only with --long, for it compiles C text."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from games.search.solver import UNKNOWN
from games.siam import BUILT_IN_MAPS, Siam, load_map
from games.siam.bots.endgame import cards_left
from games.siam.judgement.native_network import read_network
from games.siam.judgement.packing import pack
from games.siam.moves import PASS
from games.siam.position import Position
from games.siam.solver.ending import endgame_of, state_of
from games.siam.solver.native_solver import native_solver
from tests.requirements import need_program

numpy = pytest.importorskip("numpy")
learning = import_module("scripts.learning.native_learning")
training = import_module("scripts.train")
pytestmark = pytest.mark.long
STEPS = 20_000


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the training find the compiler."""
    monkeypatch.setenv("PATH", str(Path(need_program("cc")).parent), prepend=os.pathsep)


def ending(players: int, seed: int) -> Position:
    """Return a position of a random game with two to four cards left."""
    siam = Siam(load_map(BUILT_IN_MAPS[seed % len(BUILT_IN_MAPS)]))
    random, position = Random(seed), siam.new(players, seed)
    cards = random.randint(2, 4)
    while cards_left(position) > cards:
        passes = not position.hand or random.random() < 0.4
        position = siam.play(position, PASS if passes else siam.random_move(position, random))
        if position.over:
            return ending(players, seed + 1_000)
    return position


def proven(position: Position) -> tuple[float, ...] | None:
    """Return what the solver proves of a position: of three sides only who wins for sure."""
    three = len(position.seats) == 3
    for goal in range(3) if three else (0,):
        if (found := endgame_of(position, goal)) is None:
            return None
        solver = native_solver(found, found.layout)
        assert solver is not None
        wins = solver.solve(state_of(found.layout, position), STEPS)
        if three and wins == 1:
            return tuple(float(side == goal) for side in range(3))
        if not three and wins != UNKNOWN:
            return (float(wins), float(1 - wins), 0.0)
    return None


@pytest.mark.parametrize(("players", "least"), [(2, 30), (3, 15), (4, 30)])
def test_a_game_is_worth_what_the_solver_proves(players: int, least: int) -> None:
    player = learning.Player(players, numpy.zeros(learning.network_size(players), numpy.int16))
    settings = learning.Settings(opening=0, proven=4, steps=STEPS)
    checked = 0
    for seed in range(60):
        position = ending(players, seed)
        values = proven(position)
        records = player.play(pack(position), seed, settings)
        if values is None or not len(records):
            continue
        worth = records[0, -12:].copy().view(numpy.float32)
        assert tuple(worth) == values
        checked += 1
    player.close()
    assert checked > least


def numbers_of(file: Path, players: int, processes: int) -> bytes:
    """Return the numbers of a network after a short training."""
    words = f"{players} {file} --generations 3 --games 12 --rounds 2 --processes {processes}"
    training.train(training.parsed(words.split()))
    return read_network(file, 2 * learning.network_size(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_command_gives_the_same_network(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_CHUNK", 4)
    first = numbers_of(tmp_path / "first.net", players, processes=1)
    assert len(set(first)) > 100
    assert numbers_of(tmp_path / "again.net", players, processes=2) == first


def test_a_second_round_goes_on_from_the_network_of_the_first(tmp_path: Path) -> None:
    size = 2 * learning.network_size(3)
    both, apart = tmp_path / "both.net", tmp_path / "apart.net"
    words = "--generations 2 --games 6"
    training.train(training.parsed(f"3 {both} {words} --rounds 2 --look 2".split()))
    training.train(training.parsed(f"3 {apart} {words}".split()))
    more = f"3 {apart} {words} --begin {apart} --seed 2 --look 2"
    training.train(training.parsed(more.split()))
    assert read_network(both, size) == read_network(apart, size)
