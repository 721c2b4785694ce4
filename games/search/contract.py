"""The contract between a game and the search.

A *side* is a seat or a team: those who win together. The value of a position is one number for each
side, from 0 (the side loses) to 1 (the side alone wins). Their sum is at most 1. What is missing
to 1 is the chance that nobody at the table wins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from random import Random
from typing import (
    TYPE_CHECKING,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

if TYPE_CHECKING:
    from games.search.solver import Endgame, EndgameSolver

Values: TypeAlias = tuple[float, ...]
"""The value of a position for each side."""

P = TypeVar("P")
M = TypeVar("M")


class Choice(NamedTuple, Generic[M]):
    """A move that the search considers.

    Attributes:
        worth: its estimated value for the side that makes it, before the search.
        move: the move.
    """

    worth: float
    move: M


class Choices(NamedTuple, Generic[M]):
    """The moves that the search considers in a position.

    Attributes:
        best_first: at least one move, sorted by `Choice.worth`.
        complete: whether these are all legal moves, so that a result for all of them is proven.
        values: the estimated values of the position; None if they are those after the best move.
    """

    best_first: tuple[Choice[M], ...]
    complete: bool
    values: Values | None = None


class Searchable(Protocol[P, M]):
    """A game's rules and its evaluation, as the search needs them; positions are hashable values.

    The values of a position may add up to less than 1, if a seat without a player, or something
    that is no seat, can win. The search guesses what a view hides several times for one decision.
    Nothing here checks whether a move is legal: the search plays only moves that it got from here.
    """

    def known(self, position: P) -> bool:
        """Return whether nothing of the position is hidden; by default nothing ever is."""
        del position
        return True

    def guess(self, view: P, random: Random) -> P:
        """Return a position that fits a view: what the view hides is drawn at random."""
        del random
        return view

    def recall(self, view: P, played: Iterable[tuple[int, M]]) -> P:
        """Return what a player knows who had this view and then saw these moves (seat, move)."""
        del played
        return view

    def side(self, position: P) -> int:
        """Return the side of the seat to move."""

    def certain(self, position: P) -> Values | None:
        """Return the values of a position if no move can change them any more, else None.

        Those of a finished game are certain. A game may know them some moves before its end.
        """

    def judge(self, position: P) -> Values:
        """Return the estimated values of a position, without playing on."""

    def choices(self, position: P, width: int | None) -> Choices[M]:
        """Return the moves to consider.

        Args:
            position: one that is not over and hides nothing from the seat to move.
            width: how many kinds of move to consider; None for all legal moves. If those are too
                many, the answer has fewer and is not `Choices.complete`: it proves nothing.
        """

    def certain_move(self, position: P) -> M:
        """Return a best move in a position whose values are certain but that is not over.

        By default there is no such position.
        """
        raise AssertionError(position)

    def play(self, position: P, move: M) -> P:
        """Return the position after a legal move."""


@runtime_checkable
class InformationSearchable(Searchable[P, M], Protocol[P, M]):
    """A game that also says what a seat sees, so that a search guesses anew for every visit."""

    def seen(self, position: P) -> Hashable:
        """Return what the seat to move sees of a position; its legal moves depend on this alone.

        Of a seat without choices of its own, also the move that it makes.
        """


@runtime_checkable
class EndgameSearchable(Searchable[P, M], Protocol[P, M]):
    """A game whose ends the solver can play (`games.search.solver`)."""

    def endgame(self, position: P, side: int) -> Endgame | None:
        """Return the end of a game from a position on, to prove that a side wins.

        Returns:
            None if there is nothing to prove yet, or if a shared win is possible.
        """

    def near_end(self, position: P) -> bool:
        """Return whether so little is left that only a proof should be believed."""


@runtime_checkable
class SolvableEndgame(Protocol):
    """An ending that may bring a solver of its own."""

    def own_solver(self) -> EndgameSolver | None:
        """Return a solver that finds the same results with the same steps, only faster.

        None if it cannot be had here.
        """


@dataclass(frozen=True, slots=True)
class Limits:
    """When the search stops: as soon as it reaches one of these limits.

    Attributes:
        seconds: time, measured by `clock`.
        nodes: number of positions visited. With this limit alone, the same seed gives the same
            move.
        clock: returns seconds; `time.process_time` makes a busy machine not count.
        proofs: whether the solver may help, in a game that has one.
        move_only: whether only the move is needed. Then the search also stops when no other move
            can become the most visited one before a limit is reached.
    """

    seconds: float | None = None
    nodes: int | None = None
    clock: Callable[[], float] = time.monotonic
    move_only: bool = False
    proofs: bool = True

    def __post_init__(self) -> None:
        """Refuse a search without a limit.

        Raises:
            ValueError: there is no limit, or one that is not above 0.
        """
        given = [limit for limit in (self.seconds, self.nodes) if limit is not None]
        if not given or min(given) <= 0:
            raise ValueError("the search needs a limit above 0")


@dataclass(frozen=True, slots=True)
class Thought(Generic[M]):
    """The result of a search so far.

    Attributes:
        move: the best move found.
        values: the values of the position.
        line: the best move and the expected replies.
        nodes: number of positions visited.
        seconds: time spent.
        solved: whether `values` is certain and `move` is proven to reach it.
    """

    move: M
    values: Values
    line: tuple[M, ...]
    nodes: int
    seconds: float
    solved: bool
