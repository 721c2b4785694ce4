"""Rates every move of a finished game: its value, better moves, and the turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from random import Random
from typing import Final, Generic

from games.search.contract import EndgameSearchable, Limits, M, P, Searchable, Thought, Values
from games.search.proofs import GameProofs
from games.search.think import think

_THOUGHTS: Final = 2
"""About a move: the position after it, and the one after the best move."""
_END: Final = 14
"""About so many last moves the solver is asked."""
_PROOF: Final = 4
"""So many times as long as a thought a proof near the end is planned to take."""
_HARD_PROOF: Final = 40
"""So many times as long a hard one may take. Most take far less, and leave their time to it."""
_LONGEST_PROOF: Final = 8
_MOST_STEPS: Final = 200_000_000
"""Of a proof that time ends, too: practically no limit."""
_STEPS_A_NODE: Final = 64 * _LONGEST_PROOF


class AnalysisTime:
    """Shares the time for a whole game among its moves; what one does not use, others have.

    Attributes:
        limits: how long to think about one position, if there is time enough.
    """

    def __init__(self, limits: Limits, total: float | None, moves: int) -> None:
        """Start now.

        Args:
            limits: how long to think about one position at most.
            total: seconds for the whole game; None if they are not limited.
            moves: how many moves are rated.
        """
        self.limits = limits
        self._total = inf if total is None else total
        self._start = limits.clock()
        self._left = moves

    def begin_move(self) -> None:
        """Go on to the next move."""
        self._left -= 1

    def thought(self) -> Limits:
        """Return the limits of the next thought."""
        if self.limits.seconds is None:
            return self.limits
        return replace(self.limits, seconds=min(self.limits.seconds, self._share()))

    def proof(self) -> tuple[int, Callable[[], bool] | None]:
        """Return how many steps the next proof may take, and what ends it."""
        limits, clock = self.limits, self.limits.clock
        steps = _MOST_STEPS if limits.nodes is None else limits.nodes * _STEPS_A_NODE
        if limits.seconds is None:
            return steps, None
        most = min(_HARD_PROOF * self._share(), self._rest / 2)
        end = clock() + min(_LONGEST_PROOF * limits.seconds, most)
        return steps, lambda: clock() >= end

    def _share(self) -> float:
        """Return the seconds for one thought, if the rest is shared among all that may come."""
        left = max(1, self._left)
        return max(0.001, self._rest / (_THOUGHTS * left + _PROOF * min(left, _END)))

    @property
    def _rest(self) -> float:
        """The seconds that are left for the whole game."""
        return self._total - (self.limits.clock() - self._start)


class Mark(StrEnum):
    """The mark behind a move, as in chess."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


_LOSSES: Final = ((0.15, Mark.BLUNDER), (0.10, Mark.MISTAKE), (0.05, Mark.INACCURACY))
"""The least loss of winning chances for each mark; the steps of Lichess for chess."""

