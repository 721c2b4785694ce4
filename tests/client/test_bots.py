"""Bots: what they choose, and what they remember."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from client.bots.levels import LEVELS, SECONDS, SearchLevel, find_level
from client.bots.memory import Memory
from games.contract import GameError
from games.registry import built_in_map, game_of, spec_of
from games.search import Limits
from games.siam import PASS, Position, Siam
from games.siam.bots.greedy import _candidates, _Judge, choose
from protocol.states import Entry

GAME: Siam = game_of("siam")  # type: ignore[assignment]
ALBION: Siam = game_of("siam", map_text=built_in_map("siam", "albion"))  # type: ignore[assignment]


QUICK = {
    name: SearchLevel(Limits(nodes=min(level.limits.nodes or 4, 4)))
    if isinstance(level, SearchLevel)
    else level
    for name, level in LEVELS.items()
}
"""The levels without a clock, so that the same dice give the same game."""


def play_out(game: Siam, levels: list[str], seed: int) -> tuple[list[Position], Any]:
    """Let levels play each other from their own views; return all positions, and the outcome."""
    randoms = [Random(100 * seed + seat) for seat in range(len(levels))]
    positions = [game.new(len(levels), seed)]
    while (turn := game.turn(positions[-1])) is not None:
        position = positions[-1]
        move = game.forced(position)
        if move is None:
            move = QUICK[levels[turn]](game, game.view(position, turn), randoms[turn])
        positions.append(game.play(position, move))  # refuses what is not legal
    return positions, game.outcome(positions[-1])


def some_positions(seed: int) -> list[Position]:
    """Return positions from the middle of a random game."""
    positions, _ = play_out(GAME, ["random"] * (2 + seed % 3), seed)
    return [position for position in positions[:-1] if position.hand][:: 3 + seed % 4]


class TestLevels:
    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize(
        ("game", "players"),
        [
            *((GAME, count) for count in (2, 3, 4)),
            *(pytest.param(ALBION, count, marks=pytest.mark.long) for count in (2, 4)),
            (ALBION, 3),
        ],
        ids=lambda value: value.map.name if isinstance(value, Siam) else str(value),
    )
    def test_every_level_plays_whole_games_by_the_rules_from_its_own_view(
        self, game, players, level
    ):
        _, outcome = play_out(game, [level] * players, players)
        assert outcome.winners

    @pytest.mark.parametrize("level", LEVELS)
    def test_the_same_dice_give_the_same_game(self, level):
        assert play_out(GAME, [level] * 3, 7) == play_out(GAME, [level] * 3, 7)

    def test_greedy_beats_random(self):
        wins = 0
        for seed in range(6):
            seat = seed % 3
            levels = ["random"] * 3
            levels[seat] = "greedy"
            wins += seat in play_out(GAME, levels, seed)[1].winners
        assert wins >= 5  # of 6, where one in three would be luck

    def test_weakest_first(self):
        assert list(LEVELS) == ["random", "greedy", "mandarin", "minister", "regent"]

    @pytest.mark.parametrize("players", spec_of("siam").players)
    def test_a_stronger_level_looks_at_more_positions(self, players):
        allowed = [
            LEVELS[name].limits_in(GAME, players).nodes
            for name in ("mandarin", "minister", "regent")
        ]
        assert 4 * allowed[0] <= allowed[1]
        assert allowed[2] is None

    @pytest.mark.parametrize("players", spec_of("siam").players)
    def test_a_level_told_to_hurry_still_looks_at_no_more_positions(self, players):
        hurried = find_level("mandarin", 0.5).limits_in(GAME, players)
        assert hurried == replace(LEVELS["mandarin"].limits_in(GAME, players), seconds=0.5)

    @pytest.mark.parametrize("level", ["mandarin", "minister", "regent"])
    def test_a_level_that_thinks_answers_within_its_second(self, level):
        view = GAME.view(GAME.new(3, 5), GAME.new(3, 5).turn)
        start = time.thread_time()
        move = LEVELS[level](GAME, view, Random(1))
        GAME.check(view, move)
        assert time.thread_time() - start < 1.5 * SECONDS  # of its own: the machine may be busy

    def test_a_level_that_thinks_can_be_told_to_hurry_and_to_stop(self):
        view = GAME.new(2, 5)
        start = time.thread_time()
        find_level("regent", 0.01)(GAME, view, Random(1))
        LEVELS["regent"](GAME, view, Random(1), lambda: True)
        assert time.thread_time() - start < SECONDS

    def test_thinking_beats_greedy(self):
        thinking = SearchLevel(Limits(nodes=30))
        wins = 0
        for seed in range(4):
            position, random = GAME.new(2, seed // 2), Random(seed)
            while (turn := GAME.turn(position)) is not None:
                level = thinking if turn == seed % 2 else LEVELS["greedy"]
                move = GAME.forced(position) or level(GAME, position, random)
                position = GAME.play(position, move)
            wins += seed % 2 in GAME.outcome(position).winners
        assert wins >= 3  # of 4; with its usual limits it wins more

    def test_an_unknown_level_is_refused(self):
        with pytest.raises(GameError, match="there is: random, greedy, mandarin"):
            find_level("genius")

    @pytest.mark.parametrize("level", ["greedy", "regent"])
    def test_a_level_says_which_game_there_is_not(self, level):
        class Other:
            name = "other"

        with pytest.raises(GameError, match="there is no game 'other'"):
            find_level(level)(Other(), None, Random(1))  # type: ignore[arg-type]


class TestGreedy:
    @pytest.mark.parametrize("seed", range(6))
    def test_it_foresees_who_wins_if_all_pass_after_every_move(self, seed):
        random = Random(seed)
        for position in some_positions(seed):
            candidates = list(_candidates(GAME, position, _Judge(position)))
            for worth, move in random.sample(candidates, min(len(candidates), 150)):
                end = GAME.outcome(GAME.if_all_pass(GAME.play(position, move)))
                assert end is not None
                assert worth.wins == (position.turn in end.winners), str(position)

    @pytest.mark.parametrize("seed", range(6))
    def test_it_weighs_every_legal_move_once(self, seed):
        for position in some_positions(seed)[:3]:
            moves = [move for _, move in _candidates(GAME, position, _Judge(position))]
            assert len(moves) == GAME.count(position) - 1  # all but the pass
            assert set(moves) == set(GAME.moves(position)) - {PASS}

    @pytest.mark.parametrize("seed", range(6))
    def test_it_wins_when_it_can_and_has_the_cards(self, seed):
        for position in some_positions(seed):
            struggles = position.controls.count(None)
            if position.seats[position.turn].cards <= struggles - 2:
                continue
            can = any(
                position.turn in GAME.outcome(GAME.if_all_pass(GAME.play(position, move))).winners
                for _, move in zip(range(400), GAME.moves(position), strict=False)
            )
            if can:
                move = choose(GAME, GAME.view(position, position.turn), Random(1))
                end = GAME.outcome(GAME.if_all_pass(GAME.play(position, move)))
                assert position.turn in end.winners

    @pytest.mark.parametrize("seed", range(6))
    def test_it_does_not_burn_its_cards_at_once(self, seed):
        positions, _ = play_out(GAME, ["greedy"] * (2 + seed % 3), seed)
        for position in positions[:-1]:
            struggles = position.controls.count(None)
            assert all(seat.cards >= struggles - 2 for seat in position.seats)

    def test_it_knows_no_hand_but_its_own(self):
        position = GAME.new(3, 11)
        view = GAME.view(position, position.turn)
        assert [seat.hand is None for seat in view.seats].count(True) == 2
        assert choose(GAME, view, Random(3)) == choose(GAME, position, Random(3))


def entries(seed: int, players: int = 3) -> tuple[list[Entry], list[Position]]:
    """Return the log of a random game, and its positions."""
    positions, _ = play_out(GAME, ["random"] * players, seed)
    random = [Random(100 * seed + seat) for seat in range(players)]
    log = []
    for before, after in itertools.pairwise(positions):
        turn = before.turn
        move = GAME.forced(before)
        if move is None:
            move = LEVELS["random"](GAME, GAME.view(before, turn), random[turn])
        assert GAME.play(before, move) == after
        spectators = GAME.format(GAME.view(after, None))
        log.append(Entry(turn, GAME.format_move(move), "player", spectators))
    return log, positions


class TestMemory:
    @pytest.mark.parametrize("seed", range(4))
    def test_who_saw_all_moves_knows_all_hands(self, seed):
        log, positions = entries(seed)
        memory = Memory(1)
        for ply, position in enumerate(positions[:-1]):
            view = GAME.view(position, 0)
            assert memory.recall(GAME, view, ply) == position
            memory.add_entries(max(0, ply - 1), log[max(0, ply - 1) : ply + 1])  # again

    def test_over_a_gap_nothing_is_remembered(self):
        log, positions = entries(1)
        memory = Memory(1)
        memory.add_entries(3, log[3:9])
        view = GAME.view(positions[9], 0)
        assert memory.recall(GAME, view, 9) == view
        memory.add_entries(0, log[:9])
        assert memory.recall(GAME, view, 9) == positions[9]
