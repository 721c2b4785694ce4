"""The bots: legal moves from every position, quickly, and better than chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest

from games import compiled
from games.foreign_king import ForeignKing
from games.foreign_king.bots import greedy
from games.foreign_king.bots.evaluation import win_chances
from games.foreign_king.bots.search_adapter import ThinkingForeignKing
from games.foreign_king.moves import Move
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.search import Limits, think
from tests.games.foreign_king.positions import far_fetched, of_random_games

GAME = ForeignKing()
SEARCH = ThinkingForeignKing()
POSITIONS = (*of_random_games(1), *far_fetched(60, seed=3))
SLOWER = 1 if compiled.in_use() else 6
MOST_TURNS = 200
BOTS: tuple[Callable[[Position, Random], Move], ...] = (
    GAME.random_move,
    lambda position, random: greedy.choose(GAME, position, random),
    lambda position, random: think(SEARCH, position, Limits(nodes=1), random).move,
    lambda position, random: think(SEARCH, position, Limits(nodes=3), random).move,
)
WIDE = "A15/-/-/-/-/-/-/-/- -.30 0.999999.0.0.0.-|0.5.0.0.0.- 0 0>1 - 0 act"


def test_chances_of_seats_and_of_the_virtual_player_add_up_to_1() -> None:
    for position in POSITIONS:
        chances = win_chances(MutablePosition(position))
        assert len(chances) == len(position.scores)
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0


def test_only_an_end_is_certain_and_leaves_nothing_but_the_virtual_players_share() -> None:
    for position in POSITIONS:
        certain, outcome = SEARCH.certain(position), GAME.outcome(position)
        assert (certain is None) == (outcome is None)
        if certain is not None and outcome is not None:
            assert len(certain) == position.seats
            assert sum(certain) == pytest.approx(
                len(outcome.winners) / (len(outcome.winners) + outcome.virtual_wins)
            )


def test_choices_are_legal_and_complete_only_where_they_are_all_moves() -> None:
    for position in POSITIONS:
        if GAME.turn(position) is None:
            continue
        assert SEARCH.side(position) == GAME.turn(position)
        for width in (8, None):
            choices = SEARCH.choices(position, width)
            moves = [choice.move for choice in choices.best_first]
            assert 0 < len(moves) == len(set(moves))
            assert choices.complete == (len(moves) == GAME.count(position))
            worths = [choice.worth for choice in choices.best_first]
            assert worths == sorted(worths, reverse=True)
            for move in moves:
                assert SEARCH.play(position, move) == GAME.play(position, move)


def test_the_greedy_bot_is_quick_even_where_moves_are_millions() -> None:
    random = Random(1)
    for position in (*POSITIONS, GAME.parse(WIDE)):
        if GAME.turn(position) is not None:
            assert min(_seconds_of_greedy(position, random) for _ in range(3)) < 0.03 * SLOWER


def _seconds_of_greedy(position: Position, random: Random) -> float:
    before = process_time()
    move = greedy.choose(GAME, position, random)
    seconds = process_time() - before
    GAME.check(position, move)
    return seconds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_bot_beats_chance(players: int) -> None:
    wins = 0
    for seed in range(10):
        random, position = Random(seed), GAME.new(players, seed)
        mine = seed % players
        while (seat := GAME.turn(position)) is not None:
            mover = greedy.choose(GAME, position, random) if seat == mine else None
            position = GAME.play(position, mover or GAME.random_move(position, random))
        outcome = GAME.outcome(position)
        assert outcome is not None
        wins += mine in outcome.winners
    assert wins >= 8


def play_out(players: int, seed: int) -> tuple[Position, int]:
    """Play a game of cheap bots of all kinds; return its end and how many turns it took."""
    position, random, turns = GAME.new(players, seed), Random(seed), 0
    while (seat := GAME.turn(position)) is not None:
        turns += position.asks == "act"
        move = GAME.forced(position)
        if move is None:
            move = BOTS[(seed // players**seat) % len(BOTS)](position, random)
        position = GAME.play(position, move)
    return position, turns


def check_games_end(players: int, games: int) -> None:
    """Play games, and print the most turns of one."""
    longest = 0
    for seed in range(games):
        position, turns = play_out(players, seed)
        assert GAME.outcome(position) is not None
        longest = max(longest, turns)
    print(f"{games} games of {players} players: at most {longest} turns")  # noqa: T201
    assert longest <= MOST_TURNS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_bots_end(players: int) -> None:
    check_games_end(players, 4)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_500_games_of_bots_end(players: int) -> None:
    check_games_end(players, 500)


def test_the_search_plays_a_whole_game() -> None:
    position, random = GAME.new(2, 1), Random(1)
    while (seat := GAME.turn(position)) is not None:
        if seat == 0 and GAME.forced(position) is None:
            move = think(SEARCH, position, Limits(nodes=20), random).move
        else:
            move = GAME.random_move(position, random)
        position = GAME.play(position, move)
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert outcome.winners == (0,)
