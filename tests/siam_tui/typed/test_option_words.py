"""Several choices of a move in one line of words."""

import pytest

from games.registry import game_of
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.typed.option_words import read_choices


def read(name, line):
    game = game_of(name)
    builder = ui_of(name).move_builder(game, game.new(players=2, seed=1))
    draft = builder.empty
    for option in read_choices(builder, draft, line).options:
        draft = builder.choose(draft, option.choice)
    move = builder.move(draft)
    return None if move is None else game.format_move(move)


@pytest.mark.parametrize("line", ["place lux 2", "place 2 lux", "Place 2 in Luxembourg"])
def test_a_number_may_stand_before_what_it_counts(line):
    assert read("foreign-king", line) == "place:2@LUX"


def test_a_number_may_stand_before_several_words():
    assert read("foreign-king", "place 2 west flanders") == "place:2@WFL"


def test_the_rest_of_a_move_may_be_in_the_line():
    assert read("siam", "lao khorat") is None
    assert read("siam", "khon thai lua lua lua lua rama").startswith("T:")


def test_what_cannot_be_chosen_is_named_as_it_was_typed():
    with pytest.raises(UserError, match="'paris'"):
        read("foreign-king", "place 2 paris")


def test_words_in_another_order_are_read_but_wait_to_be_confirmed():
    game = game_of("foreign-king")
    builder = ui_of("foreign-king").move_builder(game, game.new(players=2, seed=1))
    assert read_choices(builder, builder.empty, "place lux 2").in_order
    assert not read_choices(builder, builder.empty, "lux place 2").in_order
    assert read("foreign-king", "lux place 2") == "place:2@LUX"
