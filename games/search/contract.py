"""What a game tells a player that thinks, and what that player tells.

A *side* is who wins together: a seat, or a team. What a position is worth is one number for each
side, from 0 (it loses) to 1 (it alone wins). Together they are at most 1; what is missing is the
chance that nobody at the table wins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

Values: TypeAlias = tuple[float, ...]
"""What a position is worth, for each side."""

P = TypeVar("P")
M = TypeVar("M")


class Choice(NamedTuple, Generic[M]):
    """A move worth thinking about.

    Attributes:
        worth: what it looks worth to the side that makes it, before thinking.
        move: the move.
    """

    worth: float
    move: M


class Choices(NamedTuple, Generic[M]):
    """The moves worth thinking about in a position.

    Attributes:
        best_first: at least one, by their worth.
        complete: whether these are all legal moves, so that what holds for all of them is proven.
    """

    best_first: tuple[Choice[M], ...]
    complete: bool


class Searchable(Protocol[P, M]):
    """A game's rules and judgement, as the search asks for them; positions are hashable values.

    What a position is worth may leave a share to nobody, as where a seat without a player, or
    something that is no seat, can win. What a view hides is guessed several times for one decision.
    Nothing here checks whether a move is legal: the search plays only moves it was given.
    """

    def known(self, position: P) -> bool:
        """Return whether nothing of the position is hidden."""

    def guess(self, view: P, random: Random) -> P:
        """Return a position that a view may be of, with what is hidden drawn by lot."""

    def recall(self, view: P, played: Iterable[tuple[int, M]]) -> P:
        """Return what a player knows who had this view, and saw these moves, each with its seat."""

    def side(self, position: P) -> int:
        """Return the side of the seat to move."""

    def certain(self, position: P) -> Values | None:
        """Return what a position is worth if that is certain whatever anybody does, as at the end.

        A game may know this some moves before the end; a position that is over is certain.
        """

    def judge(self, position: P) -> Values:
        """Return what a position looks worth, without playing on."""

    def choices(self, position: P, width: int | None) -> Choices[M]:
        """Return the moves worth thinking about.

        Args:
            position: one that is not over, nothing of it hidden from the seat to move.
            width: how broadly to look; None for all legal moves. Where these are too many to be
                looked at, fewer, and not `Choices.complete`: then nothing is proven from them.
        """

    def certain_move(self, position: P) -> M:
        """Return a best move of a position whose worth is certain but that is not over."""

    def play(self, position: P, move: M) -> P:
        """Return the position after a legal move."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think: until any of these is reached.

    Attributes:
        seconds: how long, by the clock.
        nodes: positions looked at. With this limit alone, the same seed gives the same move.
        clock: what the seconds are of; `time.process_time` where a busy machine is not to count.
        move_only: only the move is wanted, so that thinking ends as soon as another move could no
            longer become the most visited one before a limit is reached.
    """

    seconds: float | None = None
    nodes: int | None = None
    clock: Callable[[], float] = time.monotonic
    move_only: bool = False

    def __post_init__(self) -> None:
        """Refuse to think for ever.

        Raises:
            ValueError: there is no limit, or one that is not above 0.
        """
        given = [limit for limit in (self.seconds, self.nodes) if limit is not None]
        if not given or min(given) <= 0:
            raise ValueError("thinking needs a limit above 0")


@dataclass(frozen=True, slots=True)
class Thought(Generic[M]):
    """What a player thinks of a position at some moment.

    Attributes:
        move: the best move so far.
        values: what the position is worth, for each side.
        line: the best move and the answers expected to it.
        nodes: how many positions were looked at.
        seconds: how long it took.
        solved: whether `values` is certain, and `move` proven to reach it.
    """

    move: M
    values: Values
    line: tuple[M, ...]
    nodes: int
    seconds: float
    solved: bool
