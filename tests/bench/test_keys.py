"""How many keys a turn takes is counted as a person presses them."""

import pytest

from bench.keys import is_complete, turns
from games.registry import game_of
from siam_tui.games.registry import ui_of
from tests.installed_games import OURS
from tests.siam_tui.games.amber.moments import view_at


@pytest.mark.parametrize("name", OURS)
def test_every_turn_of_a_game_is_built(name):
    keys = list(turns(game_of(name), "random", 1))
    assert keys
    assert all(keys)


def test_a_move_that_leads_on_is_no_whole_turn():
    game = game_of("amber")
    builder = ui_of("amber").move_builder(game, view_at("chain").position, ("Ann", "Ben"))
    moves = [game.parse_move(text) for text in ("M:CHA", "CHA:2@MAR>CAS")]
    assert not is_complete(builder, moves[:1])
    assert is_complete(builder, moves)
