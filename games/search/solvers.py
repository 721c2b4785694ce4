"""What proves an ending: the solver for any game, or a faster one that the game brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from games.search.contract import EndgameSearchable, Searchable
from games.search.effort import Effort
from games.search.solver import Endgame, Solver


class EndgameSolver(Protocol):
    """Proves positions of one ending, as `games.search.solver.Solver` does, which explains it all.

    Attributes:
        endgame: the ending.
        effort: the steps taken so far.
        speed: about how many steps it takes in the time that `Solver` needs for one.
    """

    endgame: Endgame
    effort: Effort
    speed: int

    def solve(self, position: object, steps: int, stop: Callable[[], bool] | None = None) -> int:
        """Return 1 if the goal can force its win, 0 if not, `UNKNOWN` if that took too long."""

    def winning_move(self, position: object) -> int:
        """Return a move by which the goal keeps its proven win, or `UNKNOWN`."""

    def hardest_move(self, position: object) -> int:
        """Return the move of the others that took most work to answer."""


@runtime_checkable
class SolvableEndgame(Protocol):
    """An ending that may bring a solver of its own."""

    def own_solver(self) -> EndgameSolver | None:
        """Return a solver that finds the same results with the same steps, only faster.

        None if it cannot be had here.
        """


def solver_for(game: Searchable[Any, Any], root: Any, goal: int) -> EndgameSolver | None:  # noqa: ANN401
    """Return the fastest solver of the ending after a position; None if no solver takes it.

    Args:
        game: the rules.
        root: a position from which all others follow.
        goal: the side that is to win.
    """
    if not (isinstance(game, EndgameSearchable) and game.known(root)):
        return None
    endgame = game.endgame(root, goal)
    return None if endgame is None else solver_of(endgame)


def solver_of(endgame: Endgame) -> EndgameSolver:
    """Return the fastest solver of an ending."""
    own = endgame.own_solver() if isinstance(endgame, SolvableEndgame) else None
    return Solver(endgame) if own is None else own
