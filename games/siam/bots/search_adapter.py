"""King of Siam as the search asks for it (`games.search.Searchable`)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from games.search.contract import Choice, Choices, Values
from games.search.solver import Endgame
from games.siam.bots import card_counting, endgame, evaluation
from games.siam.bots.candidates import candidates
from games.siam.listing import count
from games.siam.moves import PASS, Move
from games.siam.play import play
from games.siam.position import Position
from games.siam.solver.ending import endgame_of

_TWO: Final = 2
_PROVEN_CARDS: Final = 6
FEW_CARDS: Final = 3
FEW_MOVES: Final = 400
"""With so few cards and moves left all moves are looked at, so that the end can be proven."""


class ThinkingSiam:
    """The rules and the judgement of King of Siam; maps are part of the positions."""

    def __init__(self, weights: evaluation.Weights | None = None) -> None:
        """Judge by these weights, or those for as many as play."""
        self._weights = weights

    def known(self, position: Position) -> bool:
        """Return whether all hands are known."""
        return all(seat.hand is not None for seat in position.seats)

    def guess(self, view: Position, random: Random) -> Position:
        """Return a position that a view may be of: hidden hands are drawn by lot."""
        return card_counting.guess(view, random)

    def recall(self, view: Position, played: Iterable[tuple[int, Move]]) -> Position:
        """Return a view with the hands known to who saw these moves (S23)."""
        return card_counting.recall(view, played)

    def side(self, position: Position) -> int:
        """Return the side of the seat to move: a seat, or a team of four players (S6)."""
        return evaluation.side_of(len(position.seats), position.turn)

    def certain(self, position: Position) -> Values | None:
        """Return what a position with at most one card left is worth."""
        return endgame.certain(position)

    def certain_move(self, position: Position) -> Move:
        """Return a best move when at most one card is left."""
        return endgame.best_with_one_card(position)

    def judge(self, position: Position) -> Values:
        """Return how likely each side looks to win."""
        return evaluation.judge(position, self._weights)

    def choices(self, position: Position, width: int | None) -> Choices[Move]:
        """Return a pass and the moves that play a card, by the judgement.

        The width is for how many actions the followers to take are compared.
        """
        stay = Choice(self._worth_of_passing(position), PASS)
        if not position.hand:
            return Choices((stay,), complete=True)
        if endgame.cards_left(position) <= FEW_CARDS and count(position) <= FEW_MOVES:
            width = None
        found = [stay, *(Choice(*each) for each in candidates(position, width, self._weights))]
        found.sort(key=lambda choice: choice.worth, reverse=True)
        return Choices(tuple(found), complete=width is None)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        return play(position, move)

    def endgame(self, position: Position, side: int) -> Endgame | None:
        """Return the end of a game as the solver plays it, if it has come."""
        return endgame_of(position, side)

    def near_end(self, position: Position) -> bool:
        """Return whether the solver nearly always decides a position: two players, six cards."""
        return len(position.seats) == _TWO and endgame.cards_left(position) <= _PROVEN_CARDS

    def _worth_of_passing(self, position: Position) -> float:
        after = play(position, PASS)
        values = self.certain(after) if after.over else self.judge(after)
        assert values is not None
        return values[self.side(position)]
