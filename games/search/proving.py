"""Proves that a side can force its win, by trying every move: for the ends of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic

from games.search.contract import M, P, Searchable
from games.search.solver import UNKNOWN, EndgameSolver, solver_for


class TooLongError(Exception):
    """The proof needs more positions than allowed."""


@dataclass
class Prover(Generic[P, M]):
    """Proves wins of one side, in positions of one game.

    Attributes:
        game: the rules, and the evaluation that only orders the moves.
        side: the side that shall win. Only a win of its own counts, not a shared one.
        patience: number of positions that may still be visited.
    """

    game: Searchable[P, M]
    side: int
    patience: int
    _known: dict[P, bool] = field(default_factory=dict, repr=False)

    def wins(self, position: P) -> bool:
        """Return whether the side can force its win.

        Raises:
            TooLongError: `patience` was used up before the answer was found.
        """
        known = self._known.get(position)
        if known is None:
            known = self._known[position] = self._look(position)
        return known

    def _look(self, position: P) -> bool:
        values = self.game.certain(position)
        if values is not None:
            return values[self.side] == 1
        self.patience -= 1
        if self.patience < 0:
            raise TooLongError
        after = (self.wins(each) for _, each in self.followed(position))
        return any(after) if self.game.side(position) == self.side else all(after)

    def followed(self, position: P) -> Iterator[tuple[M, P]]:
        """Iterate over every legal move and the position after it, the best estimate first.

        Raises:
            TooLongError: the game does not list all moves of this position.
        """
        choices = self.game.choices(position, None)
        if not choices.complete:
            raise TooLongError
        for choice in choices.best_first:
            yield choice.move, self.game.play(position, choice.move)

    def winning(self, position: P) -> Iterator[M]:
        """Iterate over the moves that force the win, the best estimate first.

        Args:
            position: one in which the side is to move.

        Raises:
            TooLongError: `patience` was used up before the answer was found.
        """
        return (move for move, after in self.followed(position) if self.wins(after))

    def line(self, position: P) -> tuple[M, ...]:
        """Return the best moves from a position to one with certain values.

        A seat that can keep or prevent the win of the side does so. Otherwise it plays the move
        with the best estimate.

        Raises:
            TooLongError: `patience` was used up before the answer was found.
        """
        moves = []
        while self.game.certain(position) is None:
            won = self.wins(position)
            decides = won == (self.game.side(position) == self.side)
            move, position = next(
                (move, after)
                for move, after in self.followed(position)
                if not decides or self.wins(after) == won
            )
            moves.append(move)
        return tuple(moves)


@dataclass(kw_only=True)
class SolvingProver(Prover[P, M]):
    """The same, with the solver where it takes a position; `patience` is its steps for each.

    Attributes:
        root: a position from which all others follow.
    """

    root: P
    _solver: EndgameSolver | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Get the solver, if the game has endings that it takes."""
        self._solver = solver_for(self.game, self.root, self.side)

    def _look(self, position: P) -> bool:
        solver = self._solver
        start = None if solver is None else solver.endgame.start(position)
        if solver is None or start is None or self.game.certain(position) is not None:
            return super()._look(position)
        result = solver.solve(start, self.patience)
        if result == UNKNOWN:
            raise TooLongError
        return result == 1
