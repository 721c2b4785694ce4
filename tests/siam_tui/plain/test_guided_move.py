"""A move that is asked for step by step: every legal one can be built, by words or by names."""

from random import Random
from types import SimpleNamespace

import pytest

from siam_tui.games.registry import ui_of
from siam_tui.plain.guided_move import GuidedMove
from siam_tui.profile.user_error import UserError
from tests.siam_tui.table.stage import played

UI = ui_of("siam")


def begun(game, position, word):
    guided = GuidedMove(UI.move_builder(game, position), game)
    guided.begin(UI.first_choice(word), word)
    return guided


@pytest.mark.parametrize("seed", range(4))
def test_answers_lead_to_a_legal_move_which_is_told_before_it_is_confirmed(seed):
    game, positions, _ = played(3, seed, moves=6)
    random, position = Random(seed), positions[-1]
    guided = begun(game, position, game.cards(position)[0])
    while "Type yes to play this" not in (asked := list(guided.ask_next()))[-1]:
        *_, question, answers = asked
        assert question.endswith("?")
        answers = answers.removesuffix(". Or back, or cancel.").replace(" or ", ", ").split(", ")
        assert guided.accept(random.choice(answers).lower())
    assert guided.moves == ()
    assert guided.accept("yes")
    assert guided.is_done
    (text,) = guided.moves
    move = game.parse_move(text)
    game.check(position, move)
    view = SimpleNamespace(game=game, position=position)
    assert asked == [
        UI.speech.tell_move(game, move, "You"),
        UI.texts.describe_effect(view, move),
        f"In the notation: {text}.",
        "Type yes to play this, back for the step before, or cancel.",
    ]


def test_back_undoes_a_step_and_the_first_one_ends_it():
    game, positions, _ = played(2, 1)
    guided = begun(game, positions[0], "K")
    first = list(guided.ask_next())
    assert guided.accept(first[1].split(",")[0])
    assert list(guided.ask_next()) != first
    assert guided.accept("back")
    assert list(guided.ask_next()) == first
    assert guided.accept("back")
    assert guided.is_done
    assert guided.moves == ()


def test_the_beginning_of_a_name_is_enough_unless_it_fits_several():
    game, positions, _ = played(2, 1)
    guided = begun(game, positions[0], "K")
    assert not guided.accept("xyz")
    assert not guided.accept("yes"), "nothing is complete"
    with pytest.raises(UserError, match=r"Do you mean L.* or L.*\?"):
        guided.accept("l")
    assert guided.accept("lan")


def test_a_card_that_cannot_be_played_names_those_that_can():
    game, positions, _ = played(2, 1)
    position = positions[0]
    seats = list(position.seats)
    seats[position.turn] = seats[position.turn]._replace(hand="KT")
    with pytest.raises(UserError, match="You cannot choose M now"):
        begun(game, position._replace(seats=tuple(seats)), "M")


def test_what_is_no_answer_is_refused_with_the_answers():
    game, positions, _ = played(3, seed=1)
    guided = begun(game, positions[0], "K")
    assert not guided.accept("patani")
    refusal = str(guided.refuse(" patani "))
    assert refusal.startswith("You cannot choose 'patani' here. Type ")
    assert refusal.endswith(", back or cancel.")
    assert "Pattani" in refusal
