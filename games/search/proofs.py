"""What the solver proves about positions of one search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic

from games.search.contract import EndgameSearchable, M, P, Searchable, Values
from games.search.effort import OutOfEffortError
from games.search.solver import UNKNOWN
from games.search.solvers import EndgameSolver, solver_for

_TWO_SIDES: Final = 2
_LONGEST_LINE: Final = 64
_STEPS_FOR_A_LINE: Final = 100_000
"""How much work may be spent to find forgotten moves of a proof again."""


class Proofs(Generic[P, M]):
    """Proves positions that can follow from one, as far as its game knows how.

    Of two sides, one question is asked for all positions: whether the side to move in the first
    one wins. So each proof helps the next one. Of three, only a win against all others is proven.

    Attributes:
        able: whether anything can be proven.
    """

    def __init__(self, game: Searchable[P, M], root: P) -> None:
        """Take the position from which all others follow."""
        self._game = game
        self._root = root
        self._goal = game.side(root)
        self._solvers: dict[int, EndgameSolver | None] = {}
        self._sides = len(game.judge(root)) if isinstance(game, EndgameSearchable) else 0
        self.able = self._solver(self._goal) is not None

    def values(
        self, position: P, steps: int, stop: Callable[[], bool] | None = None
    ) -> Values | None:
        """Return the certain values of a position, or None if they were not proven.

        Args:
            position: the first one, or one that follows from it, with a seat to move.
            steps: how much work is allowed (`games.search.effort`).
            stop: asked now and then; the proof is broken off when it returns True.
        """
        goal = self._goal if self._sides == _TWO_SIDES else self._game.side(position)
        solver = self._solver(goal)
        start = None if solver is None else solver.endgame.start(position)
        if solver is None or start is None:
            return None
        result = solver.solve(start, steps, stop)
        if result == 1:
            return tuple(float(side == goal) for side in range(self._sides))
        if result != UNKNOWN and self._sides == _TWO_SIDES:
            return tuple(float(side != goal) for side in range(self._sides))
        return None

    @property
    def steps(self) -> int:
        """The work done so far (`games.search.effort`)."""
        return sum([each.effort.spent for each in self._solvers.values() if each is not None])

    @property
    def speed(self) -> int:
        """How much faster than in Python the steps are (`games.search.solvers`)."""
        solver = self._solver(self._goal)
        return 1 if solver is None else solver.speed

    def line(self, position: P, stop: Callable[[], bool] | None = None) -> tuple[M, ...]:
        """Return the moves from a proven win of the side to move; empty if they were forgotten.

        The others play what took most work to answer.

        Args:
            position: the first one, or one that follows from it.
            stop: asked now and then; the line ends where it returns True.
        """
        solver = self._solver(self._game.side(position))
        start: Any = None if solver is None else solver.endgame.start(position)
        moves: list[M] = []
        if solver is None or start is None:
            return ()
        solver.effort.allow(_STEPS_FOR_A_LINE, stop)
        try:
            while len(moves) < _LONGEST_LINE and self._game.certain(position) is None:
                code = _next_move(solver, start)
                if code == UNKNOWN:
                    break
                move: Any = solver.endgame.move(code)
                moves.append(move)
                position = self._game.play(position, move)
                start = solver.endgame.play(start, code)
        except OutOfEffortError:
            pass
        return tuple(moves)

    def _solver(self, goal: int) -> EndgameSolver | None:
        if goal not in self._solvers:
            self._solvers[goal] = solver_for(self._game, self._root, goal)
        return self._solvers[goal]


def _next_move(solver: EndgameSolver, position: object) -> int:
    if solver.endgame.goal_to_move(position):
        return solver.winning_move(position)
    return solver.hardest_move(position)
