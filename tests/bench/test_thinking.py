"""What the benches of thinking and of endings look at."""

from random import Random

import pytest

from bench.endgames import one_province
from bench.thinking import STAGES, Spent, TimedSiam, stages
from games.search import Limits, think
from games.siam.bots.endgame import cards_left
from games.siam.judgement.learned_adapter import LearnedSiam


def test_thinking_whose_time_is_counted_finds_the_same():
    found = dict(stages(2, 0))
    assert list(found) == list(STAGES)
    for position in found.values():
        spent = Spent(float)
        limits = Limits(nodes=30)
        timed = think(TimedSiam(spent), position, limits, Random(0))
        plain = think(LearnedSiam(), position, limits, Random(0))
        assert (timed.move, timed.values, timed.nodes) == (plain.move, plain.values, plain.nodes)
        assert sum(spent.values()) > 0


@pytest.mark.parametrize("players", [2, 4])
def test_positions_of_one_province_have_ten_cards_left(players):
    found = one_province(players, 8)
    assert found
    for position in found:
        assert cards_left(position) == 10
        assert position.controls.count(None) == 1
        assert position.hand
