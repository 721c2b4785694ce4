"""What a tournament concludes from its games, held against players of known strength."""

from collections import Counter
from math import exp
from random import Random

import pytest

from bench.ratings import ELO, Pairing, intervals, ratings


def chance(elo, sides):
    """Return how often a level wins that sits alone and is stronger by so much."""
    return 1 / (1 + (sides - 1) * exp(-elo / ELO))


def game(won, sides):
    """Return the end of a game that a lone side won, or one of the others."""
    return [float(won)] + [(1 - won) / (sides - 1)] * (sides - 1)


def played(elo, sides, random, setups=400, gap=60):
    """Play a pairing of a level stronger by so much; return it with its verdict."""
    pairing = Pairing("one", "other", sides)
    while len(pairing.setups) < setups and not pairing.verdict(gap):
        columns = 1 if sides == 2 else 2
        chances = [chance(elo, sides), chance(-elo, sides)][:columns]
        pairing.setups.append(
            [[game(random.random() < each, sides) for _ in range(sides)] for each in chances]
        )
    return pairing, pairing.verdict(gap)


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize(
    ("elo", "wanted"), [(0, "even"), (60, "stronger"), (-60, "weaker"), (300, "stronger")]
)
def test_it_is_hardly_ever_wrong_about_who_is_stronger(elo, wanted, sides):
    random = Random(sides)
    verdicts = Counter(played(elo, sides, random)[1] for _ in range(30))
    assert verdicts[wanted] > 22
    assert sum(verdicts.values()) - verdicts[wanted] - verdicts[""] <= 5


@pytest.mark.parametrize("sides", [2, 3])
def test_the_clearer_the_sooner(sides):
    random = Random(sides)

    def length(elo):
        return sum(len(played(elo, sides, random)[0].setups) for _ in range(20))

    assert length(400) < length(120) < length(60)


@pytest.mark.parametrize("sides", [2, 3])
def test_ratings_are_near_the_truth_and_inside_their_interval(sides):
    random = Random(sides)
    pairing, _ = played(150, sides, random, setups=500, gap=1)
    names = ["other", "one"]
    found = ratings([pairing], names)
    low, high = intervals([pairing], names, random)["one"]
    assert found["other"] == 0
    assert abs(found["one"] - 150) < 60
    assert low < found["one"] < high


@pytest.mark.parametrize("sides", [2, 3])
def test_what_nobody_wins_is_shown_and_makes_nobody_stronger(sides):
    pairing = Pairing("one", "other", sides, setups=[])
    nobody, shared = [0.0] * sides, [0.5] * 2 + [0.0] * (sides - 2)
    pairing.setups = [[[nobody, shared]] if sides == 2 else [[nobody, shared]] * 2] * 8
    assert pairing.scores == pytest.approx([0.5] * 8)
    assert pairing.shared_and_lost() == (0.5, 0.5)
    assert pairing.wins() == [("one", 4.0, 16), ("other", 4.0, 16)]


def test_single_players_are_compared_by_their_games_against_the_table():
    pairing = Pairing("one", "other", 1, setups=[[[[1.0]], [[0.0]]]] * 12)
    pairing.setups += [[[[0.0]], [[0.0]]]] * 4
    assert pairing.verdict(60) == "stronger"
    assert pairing.wins() == [("one", 12.0, 16), ("other", 0.0, 16)]
    found = ratings([pairing], ["other", "one"])
    assert list(found) == ["other", "one"]
    assert found["one"] > found["other"] == 0
