"""The solver, in a game whose truth is known."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from games.search import Limits, think
from games.search.effort import Effort
from games.search.proofs import Proofs
from games.search.solver import UNKNOWN, Expansion, Solver
from tests.games.search.nim import Heap, Nim

ENOUGH = 10_000


class NimPosition:
    """A heap whose size is known."""

    def __init__(self, heap: Heap):
        self.heap = heap


class NimEndgame:
    """Nim as the solver plays it; every position is an ending."""

    def __init__(self, goal: int):
        self.goal = goal
        self.effort = Effort()

    def start(self, position: object) -> NimPosition:
        assert isinstance(position, Heap)
        return NimPosition(position)

    def move(self, move: int) -> int:
        return move

    def settled(self, position: object) -> int:
        heap = heap_of(position)
        if heap.left:
            return UNKNOWN
        return int((heap.turn - 1) % heap.players == self.goal)

    def goal_to_move(self, position: object) -> bool:
        return heap_of(position).turn == self.goal

    def key(self, position: object) -> Hashable:
        return heap_of(position)

    def expand(self, position: object) -> Expansion:
        found = Expansion()
        for move in range(1, min(3, heap_of(position).left or 0) + 1):
            found.add(move, 1, 1)
        return found

    def play(self, position: object, move: int) -> NimPosition:
        return NimPosition(Nim().play(heap_of(position), move))


def heap_of(position: object) -> Heap:
    assert isinstance(position, NimPosition)
    return position.heap


class EndingNim(Nim):
    """Nim that has a solver."""

    def endgame(self, position: Heap, side: int) -> NimEndgame:
        return NimEndgame(side)

    def near_end(self, position: Heap) -> bool:
        return True


def solved(left: int, goal: int, players: int = 2, room: int = 1000, steps: int = ENOUGH) -> int:
    return Solver(NimEndgame(goal), room).solve(NimPosition(Heap(left, 0, players)), steps)


@pytest.mark.parametrize("left", range(1, 40))
def test_nim_is_solved_as_arithmetic_says(left: int):
    """Who is to move wins unless a multiple of four is left."""
    assert solved(left, 0) == (left % 4 != 0)
    assert solved(left, 1) == (left % 4 == 0)


@pytest.mark.parametrize("left", [9, 12, 14])
def test_a_table_with_little_room_changes_no_result(left: int):
    assert solved(left, 0, room=12) == (left % 4 != 0)


def test_of_three_one_wins_only_against_both_others():
    def wins(left: int, turn: int) -> bool:
        if not left:
            return turn == 1
        after = (wins(left - take, (turn + 1) % 3) for take in (1, 2, 3) if take <= left)
        return any(after) if turn == 0 else all(after)

    for left in range(1, 14):
        assert solved(left, 0, players=3) == wins(left, 0)


def test_too_few_positions_prove_nothing():
    assert solved(39, 0, steps=5) == UNKNOWN
    assert Solver(NimEndgame(0)).solve(NimPosition(Heap(200)), ENOUGH, lambda: True) == UNKNOWN


def test_what_was_found_out_helps_the_next_question():
    solver = Solver(NimEndgame(0))
    assert solver.solve(NimPosition(Heap(30)), ENOUGH) == 1
    spent = solver.effort.spent
    assert solver.solve(NimPosition(Heap(30)), ENOUGH) == 1
    assert solver.effort.spent == spent


def test_a_line_follows_a_proof_to_its_end():
    proofs = Proofs(EndingNim(), Heap(22))
    assert proofs.values(Heap(22), ENOUGH) == (1, 0)
    heap = Heap(22)
    for move in proofs.line(heap):
        if heap.turn == 0:
            assert (heap.left - move) % 4 == 0
        heap = Nim().play(heap, move)
    assert heap.left == 0


def test_the_search_plays_what_the_solver_proves():
    found = think(EndingNim(), Heap(30), Limits(nodes=200), Random(1))
    assert (found.move, found.values, found.solved) == (2, (1, 0), True)
    unaided = think(EndingNim(), Heap(30), Limits(nodes=200, proofs=False), Random(1))
    assert not unaided.solved


def test_a_proven_loss_is_played_on():
    found = think(EndingNim(), Heap(28), Limits(nodes=200), Random(1))
    assert (found.values, found.solved) == ((0, 1), True)
    assert found.move in {1, 2, 3}


def test_of_three_sides_a_loss_is_not_believed():
    """Seat 0 cannot force its win with seven left, but nothing says that it loses."""
    assert Proofs(EndingNim(), Heap(7, 0, 3)).values(Heap(7, 0, 3), ENOUGH) is None
