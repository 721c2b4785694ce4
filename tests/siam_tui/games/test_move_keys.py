"""Every legal move can be filled in at once, and its keys build it: for every game."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase, digits

import pytest

from games.registry import game_of, spec_of
from siam_tui.games.move_builder import move_keys, name_keys
from siam_tui.games.registry import ui_of
from siam_tui.table.move_draft import MoveDraft
from tests.installed_games import OURS
from tests.siam_tui.games.amber.moments import view_at

CASES = [
    (name, seed, players)
    for name in OURS
    for seed, players in enumerate(n for n in spec_of(name).players if n > 1)
]


def pressed(draft, keys):
    """Press keys as a person does; return whether the move would be sent."""
    for key in keys:
        if key == "enter":
            return draft.move is not None
        option = next(each for each in draft.options if each.key.lower() == key)
        assert draft.choose(option.choice)
        if option.sends:
            return True
    return False


@pytest.mark.parametrize(("name", "seed", "players"), CASES)
def test_a_random_move_of_every_position_of_a_game(name, seed, players):
    game, random = game_of(name), Random(seed)
    position = game.new(players, seed)
    while (turn := game.turn(position)) is not None:
        view, move = game.view(position, turn), game.random_move(position, random)
        builder = ui_of(name).move_builder(game, view)
        draft = MoveDraft(builder, game)
        draft.fill_in([game.format_move(move)])
        built = draft.moves or [game.format_move(each) for each in first_of_chain(builder, draft)]
        assert built[0] == game.format_move(move)
        by_keys = MoveDraft(builder, game)
        sends = pressed(by_keys, move_keys(builder, move))
        assert by_keys.draft == draft.draft
        assert sends == (draft.move is not None)
        position = game.play(position, move)


@pytest.mark.parametrize(("name", "seed", "players"), CASES)
def test_every_key_that_makes_no_choice_is_explained_wherever_a_move_stands(name, seed, players):
    game, random = game_of(name), Random(seed)
    position = game.new(players, seed)
    while (turn := game.turn(position)) is not None:
        builder = ui_of(name).move_builder(game, game.view(position, turn))
        move = game.random_move(position, random)
        drafts = [builder.empty]
        for choice in builder.choices_of([move]):
            drafts.append(builder.choose(drafts[-1], choice))
        for draft in drafts:
            offered = {option.key.upper() for option in builder.options(draft)}
            for key in set(ascii_uppercase + digits) - offered:
                assert isinstance(builder.explain_key(draft, key), str)
        position = game.play(position, move)


def first_of_chain(builder, draft):
    """Return the moves of a draft that leads on, as one of Ámbar may."""
    return builder.progress(draft.draft).moves


@pytest.mark.parametrize(
    "moves",
    [
        ("M:CHA", "CHA:1@CHA>CAV", "CAV:1@BOR"),
        ("M:CHA", "CHA:2@MAR>CAS"),
        ("M:CHA", "CHA:1@MAR>CAS"),
        ("M:CHA", "CHA:-"),
    ],
)
def test_several_moves_of_one_turn_are_filled_in_together(moves):
    game = game_of("amber")
    builder = ui_of("amber").move_builder(game, view_at("chain").position, ("Ann", "Ben"))
    draft = MoveDraft(builder, game)
    draft.fill_in(moves)
    assert draft.moves == moves


def test_keys_are_named_as_they_are_shown():
    game = game_of("siam")
    view = game.view(game.new(2, 1), game.turn(game.new(2, 1)))
    assert name_keys(ui_of("siam").move_builder(game, view), game.parse_move("pass")) == "P Enter"
