"""Whole random games run through text and back."""

from random import Random

import pytest

from games.siam import Siam


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_game_reaches_its_end_and_every_position_survives_text(players):
    siam = Siam()
    random = Random(players)
    position = siam.new(players, seed=players)
    while siam.turn(position) is not None:
        move = siam.random_move(position, random)
        assert siam.parse_move(siam.format_move(move)) == move
        position = siam.play(position, move)
        assert siam.parse(siam.format(position)) == position
    assert siam.outcome(position).winners