_USUAL_WIDTH: Final = 0.04
"""About the mean difference in a game that is analysed in 10 s."""
_USUAL_WEIGHT: Final = 4
"""As if so many differences of that size were known."""


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
            is not larger than `width`.
        solved: whether `after` is certain.
        proven: whether it is certain that the move gave something away, or nothing.
        width: how far the chances may be wrong, as far as thoughts about positions of the same
            worth differ; 0 if `proven`.
    """

    ply: int
    side: int
    before: Values
    after: Values
    best: M
    loss: float
    solved: bool
    proven: bool = False
    width: float = 0.0

    @property
    def gave_win_away(self) -> bool:
        """Whether the side could force its win before the move, and cannot after it."""
        return self.proven and self.loss > 0 and self.before[self.side] == 1

    @property
    def mark(self) -> Mark:
        """The mark behind the move."""
        if self.gave_win_away:
            return Mark.BLUNDER
        shown = round(self.loss, 2)  # reports print whole per cents
        return next((mark for least, mark in _LOSSES if shown >= least), Mark.NONE)

    @property
    def turned(self) -> bool:
        """Whether another side is ahead after the move than before it; nobody counts as one."""
        return _ahead(self.before) != _ahead(self.after)


def _ahead(values: Values) -> int:
    shares = (*values, 1 - sum(values))
    return shares.index(max(shares))


def analyse(  # noqa: PLR0913, PLR0917 - the game, and how to think
    game: Searchable[P, M],
    positions: Sequence[P],
    moves: Sequence[M],
    limits: Limits,
    random: Random,
    total: float | None = None,
) -> Iterator[Assessment[M]]:
    """Iterate over the moves of a game and what is thought of each.

    Every position is thought about alone, and so is the one that the best move would have led to.
    What a move lost is proven, or else the difference between two positions of the same depth.
    Where the solver takes a position of two sides, nothing else than a proof counts as a loss.

    Args:
        game: the rules and the judgement.
        positions: the one before the first move, and the one after each.
        moves: the moves.
        limits: how long to think about one position.
        random: for what a view hides.
        total: how many seconds all may take, by the clock of the limits; None if any.
    """
    analysis = _Analysis(game, AnalysisTime(limits, total, len(moves)), random)
    before = analysis.look(positions[0])
    for ply, move in enumerate(moves):
        after = analysis.look(positions[ply + 1])
        yield analysis.assess(ply, move, before, after)
        analysis.time.begin_move()
        before = after


@dataclass(slots=True)
class Width:
    """How far the thoughts of one analysis may be wrong.

    The position before the best move and the one after it are worth the same. So the difference
    between the thoughts about them shows it. A single one may be small by chance, so the width is
    at least the mean of those so far, beginning with some as large as usual.
    """

    _sum: float = _USUAL_WIDTH * _USUAL_WEIGHT
    _count: int = _USUAL_WEIGHT

    def after(self, difference: float) -> float:
        """Return the width, once a further difference is known."""
        self._sum += difference
        self._count += 1
        return max(difference, self.mean)

    @property
    def mean(self) -> float:
        """The mean of the differences so far."""
        return self._sum / self._count


@dataclass(frozen=True, slots=True)
class _Look(Generic[P, M]):
    """What is known or thought of a position."""

    position: P
    values: Values
    thought: Thought[M] | None
    solved: bool


class _Analysis(Generic[P, M]):
    """Looks at the positions of one game."""

    def __init__(self, game: Searchable[P, M], time: AnalysisTime, random: Random) -> None:
        self.time = time
        self._game, self._random = game, random
        self._width = Width()
        self._proofs: GameProofs[P, M] | None = None

    def look(self, position: P) -> _Look[P, M]:
        """Return what a position is worth: what is certain, or proven, or else thought."""
        game = self._game
        values = game.certain(position)
        if values is None:
            side = game.side(position)
            wins = self._wins(position, side)
            if wins is not None and self._proofs is not None:
                values = self._proofs.values(side, wins=wins)
        if values is not None:
            return _Look(position, values, None, solved=True)
        thought = think(game, position, self.time.thought(), self._random)
        return _Look(position, thought.values, thought, thought.solved)

    def assess(self, ply: int, move: M, before: _Look[P, M], after: _Look[P, M]) -> Assessment[M]:
        """Return what is thought of a move."""
        side = self._game.side(before.position)
        best, loss, width, proven = move, 0.0, 0.0, True
        if self._is_worse(before, after, side):
            best, loss = self._best(before), before.values[side] - after.values[side]
        elif not _is_proven(before, after, side):
            proven = False
            best, loss, width = self._estimate(move, before, after, side)
        return Assessment(
            ply, side, before.values, after.values, best, loss, after.solved, proven, width
        )

    def _is_worse(self, before: _Look[P, M], after: _Look[P, M], side: int) -> bool:
        """Return whether it is certain that a move gave something away."""
        if not before.solved:
            return False
        if after.solved:
            return after.values[side] < before.values[side]
        return before.values[side] == 1 and self._wins(after.position, side) is False

    def _estimate(
        self, move: M, before: _Look[P, M], after: _Look[P, M], side: int
    ) -> tuple[M, float, float]:
        """Return the best move, what the move lost, and how far the thoughts may be wrong."""
        game, position = self._game, before.position
        if before.thought is None or self._must_be_proven(position):
            return move, 0.0, self._width.mean
        best = before.thought.move
        if best == move:
            return move, 0.0, self._width.after(abs(before.values[side] - after.values[side]))
        better = self.look(game.play(position, best)).values[side]
        width = self._width.after(abs(before.values[side] - better))
        loss = better - after.values[side]
        return (best, loss, width) if loss > width else (move, 0.0, width)

    def _must_be_proven(self, position: P) -> bool:
        """Return whether only a proof counts: two sides, and the solver takes the position."""
        game, proofs = self._game, self._proofs
        if not isinstance(game, EndgameSearchable) or proofs is None:
            return False
        return game.near_end(position) or (proofs.is_settling and proofs.takes(position))

    def _best(self, look: _Look[P, M]) -> M:
        """Return a best move in a position that is solved."""
        if look.thought is not None:
            return look.thought.move
        if self._game.certain(look.position) is not None:
            return self._game.certain_move(look.position)
        found = self._proofs.winning_move(look.position) if self._proofs else None
        if found is not None:
            return found
        return think(self._game, look.position, self.time.limits, self._random).move

    def _wins(self, position: P, side: int) -> bool | None:
        """Return whether it is proven that a side can force its win, or that it cannot."""
        game = self._game
        if not isinstance(game, EndgameSearchable) or not game.known(position):
            return None
        if self._proofs is None and game.endgame(position, side) is not None:
            self._proofs = GameProofs(game, position)
        if self._proofs is None:
            return None
        return self._proofs.wins(position, side, *self.time.proof())


def _is_proven(before: _Look[P, M], after: _Look[P, M], side: int) -> bool:
    """Return whether it is certain that a move gave nothing away."""
    if before.solved and after.solved:
        return True
    lost = before.solved and not before.values[side]
    return lost or (after.solved and after.values[side] == 1)
