"""The check of the analysis, in its short form: the ends of some games of `greedy`."""

from random import Random

import pytest

from bench.analysis import THINKING, WRONG, Game, bot_game, check, unproven_turns
from client.bots.levels import LEVELS
from games.search import Limits, Mark, analyse
from games.search.analysis import Assessment

LAST = 9
"""Moves of a game that are looked at."""
STEPS = 20_000


def end_of(players, seed):
    game = bot_game(players, seed, [LEVELS["greedy"]])
    first = max(0, len(game.moves) - LAST)
    return Game(game.positions[first:], game.moves[first:])


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (2, 5), (3, 1), (4, 1)])
def test_no_proven_error_is_unmarked_and_no_proven_good_move_blamed(players, seed):
    game = end_of(players, seed)
    found = list(analyse(THINKING, game.positions, game.moves, Limits(nodes=40), Random(0)))
    kinds = [kind for kind, _ in (*check(game, found, STEPS), *unproven_turns(game, found))]
    assert kinds
    assert not set(WRONG) & set(kinds)


def test_a_verdict_that_is_wrong_is_found():
    """Of each move the opposite is said."""
    game = end_of(2, 1)
    said = [
        Assessment(
            ply, THINKING.side(game.positions[ply]), (0.5, 0.5), (0.5, 0.5), move, 0.2, False
        )
        for ply, move in enumerate(game.moves)
    ]
    assert all(each.mark is Mark.BLUNDER for each in said)
    kinds = {kind for kind, _ in check(game, said, STEPS)}
    assert kinds <= set(WRONG)
    assert "good moves blamed" in kinds
    assert list(unproven_turns(game, said))
