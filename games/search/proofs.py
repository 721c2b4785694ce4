"""What the solver proves about positions of one search, and about the end of one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, cast

from games.search.contract import EndgameSearchable, M, P, Searchable, Values
from games.search.effort import OutOfEffortError
from games.search.solver import UNKNOWN, EndgameSolver, solver_for

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
        """How much faster than in Python the steps are (`games.search.solver`)."""
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


_STEPS_FOR_A_MOVE: Final = 1_000_000
"""How much work may be spent to find a forgotten winning move again."""


class GameProofs(Generic[P, M]):
    """Proves positions of one game; what is proven of one helps with all others.

    Of two sides, one question is asked about all positions: whether the first side wins. Of more,
    it is asked for each side whether it can force its win against all others.
    """

    def __init__(self, game: Searchable[P, M], root: P) -> None:
        """Take a position from which all others follow.

        Args:
            game: the rules and the judgement.
            root: a position with a seat to move, in which nothing is hidden.
        """
        self._game = game
        self._root = root
        self._sides = len(game.judge(root))
        self._solvers: dict[int, EndgameSolver | None] = {}

    @property
    def is_settling(self) -> bool:
        """Whether each answer settles who wins: there are two sides."""
        return self._sides == _TWO_SIDES

    def takes(self, position: P) -> bool:
        """Return whether the solver can begin with a position."""
        return self._start(position, 0)[1] is not None

    def wins(
        self, position: P, side: int, steps: int, stop: Callable[[], bool] | None = None
    ) -> bool | None:
        """Return whether a side can force its win, or None if that was not found out.

        Args:
            position: one that is not over.
            side: whose win.
            steps: how much work is allowed (`games.search.effort`).
            stop: asked now and then; the proof is broken off when it returns True.
        """
        solver, start = self._start(position, side)
        if solver is None or start is None:
            return None
        result = solver.solve(start, steps, stop)
        return None if result == UNKNOWN else (result == 1) == (self._goal(side) == side)

    def values(self, side: int, *, wins: bool) -> Values | None:
        """Return what it is worth for all that a side wins or cannot; None if that is open."""
        if not wins and not self.is_settling:
            return None
        return tuple(float((each == side) == wins) for each in range(self._sides))

    def winning_move(self, position: P) -> M | None:
        """Return a move of the side to move by which it keeps its proven win; None if forgotten."""
        side = self._game.side(position)
        solver, start = self._start(position, side)
        assert solver is not None
        solver.effort.allow(_STEPS_FOR_A_MOVE)
        try:
            if self._goal(side) == side:
                return self._move(solver, solver.winning_move(start))
            codes = solver.endgame.expand(start).moves
        except OutOfEffortError:
            return None
        # The question was about the other of two sides: the move after which it has not won.
        for code in codes:
            after = solver.endgame.play(start, code)
            if solver.solve(after, _STEPS_FOR_A_MOVE) == 0:
                return self._move(solver, code)
        return None

    @staticmethod
    def _move(solver: EndgameSolver, code: int) -> M | None:
        return None if code == UNKNOWN else cast("M", solver.endgame.move(code))

    def _goal(self, side: int) -> int:
        return 0 if self.is_settling else side

    def _start(self, position: P, side: int) -> tuple[EndgameSolver | None, Any]:
        goal = self._goal(side)
        if goal not in self._solvers:
            self._solvers[goal] = solver_for(self._game, self._root, goal)
        solver = self._solvers[goal]
        return solver, None if solver is None else solver.endgame.start(position)
