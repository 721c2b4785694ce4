"""Proof that a side wins whatever the others do, by looking at every move: for the end of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic

from games.search.contract import M, P, Searchable


class TooLongError(Exception):
    """More positions would have to be looked at than allowed."""


@dataclass
class Prover(Generic[P, M]):
    """Proves what happens from positions of one game, for one side.

    Attributes:
        game: the rules and the judgement, which only says what to look at first.
        side: whose win is to be proven. Only a win of its own counts, not a part of a shared one.
        patience: positions that may be looked at, in all.
    """

    game: Searchable[P, M]
    side: int
    patience: int
    _known: dict[P, bool] = field(default_factory=dict, repr=False)

    def wins(self, position: P) -> bool:
        """Return whether the side can force its win.

        Raises:
            TooLongError: that could not be found out with what patience is left.
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
        """Iterate over every legal move and the position it leads to, what looks best first.

        Raises:
            TooLongError: there are more moves than the game looks at.
        """
        choices = self.game.choices(position, None)
        if not choices.complete:
            raise TooLongError
        for choice in choices.best_first:
            yield choice.move, self.game.play(position, choice.move)

    def winning(self, position: P) -> Iterator[M]:
        """Iterate over the moves that force the win, what looks best first.

        Args:
            position: one in which the side is to move.

        Raises:
            TooLongError: that could not be found out with what patience is left.
        """
        return (move for move, after in self.followed(position) if self.wins(after))

    def line(self, position: P) -> tuple[M, ...]:
        """Return the moves from a position to one whose worth is certain, everybody at their best.

        Who can keep the side's win, or can keep it from winning, does; else what looks best is
        played.

        Raises:
            TooLongError: that could not be found out with what patience is left.
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
