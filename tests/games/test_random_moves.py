"""Random turns: each legal, each as likely as the engine's page says, and whole random games."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from games.siam import Siam, load_map
from games.siam.moves import PASS
from games.siam.random_moves import play_random_games
from tests.games import positions

PASS_SHARE = Fraction(35, 100)


class Eager(Random):
    """A source of randomness whose first number never lets a seat pass that need not."""

    def __init__(self, seed):
        super().__init__(seed)
        self.asked = False

    def random(self):
        number = super().random()
        if self.asked:
            return number
        self.asked = True
        return 0.35 + 0.65 * number


def far_fetched(siam, seed, number, wanted):
    """Return positions drawn without playing, sparse and odd ones, of the sort wanted."""
    rng = Random(seed)
    found = []
    while len(found) < number:
        position = siam.parse(positions.far_fetched(rng, siam.map.name))
        if not position.over and wanted(position):
            found.append(position)
    return found


def last_card(position):
    return sum(seat.cards for seat in position.seats) == 1 == len(position.hand)


def card_moves(siam, position):
    return [move for move in siam.moves(position) if move.card is not None]


# Each turn is legal


@pytest.mark.parametrize("name", ["siam", "albion"])
def test_far_fetched_positions_are_played_on_by_the_rules(name):
    siam = Siam(load_map(name))
    random = Random(1)
    for start in far_fetched(siam, 1, 150, lambda _: True):
        position = start
        while not position.over:
            position = siam.play(position, siam.random_move(position, random))


@pytest.mark.parametrize("name", ["siam", "albion"])
def test_S15_the_last_card_is_kept_only_if_it_has_no_legal_move(name):
    siam = Siam(load_map(name))
    met = Counter()
    for position in far_fetched(siam, 2, 250, last_card):
        move = siam.random_move(position, Eager(3))
        legal = card_moves(siam, position)
        assert move in legal if legal else move == PASS, str(position)
        met[position.hand, bool(legal)] += 1
    assert len(met) == 14, "each card was met, winning and not"


# How likely each turn is


def shares(siam, position):
    """Return how likely each turn is, from the list of all legal moves."""
    found = {PASS: Fraction(1)}
    legal = card_moves(siam, position)
    if position.hand and (legal or not last_card(position)):
        found = {PASS: PASS_SHARE}
        kinds = set(position.hand)
        actions = Counter(card for card, _ in {move[:2] for move in legal})
        followers = Counter(move[:2] for move in legal)
        for move in legal:
            share = Fraction(1, len(legal))
            if not last_card(position):
                share = Fraction(1, len(kinds) * actions[move.card] * followers[move[:2]])
            found[move] = (1 - PASS_SHARE) * share
    assert sum(found.values()) == 1
    return found


def surprise(siam, position, turns):
    """Return how far random turns are from that: about 0, above 5 hardly ever (chi square)."""
    expected = shares(siam, position)
    random = Random(1)
    drawn = Counter(siam.random_move(position, random) for _ in range(turns))
    assert drawn.keys() <= expected.keys(), str(position)
    square = sum(
        (drawn[move] - turns * share) ** 2 / (turns * share) for move, share in expected.items()
    )
    freedom = len(expected) - 1
    return float(square - freedom) / max(1, 2 * freedom) ** 0.5


@pytest.mark.parametrize("card", "KT12RLM")
def test_S15_moves_of_the_last_card_are_equally_likely(card):
    siam = Siam()

    def wanted(position):
        return (
            last_card(position)
            and position.hand == card
            and 1 < len(card_moves(siam, position)) < 250
        )

    for position in far_fetched(siam, 3, 4, wanted):
        assert surprise(siam, position, 4000) < 5, str(position)


@pytest.mark.parametrize("card", "KT12RLM")
def test_cards_then_actions_then_followers_are_equally_likely(card):
    siam = Siam()

    def wanted(position):
        return (
            card in position.hand
            and not last_card(position)
            and 4 < siam.count(position) < 250
            and len(siam.actions(position, card)) > 1
        )

    for position in far_fetched(siam, 4, 3, wanted):
        assert surprise(siam, position, 4000) < 5, str(position)


def test_what_is_banned_is_never_drawn_and_the_rest_as_likely_as_ever():
    siam = Siam()
    for card in "12":

        def wanted(position, card=card):
            return (
                card in position.hand
                and position.exchange is not None
                and position.seats[position.recency[0]].top == card
                and 3 < siam.count(position) < 60
            )

        for position in far_fetched(siam, 5, 4, wanted):
            assert surprise(siam, position, 4000) < 5, str(position)


# Whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_count_the_turns_and_cards_of_whole_games(players):
    siam = Siam()
    start = siam.new(players, 1)
    random, turns, cards = Random(7), 0, 0
    for _ in range(40):
        position = start
        while not position.over:
            move = siam.random_move(position, random)
            position = siam.play(position, move)
            turns += 1
            cards += move.card is not None
    assert play_random_games(start, 40, Random(7)) == {"turns": turns, "cards": cards}
    assert 40 * 4 * players < cards <= 40 * 8 * players


def test_a_game_that_is_over_has_no_turns(build):
    over = build(board="=B/=B/=B/=B/R1/R1/R1/R1")
    assert play_random_games(over, 3, Random(1)) == {"turns": 0, "cards": 0}


def test_a_game_without_cards_is_passed_to_its_end(build):
    position = build(
        board="=R/=R/=R/=B/=L/=L/R1L1/M2", seats="-.R2.T|-.L2.T|-.M2.T", recency="0>1>2", passes="1"
    )
    assert play_random_games(position, 2, Random(1)) == {"turns": 2 * (2 + 3), "cards": 0}
