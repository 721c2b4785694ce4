"""What the solver proves about the end of one game, whose moves are all known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, cast

from games.search.contract import M, P, Searchable, Values
from games.search.effort import OutOfEffortError
from games.search.solver import UNKNOWN
from games.search.solvers import EndgameSolver, solver_for

_TWO_SIDES: Final = 2
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
