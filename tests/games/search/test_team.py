"""Thinking in several processes, on a game whose every result is known and on King of Siam."""

import threading
from random import Random

import pytest

from games.search import Limits, Team, think
from games.search.tree import ALL, Share, Tree
from games.siam import Siam
from games.siam.bots.search_adapter import ThinkingSiam
from tests.games.search.nim import Heap, WideNim
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def team():
    with Team(WideNim(), 2) as found:
        yield found


@pytest.mark.parametrize("left", range(1, 12))
def test_what_a_helper_has_proven_is_certain(team, left):
    found = team.think(Heap(left, 0), Limits(nodes=20_000), Random(1))
    assert found.solved
    assert found.values == ((1.0, 0.0) if left % 4 else (0.0, 1.0))


def test_the_nodes_are_shared_out(team):
    assert team.think(Heap(60), Limits(nodes=41), Random(1)).nodes == 41


def test_the_same_seed_gives_the_same_thought_of_king_of_siam():
    siam = Siam()
    position = siam.new(3, 5)
    with Team(ThinkingSiam(), 2) as team:
        found = [team.think(position, Limits(nodes=60), Random(7)) for _ in range(2)]
    first, again = [(each.move, each.values, each.line, each.nodes) for each in found]
    assert first == again
    siam.check(position, found[0].move)


def test_each_helper_looks_at_its_share_of_the_moves():
    position = Siam().new(2, 5)
    first, second, all_of_them = [
        {edge.choice.move for edge in Tree(ThinkingSiam(), position, share).root.edges}
        for share in (Share(0, 2), Share(1, 2), ALL)
    ]
    assert first | second == all_of_them
    assert not first & second
    assert abs(len(first) - len(second)) <= 1


def test_two_helpers_do_not_grow_the_same_tree():
    position = Siam().new(2, 5)
    alone = think(ThinkingSiam(), position, Limits(nodes=40), Random(7))
    with Team(ThinkingSiam(), 2) as team:
        together = team.think(position, Limits(nodes=80), Random(7))
    assert together.nodes == 2 * alone.nodes
    assert together.values != alone.values


def test_hidden_hands_are_guessed_by_every_helper():
    siam = Siam()
    view = siam.view(siam.new(2, 5), 0)
    with Team(ThinkingSiam(), 2) as team:
        found = team.think(view, Limits(nodes=24), Random(7))
    siam.check(view, found.move)
    assert not found.solved


def test_it_stops_at_once(team):
    stop = threading.Event()
    found = []

    def ask():
        found.append(team.think(Heap(4000), Limits(seconds=3600), Random(1), stop=stop.is_set))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    stop.set()
    asking.join(PATIENCE)
    assert found[0].move in (1, 2, 3)


def test_nobody_is_no_team():
    with pytest.raises(ValueError, match="at least one"):
        Team(WideNim(), 0)
