"""The solver in C: it takes the same steps as the one in Python, and finds the same."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from threading import Event, Thread

import pytest

from client.bots.levels import LEVELS
from games.search.effort import OutOfEffortError
from games.search.solver import UNKNOWN, Solver
from games.siam import Position, Siam, load_map
from games.siam.bots.endgame import cards_left
from games.siam.bots.evaluation import sides
from games.siam.solver.ending import SiamEndgame, endgame_of
from games.siam.solver.native_solver import NativeSolver, native_solver

BOARDS = [Siam(), Siam(load_map("albion"))]
STEPS = 1_500
ROOM = 200_000
GAMES = {2: 3, 3: 3, 4: 9}
"""Games of a block; with four players, many end before the solver takes a position."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "block" in metafunc.fixturenames:
        metafunc.parametrize("block", range(60 if metafunc.config.getoption("--long") else 3))


def pair(position: Position, goal: int, room: int = ROOM) -> tuple[Solver, NativeSolver] | None:
    """Return both solvers, each with an ending of its own; None if it cannot be solved."""
    one, other = endgame_of(position, goal), endgame_of(position, goal)
    if one is None or other is None or one.start(position) is None:
        return None
    native = native_solver(other, other.layout, room)
    if native is None:
        pytest.skip("there is no compiled library here")
    return Solver(one, room), native


def begun(solver: Solver | NativeSolver, position: Position) -> object:
    assert isinstance(solver.endgame, SiamEndgame)
    found = solver.endgame.start(position)
    assert found is not None
    return found


def late_positions(players: int, seed: int) -> Iterator[Position]:
    """Iterate over positions with 2 to 8 cards left, of a game half at random."""
    random, siam = Random(seed), BOARDS[seed % len(BOARDS)]
    position = siam.new(players, seed)
    while not position.over:
        left = cards_left(position)
        is_late = left <= 14
        if 2 <= left <= 8 and random.random() < 0.3:
            yield position
        move = siam.forced(position)
        if move is None and is_late and random.random() < 0.5:
            move = LEVELS["greedy"](siam, position, random)
        position = siam.play(position, move or siam.random_move(position, random))


def answers(solver: Solver | NativeSolver, position: Position) -> Iterator[object]:
    """Iterate over all that a solver says of a position, and how many steps it took."""
    first = begun(solver, position)
    result = solver.solve(first, STEPS)
    yield result
    yield solver.effort.spent
    mine = solver.endgame.goal_to_move(first)
    solver.effort.allow(STEPS)
    try:
        if result == 1 and mine:
            yield solver.winning_move(first)
        elif not mine:
            yield solver.hardest_move(first)
    except OutOfEffortError:
        yield "out of effort"
    yield solver.effort.spent
    solver.effort.allow(100 * STEPS)
    for code in solver.endgame.expand(first).moves[:8]:
        yield solver.solve(solver.endgame.play(first, code), STEPS)
        yield solver.effort.spent


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_finds_the_same_with_the_same_steps(players: int, block: int):
    results: Counter[object] = Counter()
    games = GAMES[players]
    for seed in range(games * block, games * block + games):
        for position in late_positions(players, seed):
            for goal in range(sides(players)):
                if (both := pair(position, goal)) is not None:
                    one, other = (list(answers(each, position)) for each in both)
                    assert one == other, (str(position), goal)
                    results.update(one[::2])
    assert {0, 1} & set(results)


def test_it_forgets_the_same_when_its_room_is_full():
    checked = 0
    for seed in range(6):
        for position in late_positions(2, seed):
            both = pair(position, 0, room=50)
            if both is not None and 3 <= cards_left(position) <= 5:
                one, other = (list(answers(each, position)) for each in both)
                assert one == other, str(position)
                checked += 1
    assert checked >= 6


def hard() -> tuple[NativeSolver, object]:
    """Return a proof that takes long: of a position with 8 cards left."""
    for seed in range(20):
        for position in late_positions(2, seed):
            if cards_left(position) >= 7 and (both := pair(position, 0)) is not None:
                return both[1], begun(both[1], position)
    pytest.fail("there is no such position")


def test_a_stop_ends_it():
    solver, position = hard()
    assert solver.solve(position, 1 << 40, lambda: True) == UNKNOWN
    assert solver.effort.spent == 1
    asked: list[int] = []
    assert solver.solve(position, 1 << 40, lambda: len(asked) > 3 or asked.append(1)) == UNKNOWN
    assert len(asked) == 4


def test_an_error_of_who_is_asked_ends_it_too():
    solver, position = hard()

    def fail() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(position, 1 << 40, fail)
    assert solver.effort.used_up


def test_others_can_work_meanwhile():
    solver, position = hard()
    end, counted = Event(), [0]

    def count() -> None:
        while not end.is_set():
            counted[0] += 1

    thread = Thread(target=count)
    thread.start()
    began = time.process_time()
    solver.solve(position, 1 << 40, lambda: counted[0] > 1_000 or time.process_time() > began + 10)
    end.set()
    thread.join()
    assert counted[0] > 1_000
