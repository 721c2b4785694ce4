"""King of Siam as the search sees it, held against the rules and against plain enumeration."""

import gc
from random import Random

import pytest

from games.search import Limits, think
from games.siam import PASS, Position, Siam
from games.siam.bots.candidates import candidates
from games.siam.bots.card_counting import guess, recall
from games.siam.bots.endgame import best_with_one_card, cards_left, certain, foretell, payoff
from games.siam.bots.evaluation import WEIGHTS, chances, judge, side_of, sides, to_come
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.scoring import majority

SIAM = Siam()
THINKING = ThinkingSiam()


def positions(players: int, seed: int) -> list[Position]:
    """Return all positions of a random game but the last, where it is over."""
    random, found = Random(seed), [SIAM.new(players, seed)]
    while not found[-1].over:
        found.append(SIAM.play(found[-1], SIAM.random_move(found[-1], random)))
    return found[:-1]


def endings(players: int, cards: int, number: int) -> list[Position]:
    """Return positions of different random games with so many cards left."""
    found: list[Position] = []
    seed = 0
    while len(found) < number:
        fitting = [p for p in positions(players, seed) if cards_left(p) == cards]
        found += fitting[:1]
        seed += 1
    return found


class TestJudgement:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_sides_share_one_win(self, players):
        for position in positions(players, 3):
            values = judge(position)
            assert len(values) == sides(players)
            assert sum(values) == pytest.approx(1)
            assert min(values) >= 0

    def test_without_uncertainty_a_majority_is_sure(self):
        for trio in [(3, 1, 0), (2, 2, 0), (0, 0, 1), (0, 0, 0), (1, 3, 3)]:
            found = chances(*trio, 0)
            assert found[majority(trio)] == 1
            assert sum(found) == 1

    def test_the_uncertain_favour_who_has_more(self):
        rama, lao, malay, british = chances(3, 2, 0, 4)
        assert 1 > rama > lao > malay > 0
        assert 0 < british < 1

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_hidden_hands_do_not_change_it(self, players):
        for position in positions(players, 4)[::4]:
            assert judge(SIAM.view(position, None)) == judge(position)

    def test_four_players_cards_are_worth_what_use_the_struggles_left_have_for_them(self):
        def eighth(struggles):
            seven, eight, *_ = to_come((7, 8, 0, 0), 2, struggles, WEIGHTS[4])
            return eight - seven

        assert eighth(1) < 0.1 * eighth(8)
        assert 0 < eighth(1) < eighth(2) < eighth(4) < eighth(8) < WEIGHTS[4].card


class TestCandidates:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_their_worth_is_the_judgement_of_the_position_after_them(self, players):
        random = Random(1)
        for position in positions(players, 5):
            if cards_left(position) < 2 or not position.hand:
                continue
            found = candidates(position, 12)
            side = side_of(players, position.turn)
            for candidate in random.sample(found, min(6, len(found))):
                after = SIAM.play(position, candidate.move)  # refuses what is not legal
                assert candidate.worth == pytest.approx(judge(after)[side], abs=1e-9)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_without_a_width_they_are_all_legal_moves_but_the_pass(self, players):
        for position in positions(players, 6)[8::9]:
            if cards_left(position) > 1 and position.hand:
                found = [candidate.move for candidate in candidates(position, None)]
                assert len(found) == len(set(found))
                assert set(found) == set(SIAM.moves(position)) - {PASS}

    def test_the_narrow_look_finds_nearly_the_best_of_all_moves(self):
        for seed in range(6):
            position = positions(2, seed)[seed]
            if position.hand:
                best = candidates(position, None)[0]
                assert candidates(position, 12)[0].worth > best.worth - 0.02

    def test_they_come_best_first(self):
        found = [candidate.worth for candidate in candidates(SIAM.new(3, 1), 8)]
        assert found == sorted(found, reverse=True)


def enumerated(position: Position) -> tuple[float, ...]:
    """Return what each of two sides gets, by playing every legal move to the end."""
    result = SIAM.outcome(position)
    if result is not None:
        return payoff(position, result)
    values = {enumerated(SIAM.play(position, move)) for move in set(SIAM.moves(position))}
    return max(values, key=lambda each: each[side_of(len(position.seats), position.turn)])


