"""Training, held against the rules: only with --long, for it compiles C text."""

from __future__ import annotations

from importlib import import_module
from random import Random
from shutil import which

import pytest

from games.search.solver import UNKNOWN
from games.siam import BUILT_IN_MAPS, Siam, load_map
from games.siam.bots.endgame import cards_left
from games.siam.judgement.packing import pack
from games.siam.moves import PASS
from games.siam.position import Position
from games.siam.solver.conversion import state_of
from games.siam.solver.ending import endgame_of
from games.siam.solver.native_solver import native_solver

numpy = pytest.importorskip("numpy")
learning = import_module("scripts.learning.native_learning")
pytestmark = [pytest.mark.long, pytest.mark.skipif(which("cc") is None, reason="no C compiler")]
STEPS = 20_000


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


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_worth_what_the_solver_proves(players: int) -> None:
    player = learning.Player(players, numpy.zeros(learning.network_size(players), numpy.int16))
    settings = learning.Settings(opening=0, proven=4, steps=STEPS)
    checked = 0
    for seed in range(60):
        position = ending(players, seed)
        if (found := endgame_of(position, goal=0)) is None:
            continue
        solver = native_solver(found, found.layout)
        assert solver is not None
        wins = solver.solve(state_of(found.layout, position), STEPS)
        records = player.play(pack(position), seed, settings)
        if wins == UNKNOWN or not len(records):
            continue
        worth = records[0, -12:].copy().view(numpy.float32)
        assert tuple(worth[:2]) == (wins, 1 - wins)
        checked += 1
    player.close()
    assert checked > 30
