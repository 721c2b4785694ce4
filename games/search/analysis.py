"""Rates every move of a finished game: its value, better moves, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, Generic

from games.search.contract import EndgameSearchable, Limits, M, P, Searchable, Thought, Values
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
        loss: how much of its chance to win the side gave away by not playing that. It is 0 if it
            is smaller than what two thoughts about the same position differ by.
        solved: whether `after` is certain.
        proven: whether `loss` is certain.
    """

    ply: int
    side: int
    before: Values
    after: Values
    best: M
    loss: float
    solved: bool
    proven: bool = False

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

    Every position is thought about alone, and so is the one that the best move would have led to.
    What a move lost is proven, or else the difference between two positions of the same depth. Near
    the end, where a game should be proven, nothing else counts as a loss.

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
        proven = _is_proven(before, after, side)
        if proven:
            loss = max(0.0, before.values[side] - after.values[side]) if before.solved else 0.0
        elif best == move or _must_be_proven(game, position):
            loss = 0.0
        else:
            loss = _estimated(before, look(game.play(position, best)), after, side)
        better = best if loss else move
        yield Assessment(ply, side, before.values, after.values, better, loss, after.solved, proven)
        before = after


@dataclass(frozen=True, slots=True)
class _Look(Generic[M]):
    values: Values
    thought: Thought[M] | None
    solved: bool


def _is_proven(before: _Look[M], after: _Look[M], side: int) -> bool:
    """Return whether it is certain what a move gave away: what was lost or stays won, nothing."""
    if before.solved and after.solved:
        return True
    lost = before.solved and not before.values[side]
    return lost or (after.solved and after.values[side] == 1)


def _must_be_proven(game: Searchable[P, M], position: P) -> bool:
    return isinstance(game, EndgameSearchable) and game.near_end(position)


def _estimated(before: _Look[M], best: _Look[M], after: _Look[M], side: int) -> float:
    """Return what a move gave away, or 0 if that is within the error of the thoughts.

    The position before the best move and the one after it are worth the same. So the difference
    between the thoughts about them shows how far a thought may be wrong.
    """
    width = abs(before.values[side] - best.values[side])
    loss = best.values[side] - after.values[side]
    return loss if loss > width else 0.0
