"""A plan has each trouble that it tells of, however short it is."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.chaos.troubles import PERIOD, Trouble, plan

_OF_ALL = (Trouble.RESTART, Trouble.CRASH, Trouble.NODE)


@pytest.mark.parametrize("minutes", [0.5, 1.0, 1.4, 2.0, 10.0])
def test_a_plan_of_any_length_has_each_trouble_of_the_database_and_of_the_broker(minutes: float):
    planned = plan(minutes, has_nodes=True)
    times = Counter(each.trouble for each in planned)
    assert [times[each] for each in _OF_ALL] == [1, 1, 1]
    assert times[Trouble.KILL] == round(60 * minutes / PERIOD)
    assert all(after.at - before.at >= PERIOD / 2 for before, after in pairwise(planned))


def test_a_plan_for_a_broker_of_one_node_kills_none():
    assert Trouble.NODE not in {each.trouble for each in plan(1.0, has_nodes=False)}
