"""The search over what players see, on a bet whose best move is known."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from games.search import Choice, Choices, Limits, think


class Bet(NamedTuple):
    """Moves so far, and a coin that nobody sees."""

    moves: tuple[str, ...] = ()
    coin: str | None = None


class CoinBet:
    """Keep what you have, or bet it on a hidden coin: betting wins if you name the coin."""

    kept = 0.6

    def known(self, position):
        return position.coin is not None

    def guess(self, view, random):
        return view._replace(coin=random.choice("ht"))

    def recall(self, view, played):
        return view

    def seen(self, position):
        return position.moves

    def side(self, position):
        return 0

    def certain(self, position):
        if position.moves == ("keep",):
            return (self.kept, 1 - self.kept)
        if position.moves in {(), ("bet",), ("bet", "wait")}:
            return None
        won = float(position.moves[-1] == position.coin)
        return (won, 1 - won)

    def judge(self, position):
        return (0.5, 0.5)

    def choices(self, position, width):
        words = {(): ("bet", "keep"), ("bet",): ("wait",)}.get(position.moves, ("h", "t"))
        return Choices(tuple(Choice(0.5, word) for word in words), complete=True)

    def play(self, position, move):
        return Bet((*position.moves, move), position.coin)

    def certain_move(self, position):
        raise AssertionError("only the end is certain")


@pytest.mark.parametrize("kept", [0.3, 0.7])
def test_a_plan_does_not_depend_on_what_is_hidden(kept):
    """A search of each guess alone would bet: it would always name its coin."""
    game = CoinBet()
    game.kept = kept
    found = think(game, Bet(), Limits(nodes=600), Random(1))
    assert found.move == ("bet" if kept < 0.5 else "keep")
    assert found.values[0] == pytest.approx(max(kept, 0.5), abs=0.1)
    assert sum(found.values) == pytest.approx(1)
    assert not found.solved
    again = think(game, Bet(), Limits(nodes=600), Random(1))
    assert (again.move, again.values) == (found.move, found.values)


def test_a_known_coin_is_named():
    found = think(CoinBet(), Bet(coin="h"), Limits(nodes=50), Random(1))
    assert found.line == ("bet", "wait", "h")
    assert found.values == (1.0, 0.0)
