"""What a finished game's moves were worth, in a game whose truth is known."""

from __future__ import annotations

from random import Random

from games.search import Limits, Mark, analyse
from tests.games.search.nim import Heap, Nim

ENOUGH = Limits(nodes=2000)


def assess(left: int, *moves: int, players: int = 2):
    game, positions = Nim(), [Heap(left, 0, players)]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    return list(analyse(game, positions, moves, ENOUGH, Random(0)))


def test_a_best_move_loses_nothing():
    first, *_ = assess(6, 2, 1, 3)  # 6 is won by leaving 4
    assert (first.best, first.loss, first.mark) == (2, 0, Mark.NONE)
    assert first.before == first.after == (1, 0)
    assert first.solved


def test_a_move_that_gives_the_game_away_is_a_blunder_and_turns_it():
    first, second = assess(6, 1, 1)  # leaves 5, and the other leaves 4
    assert (first.best, first.loss, first.mark, first.turned) == (2, 1, Mark.BLUNDER, True)
    assert (second.side, second.loss, second.turned) == (1, 0, False)
    assert second.after == (0, 1)


def test_what_is_lost_anyway_loses_nothing():
    first, *_ = assess(4, 3, 1)
    assert first.before == (0, 1)
    assert (first.loss, first.mark) == (0, Mark.NONE)


def test_every_side_of_three_is_told_its_chances():
    (last,) = assess(2, 2, players=3)
    assert last.after == (1, 0, 0)


def test_small_losses_are_marked_less():
    marks = {loss: _mark(loss) for loss in (0.0, 0.04, 0.05, 0.12, 0.2)}
    assert list(marks.values()) == ["", "", "?!", "?", "??"]


def _mark(loss: float) -> Mark:
    (each,) = assess(1, 1)
    return type(each)(0, 0, (1, 0), (1, 0), 1, loss, solved=False).mark
