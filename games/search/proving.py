"""Proves that a side can force its win: by trying every move, or with the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, cast

from games.search.contract import EndgameSearchable, M, P, Searchable
from games.search.effort import OutOfEffortError
from games.search.solver import UNKNOWN, Solver


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


@dataclass
class SolvingProver(Prover[P, M]):
    """Proves with the solver (`games.search.solver`) what it can; its `patience` counts steps.

    All positions asked for follow from the first one. What the solver cannot take, such as a
    position of a game without one, is proven by trying every move.
    """

    _solver: Solver | None = field(default=None, repr=False)
    _is_prepared: bool = field(default=False, repr=False)

    @property
    def steps(self) -> int:
        """The work that the solver has done so far (`games.search.effort`)."""
        return 0 if self._solver is None else self._solver.effort.spent

    def wins(self, position: P) -> bool:
        """Return whether the side can force its win.

        Raises:
            TooLongError: `patience` was used up before the answer was found.
        """
        values = self.game.certain(position)
        if values is not None:
            return values[self.side] == 1
        start = self._start(position)
        if start is None or self._solver is None:
            return super().wins(position)
        result = self._solver.solve(start, self.patience - self.steps)
        if result == UNKNOWN:
            raise TooLongError
        return result == 1

    def line(self, position: P) -> tuple[M, ...]:
        """Return the best moves from a position to one with certain values, as `Prover` does.

        Raises:
            TooLongError: `patience` was used up before the answer was found.
        """
        moves: list[M] = []
        while self.game.certain(position) is None:
            start = self._start(position)
            if start is None or self._solver is None:
                return (*moves, *super().line(position))
            move = self._best(self._solver, position, start)
            moves.append(move)
            position = self.game.play(position, move)
        return tuple(moves)

    def _best(self, solver: Solver, position: P, start: object) -> M:
        """Return a move that keeps what is proven; the best estimate where any move does."""
        won, mine = self.wins(position), solver.endgame.goal_to_move(start)
        if won != mine:
            return self.game.choices(position, None).best_first[0].move
        return cast("M", solver.endgame.move(self._keeping(solver, start, won=won)))

    def _keeping(self, solver: Solver, start: object, *, won: bool) -> int:
        try:
            if won:
                return solver.winning_move(start)
        except OutOfEffortError as error:
            raise TooLongError from error
        for move in solver.endgame.expand(start).moves:
            after = solver.endgame.play(start, move)
            if solver.solve(after, self.patience - self.steps) == 0:
                return move
        raise TooLongError

    def _start(self, position: P) -> object | None:
        if not self._is_prepared and isinstance(self.game, EndgameSearchable):
            endgame = self.game.endgame(position, self.side)
            self._solver = None if endgame is None else Solver(endgame)
        self._is_prepared = True
        return None if self._solver is None else self._solver.endgame.start(position)