class TestCertainty:
    @pytest.mark.parametrize("players", [2, 4])
    def test_one_card_left_is_certain_and_right(self, players):
        for position in endings(players, 1, 12):
            late = position
            while late.controls.count(None) > 3 and not late.over:  # fewer lines to enumerate
                late = SIAM.play(late, PASS)
            if not late.over:
                assert certain(late) == enumerated(late)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_last_card_s_holder_reaches_what_is_certain(self, players):
        for position in endings(players, 1, 12):
            expected = certain(position)
            now = position
            while not now.over:
                now = SIAM.play(now, best_with_one_card(now))
            assert payoff(now, SIAM.outcome(now)) == expected

    def test_more_than_one_card_is_not_certain_at_once(self):
        assert certain(endings(2, 2, 1)[0]) is None
        assert certain(SIAM.new(3, 1)) is None

    def test_two_cards_are_solved_and_the_proof_stands_up_to_enumeration(self):
        solved = 0
        for position in endings(2, 2, 40):
            late = position
            while late.controls.count(None) > 2 and not late.over:
                late = SIAM.play(late, PASS)
            if late.over or SIAM.count(late) > 150:
                continue
            found = think(THINKING, late, Limits(nodes=3000), Random(1))
            assert found.solved
            assert found.values == enumerated(late)
            assert enumerated(SIAM.play(late, found.move)) == found.values
            solved += 1
        assert solved >= 5


class TestAttention:
    def test_hands_are_counted_from_the_cards_played(self):
        random, position = Random(2), SIAM.new(3, 2)
        played = []
        while not position.over:
            assert recall(SIAM.view(position, 1), played) == position
            move = SIAM.random_move(position, random)
            played.append((position.turn, move))
            position = SIAM.play(position, move)

    def test_a_hand_stays_hidden_when_a_card_was_missed(self):
        position = next(p for p in positions(2, 1) if p.seats[0].cards == 6)
        view = SIAM.view(position, 1)
        assert recall(view, []).seats[0].hand is None

    def test_guesses_keep_what_is_known(self):
        for position in positions(3, 7)[::3]:
            view = SIAM.view(position, position.turn)
            for seed in range(5):
                guessed = guess(view, Random(seed))
                assert SIAM.parse(SIAM.format(guessed)) == guessed  # a position there could be
                assert SIAM.view(guessed, position.turn) == view

    def test_guesses_differ(self):
        position = next(p for p in positions(2, 1) if p.seats[0].cards == 5)
        view = SIAM.view(position, 1)
        assert len({guess(view, Random(seed)) for seed in range(10)}) > 1


class TestThinking:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_it_plays_by_the_rules_to_the_end(self, players):
        position, random = SIAM.new(players, 8), Random(1)
        while not position.over:
            view = SIAM.view(position, position.turn)
            known = position if position.turn else view  # seat 0 was inattentive
            found = think(THINKING, known, Limits(nodes=8), random)
            assert len(found.values) == sides(players)
            position = SIAM.play(position, found.move)
        assert SIAM.outcome(position).winners

    def test_a_tree_with_a_solver_is_freed_at_once_and_the_collector_goes_on(self):
        ending = positions(2, 7)[9]
        think(ThinkingSiam(), ending, Limits(nodes=100), Random(0))  # keeps tables for good
        gc.collect()
        found = think(ThinkingSiam(), ending, Limits(nodes=100), Random(0))
        assert (found.nodes, found.solved) == (100, False)
        assert gc.isenabled()
        assert gc.collect() < 100  # a position in the tree takes more than that

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_where_only_the_move_counts_it_ends_when_that_is_settled(self, players):
        brief = whole = 0
        for position in positions(players, 4)[::12]:
            if position.hand:
                full = think(THINKING, position, Limits(nodes=120), Random(1))
                found = think(THINKING, position, Limits(nodes=120, move_only=True), Random(1))
                assert found.solved or found.move == full.move
                brief, whole = brief + found.nodes, whole + full.nodes
        assert brief < 0.95 * whole

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_a_proven_win_is_won_whatever_the_others_play(self, players):
        proven = 0
        for position in endings(players, 2, 12):
            found = think(THINKING, position, Limits(nodes=300), Random(1))
            side = side_of(players, position.turn)
            if not found.solved or found.values[side] != 1:
                continue
            proven += 1
            now, random = position, Random(3)
            while not now.over:
                if side_of(players, now.turn) == side:
                    move = think(THINKING, now, Limits(nodes=2000), Random(1)).move
                else:
                    move = SIAM.random_move(now, random)
                now = SIAM.play(now, move)
            assert payoff(now, SIAM.outcome(now))[side] == 1
        assert proven >= 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_foretold_of_a_solved_game_comes_true(players):
    """Who is said to win wins with the moves of the line, and gets what the thought is worth."""
    siam = Siam()
    told = 0
    for seed in range(12):
        position, random = siam.new(players, seed), Random(seed)
        while not position.over and (cards_left(position) > 3 or not position.hand):
            position = siam.play(position, siam.random_move(position, random))
        if position.over:
            continue
        found = think(THINKING, position, Limits(nodes=400), Random(1))
        foretold = foretell(position, found.line) if found.solved else None
        if foretold is None:
            continue
        told += 1
        won = {side for side, value in enumerate(found.values) if value}
        assert won == {THINKING.side(position._replace(turn=s)) for s in foretold.outcome.winners}
        assert foretold.cards <= cards_left(position)
        assert f" in {foretold.cards}" in foretold.sentence(position)
    assert told > 3
