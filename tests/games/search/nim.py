"""Nim with one heap: take one to three; who takes the last wins. Solved by arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from games.search import Choice, Choices, Values


class Heap(NamedTuple):
    """A heap, if it is known; whose turn it is, of how many."""

    left: int | None
    turn: int = 0
    players: int = 2


class Nim:
    """Knows nothing but the rules: every position looks even, every move as good."""

    guesses = (5, 6, 7)

    def known(self, position: Heap) -> bool:
        return position.left is not None

    def guess(self, view: Heap, random: Random) -> Heap:
        return view._replace(left=random.choice(self.guesses))

    def recall(self, view: Heap, played: Iterable[tuple[int, int]]) -> Heap:
        return view

    def side(self, position: Heap) -> int:
        return position.turn

    def certain(self, position: Heap) -> Values | None:
        if position.left:
            return None
        winner = (position.turn - 1) % position.players
        return tuple(float(side == winner) for side in range(position.players))

    def judge(self, position: Heap) -> Values:
        return (1 / position.players,) * position.players

    def choices(self, position: Heap, width: int | None) -> Choices[int]:
        assert position.left
        moves = range(1, min(3, position.left) + 1)
        shown = moves if width is None else moves[:1]
        even = 1 / position.players
        return Choices(tuple(Choice(even, move) for move in shown), len(shown) == len(moves))

    def certain_move(self, position: Heap) -> int:
        raise AssertionError("only the end is certain")

    def play(self, position: Heap, move: int) -> Heap:
        left, turn, players = position
        assert left
        return Heap(left - move, (turn + 1) % players, players)


class WideNim(Nim):
    """Shows all moves at once."""

    def choices(self, position: Heap, width: int | None) -> Choices[int]:
        return super().choices(position, None)


class GiftNim(WideNim):
    """Nim in which taking the last one alone wins; whoever takes more at the end, nobody wins."""

    def certain(self, position: Heap) -> Values | None:
        if position.left == 0:
            return (0.0,) * position.players
        if position.left == -1:
            return super().certain(position._replace(left=0))
        return None

    def play(self, position: Heap, move: int) -> Heap:
        left, turn, players = position
        assert left
        won = left == move == 1
        return Heap(-1 if won else left - move, (turn + 1) % players, players)
