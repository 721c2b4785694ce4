"""Rates every move of a finished game: its value, better moves, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, Generic

from games.search.contract import Limits, M, P, Searchable, Thought, Values
from games.search.think import think


class Mark(StrEnum):
    """The mark behind a move, as in chess."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


_LOSSES: Final = ((0.15, Mark.BLUNDER), (0.10, Mark.MISTAKE), (0.05, Mark.INACCURACY))
"""The least loss of winning chances for each mark; the steps of Lichess for chess."""


@dataclass(frozen=True, slots=True)
class Assessment(Generic[M]):
    """What is thought of one move.

    Attributes:
        ply: number of moves before it.
        side: whose it was.
        before: what the position was worth in which it was made, for each side.
        after: what the position it led to was worth.
        best: the best move there was, which may be this one.
        loss: how much of its chance to win the side gave away by not playing that.
        solved: whether `after` is certain.
    """

    ply: int
    side: int
    before: Values
    after: Values
    best: M
    loss: float
    solved: bool

    @property
    def mark(self) -> Mark:
        """The mark behind the move."""
        return next((mark for least, mark in _LOSSES if self.loss >= least), Mark.NONE)

    @property
    def turned(self) -> bool:
        """Whether another side is ahead after the move than before it; nobody counts as one."""
        return _ahead(self.before) != _ahead(self.after)


def _ahead(values: Values) -> int:
    shares = (*values, 1 - sum(values))
    return shares.index(max(shares))


def analyse(
    game: Searchable[P, M],
    positions: Sequence[P],
    moves: Sequence[M],
    limits: Limits,
    random: Random,
) -> Iterator[Assessment[M]]:
    """Iterate over the moves of a game and what is thought of each.

    Every position is thought about alone, and so is the one that the best move would have led to;
    what a move lost is the difference between two positions of the same depth.

    Args:
        game: the rules and the judgement.
        positions: the one before the first move, and the one after each.
        moves: the moves.
        limits: how long to think about one position.
        random: for what a view hides.
    """

    def look(position: P) -> _Look[M]:
        certain = game.certain(position)
        if certain is not None:
            return _Look(certain, None, solved=True)
        thought = think(game, position, limits, random)
        return _Look(thought.values, thought, thought.solved)

    before = look(positions[0])
    for ply, move in enumerate(moves):
        position, after = positions[ply], look(positions[ply + 1])
        side = game.side(position)
        best = before.thought.move if before.thought else game.certain_move(position)
        loss = 0.0
        if best != move:
            better = look(game.play(position, best)).values[side]
            loss = max(0.0, better - after.values[side])
        yield Assessment(
            ply, side, before.values, after.values, best if loss else move, loss, after.solved
        )
        before = after


@dataclass(frozen=True, slots=True)
class _Look(Generic[M]):
    values: Values
    thought: Thought[M] | None
    solved: bool
