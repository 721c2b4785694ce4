"""Moves of authored games, choice by choice: every legal move can be built, and no other."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.registry import game_of
from games.testing import play_random_game
from siam_tui.games.authored.move_builder import AuthoredMoveBuilder
from siam_tui.games.registry import ui_of

GAMES = ("morris", "four", "heaps", "shires", "five", "reversi")


def builders(name: str, seed: int):
    """Iterate over the builders of a random game, each with the move that was played."""
    played = play_random_game(game_of(name), 2, seed)
    for position, move in zip(played.positions, played.moves, strict=False):
        view = played.game.view(position, played.game.turn(position))
        yield ui_of(name).move_builder(played.game, view), move


@pytest.mark.parametrize("name", GAMES)
class TestBuilder:
    def test_a_move_is_built_by_its_choices_and_back_again(self, name):
        for builder, move in builders(name, 1):
            drafts = [builder.empty]
            for choice in builder.choices_of([move]):
                assert choice in [option.choice for option in builder.options(drafts[-1])]
                drafts.append(builder.choose(drafts[-1], choice))
            assert builder.move(drafts[-1]) == move
            assert builder.options(drafts[-1]) == ()
            for before, after in pairwise(drafts):
                assert builder.step_back(after) == before

    def test_any_choices_lead_to_a_legal_move(self, name):
        random = Random(name)
        for builder, _ in builders(name, 2):
            draft = builder.empty
            while options := builder.options(draft):
                assert builder.move(draft) is None
                draft = builder.choose(draft, random.choice(options).choice)
            builder.game.check(builder.position, builder.move(draft))

    def test_each_option_has_a_key_of_its_own(self, name):
        for builder, move in builders(name, 3):
            draft = builder.empty
            for choice in builder.choices_of([move]):
                keys = [option.key for option in builder.options(draft)]
                assert len(set(keys)) == len(keys)
                assert all(len(key) == 1 for key in keys)
                draft = builder.choose(draft, choice)

    def test_what_is_no_option_is_refused(self, name):
        for builder, move in builders(name, 4):
            draft = builder.empty
            for choice in builder.choices_of([move]):
                draft = builder.choose(draft, choice)
            with pytest.raises(ValueError, match="Choice"):
                builder.choose(draft, choice)


def test_a_place_may_be_clicked_before_its_first_sign_is_chosen():
    game = game_of("five")
    builder: AuthoredMoveBuilder = ui_of("five").move_builder(game, game.new(2, 1))
    keys = [option.key for option in builder.options(builder.empty)]
    assert keys == list("ABCDEFGHI")
    move = game.parse_move("c4")
    sign, place = builder.choices_of([move])
    assert builder.move(builder.choose(builder.empty, place)) == move
    assert [option.key for option in builder.options(builder.choose(builder.empty, sign))] == list(
        "987654321"
    )


def test_a_place_that_cannot_be_chosen_says_why():
    game = game_of("shires")
    position = game.new(2, 1)
    builder = ui_of("shires").move_builder(game, position)
    send = next(move for move in game.moves(position) if type(move).__name__ == "Send")
    *first, _ = builder.choices_of([send])
    draft = builder.empty
    for choice in first:
        draft = builder.choose(draft, choice)
    far = builder._words.choice("to", send.card)
    assert builder.explain_choice(draft, far) == "That shire is not beside the card's."
