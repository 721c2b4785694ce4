"""What a finished game's moves were worth, in a game whose truth is known."""

from __future__ import annotations

from random import Random

from games.search import Limits, Mark, analyse
from games.search.analysis import AnalysisTime, Width
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


def test_a_loss_is_marked_as_it_is_printed_in_whole_per_cents():
    assert (_mark(0.146), _mark(0.144)) == (Mark.BLUNDER, Mark.MISTAKE)


def _mark(loss: float) -> Mark:
    (each,) = assess(1, 1)
    return type(each)(0, 0, (1, 0), (1, 0), 1, loss, solved=False).mark


class TestTime:
    def test_a_whole_game_never_takes_more_than_its_time(self):
        """Every thought and every proof takes all that it may."""
        now = 0.0
        limits = Limits(seconds=5.0, clock=lambda: now)
        time = AnalysisTime(limits, 10.0, 40)
        shares = []
        for _ in range(40):
            for _ in range(2):
                seconds = time.thought().seconds
                shares.append(seconds)
                now += seconds
            _, stop = time.proof()
            while not stop():
                now += 0.001
            time.begin_move()
        assert now <= 10.5
        assert min(shares) >= 0.001

    def test_what_one_move_does_not_use_the_others_have(self):
        limits = Limits(seconds=5.0, clock=lambda: 0.0)
        time = AnalysisTime(limits, 10.0, 40)
        first = time.thought().seconds
        for _ in range(39):
            time.begin_move()
        assert first < time.thought().seconds < 5.0

    def test_without_a_time_for_all_each_has_its_own(self):
        limits = Limits(seconds=5.0)
        assert AnalysisTime(limits, None, 40).thought() == limits
        assert AnalysisTime(Limits(nodes=7), 10.0, 40).thought() == Limits(nodes=7)


def test_the_width_is_at_least_the_mean_of_the_differences():
    width = Width()
    first = width.mean
    assert 0 < first < 0.1
    assert width.after(0.2) == 0.2
    assert first < width.after(0.0) < 0.2
    for _ in range(200):
        last = width.after(0.1)
    assert 0.09 < last < 0.11


def test_a_loss_within_the_width_is_no_loss():
    """Little is known of a high heap, so the thoughts about it are guesses."""
    game, heaps, moves = Nim(), [Heap(40)], [1] * 40
    for move in moves:
        heaps.append(game.play(heaps[-1], move))
    found = list(analyse(game, heaps, moves, Limits(nodes=12), Random(0)))
    assert any(each.width for each in found)
    for each in found:
        assert each.proven or not each.loss or each.loss > each.width
        assert each.width == 0 or not each.proven
