"""Players that think, on a game whose every result is known."""

import time
from random import Random

import pytest

from games.search import Limits, think, thoughts
from tests.games.search.nim import GiftNim, Heap, Nim, WideNim


def thought(heap, limits, game=None, seed=1, **more):
    return think(game or WideNim(), heap, limits, Random(seed), **more)


class TestSolving:
    @pytest.mark.parametrize("left", range(1, 16))
    @pytest.mark.parametrize("turn", [0, 1])
    @pytest.mark.parametrize("game", [WideNim(), Nim()], ids=["all moves", "widening"])
    def test_two_sides_are_solved(self, game, left, turn):
        found = thought(Heap(left, turn), Limits(nodes=20_000), game)
        assert found.solved
        mine, other = found.values[turn], found.values[1 - turn]
        assert (mine, other) == ((1.0, 0.0) if left % 4 else (0.0, 1.0))
        if left % 4:
            assert found.move == left % 4

    def test_three_sides_each_for_itself(self):
        won = thought(Heap(3, turn=1, players=3), Limits(nodes=500))
        assert won.solved
        assert won.values == (0.0, 1.0, 0.0)
        # With four left, whoever moves leaves three, two or one to the next, who then takes all.
        lost = thought(Heap(4, turn=1, players=3), Limits(nodes=500))
        assert lost.solved
        assert lost.values == (0.0, 0.0, 1.0)

    def test_who_wins_is_not_certain_while_a_loser_may_choose_it(self):
        # Five left: one who leaves four or three or two decides which other wins.
        found = thought(Heap(5, turn=0, players=3), Limits(nodes=2000))
        assert found.move == 1  # leaves four, of which the next loses to the one after: not to us
        assert found.values[0] < 1.0

    def test_nobody_may_win(self):
        won = thought(Heap(1, turn=1), Limits(nodes=100), GiftNim())
        assert (won.solved, won.values) == (True, (0.0, 1.0))

    def test_a_loser_s_choice_between_the_other_and_nobody_is_not_certain(self):
        # Taking both, nobody wins; taking one, the other does.
        found = thought(Heap(2, turn=0), Limits(nodes=100), GiftNim())
        assert not found.solved


class TestLimits:
    @pytest.mark.parametrize("limits", [{}, {"seconds": 0}, {"nodes": 0}, {"seconds": -1.0}])
    def test_thinking_for_ever_or_not_at_all_is_refused(self, limits):
        with pytest.raises(ValueError, match="limit above 0"):
            Limits(**limits)

    def test_nodes_are_counted_and_kept_to(self):
        assert thought(Heap(60), Limits(nodes=40)).nodes == 40

    def test_the_clock_is_kept_to(self):
        start = time.thread_time()
        thought(Heap(4000), Limits(seconds=0.05))
        assert time.thread_time() - start < 1

    def test_it_stops_at_once_and_still_answers(self):
        asked = []

        def stop():
            asked.append(True)
            return len(asked) > 5

        found = thought(Heap(60), Limits(seconds=60), stop=stop)
        assert found.nodes == 6  # the root, and one for each time it was not stopped
        assert found.move in (1, 2, 3)

    def test_it_is_not_settled_by_a_first_look(self):
        asked = Limits(seconds=60, nodes=100_000, move_only=True)
        assert thought(Heap(4000), asked, stop=iter([False] * 40 + [True]).__next__).nodes == 41

    def test_the_same_seed_gives_the_same_thoughts(self):
        def all_of(seed):
            found = thoughts(WideNim(), Heap(None), Limits(nodes=300), Random(seed))
            return [(each.move, each.values, each.line, each.nodes) for each in found]

        assert all_of(3) == all_of(3)

    def test_thoughts_go_deeper_and_the_last_is_the_answer(self):
        found = list(thoughts(WideNim(), Heap(60), Limits(nodes=200), Random(1)))
        assert [each.nodes for each in found] == [16, 32, 64, 128, 200]
        assert found[-1].move == thought(Heap(60), Limits(nodes=200)).move
        assert found[-1].line[0] == found[-1].move


class TestHiddenParts:
    def test_the_move_is_the_one_that_most_guesses_speak_for(self):
        class Sure(WideNim):
            guesses = (6, 6, 6, 6, 6, 7)

        found = thought(Heap(None), Limits(nodes=5000), Sure())
        assert found.move == 2
        assert not found.solved  # it is only a guess

    def test_what_is_certain_at_once_is_played_by_the_book(self):
        class Book(WideNim):
            def certain(self, position):
                if position.left and position.left % 4:
                    return tuple(float(side == position.turn) for side in range(2))
                return super().certain(position)

            def certain_move(self, position):
                return position.left % 4

        found = thought(Heap(7), Limits(nodes=1), Book())
        assert (found.move, found.solved, found.nodes) == (3, True, 1)
