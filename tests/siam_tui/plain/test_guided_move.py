"""A move that is asked for step by step: every legal one can be built, by words or by names."""

from random import Random
from types import SimpleNamespace

import pytest

from games.registry import game_of
from siam_tui.games.game_texts import YOU
from siam_tui.games.registry import ui_of
from siam_tui.games.siam.consequences import tell_consequences
from siam_tui.plain.guided_move import GuidedMove, tell_hint
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from tests.siam_tui.table.stage import played

UI = ui_of("siam")


def view_of(game, position):
    """Return the table as the seat to move sees it."""
    return SimpleNamespace(
        game=game, position=position, my_turn=True, seat=game.turn(position), seat_names=()
    )


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
        answers = answers.partition(". ")[0].replace(" or ", ", ").split(", ")
        answer = random.choice(answers).lower()
        name, _, number = answer.removesuffix(")").partition(" (")
        assert guided.accept(random.choice([answer, name, number or name]))
    assert guided.moves == ()
    assert guided.accept("yes")
    assert guided.is_done
    (text,) = guided.moves
    move = game.parse_move(text)
    game.check(position, move)
    assert asked == [
        UI.texts.tell_move(game, move, YOU),
        tell_consequences(game, position, game.play(position, move), position.turn)[0],
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


def test_provinces_are_named_with_the_numbers_that_choose_them():
    game, positions, _ = played(2, 1)
    position = positions[0]
    guided = begun(game, position, "K")
    numbered = [
        f"{game.map.provinces[province].name} ({number})"
        for number, province in enumerate(position.queue, start=1)
    ]
    asked = f"{', '.join(numbered[:-1])} or {numbered[-1]}. Type a name or its number"
    assert list(guided.ask_next())[1].startswith(asked)
    assert guided.accept("2")
    assert game.map.provinces[position.queue[1]].name in next(guided.ask_next())


def test_a_number_is_a_province_and_never_another_card_while_a_move_is_built():
    game, positions, _ = played(3, seed=1)
    position = positions[0]
    view = view_of(game, position)
    entry = MoveEntry(view)
    builder = UI.move_builder(game, position)
    open_to_lao = builder.options(builder.choose(builder.empty, UI.first_choice("l")))
    closed = {"1", "2"} - {option.key for option in open_to_lao}
    question = list(entry.enter_command(Typed("move", "l")))
    assert closed, "1 or 2 is no answer, but a card"
    with pytest.raises(UserError, match=f"You cannot choose '{min(closed)}' here"):
        entry.continue_move(min(closed))
    list(entry.continue_move(open_to_lao[0].key))
    assert list(entry.continue_move("back")) == question, "the move is still the same"


def test_another_card_begins_another_move_and_says_that_the_first_was_not_played():
    game, positions, _ = played(3, seed=1)
    position = positions[0]
    view = view_of(game, position)
    entry = MoveEntry(view)
    first, *_ = entry.enter_command(Typed("move", "k"))
    assert "not played" not in first
    told = list(entry.enter_command(Typed("move", "l")))
    assert told[0] == "The move that you had begun was not played."
    assert told[1:] == list(MoveEntry(view).enter_command(Typed("move", "l")))


def test_what_is_no_answer_is_refused_with_the_answers():
    game, positions, _ = played(3, seed=1)
    guided = begun(game, positions[0], "K")
    assert not guided.accept("patani")
    refusal = str(guided.refuse(" patani "))
    assert refusal.startswith("You cannot choose 'patani' here. Do you mean Pattani? Type ")
    assert refusal.endswith(", back or cancel.")
    assert "Pattani" in refusal


def typed(entry, line):
    """Type a line as a dialogue hands it on; return what is told."""
    told = entry.continue_move(line)
    return list(entry.enter_command(Typed("move", line)) if told is None else told)


def test_a_line_that_cannot_be_played_leaves_the_move_that_was_begun():
    game, positions, _ = played(2, 1)
    entry = MoveEntry(view_of(game, positions[0]))
    asked = typed(entry, "m")
    with pytest.raises(UserError, match="You cannot choose 'nowhere' now"):
        typed(entry, "1 nowhere rama")
    assert entry.ask_again() == asked
    with pytest.raises(UserError, match="a faction"):
        typed(entry, "1:Q@LAN")
    assert entry.ask_again() == asked
    assert typed(entry, "t")[0] == "The move that you had begun was not played."


def test_yes_before_a_move_is_complete_names_what_is_missing():
    game = game_of("foreign-king")
    position = game.new(2, 1)
    position = game.play(position, game.parse_move("place:1@BRA"))
    position = game.play(position, game.parse_move("coins"))
    entry = MoveEntry(view_of(game, position))
    typed(entry, "congress")
    with pytest.raises(UserError, match=r"'yes' here\. Type supply, Brabant"):
        entry.continue_move("yes", whole=True)


def position_with(game, wanted):
    """Play games at random until `wanted` returns something for the legal moves; return both."""
    for seed in range(50):
        rng, position = Random(seed), game.new(2, seed)
        while game.turn(position) is not None:
            if found := wanted([game.format_move(move) for move in game.moves(position)]):
                return position, found
            position = game.play(position, game.random_move(position, rng))
    raise AssertionError("no such position")


def test_a_hint_tells_the_word_to_type_unless_its_sentence_has_it():
    game = game_of("foreign-king")
    position, _ = position_with(game, lambda moves: set(moves) == {"yes", "no"})
    assert list(tell_hint(view_of(game, position), position, ["no"])) == [
        "Hint: You keep all congressmen in the Congress.",
        "In the notation: no.",
    ]
    siam, positions, _ = played(2, 1)
    told = list(tell_hint(view_of(siam, positions[0]), positions[0], ["pass"]))
    assert told == ["Hint: You pass."]


def test_a_hint_names_the_people_of_the_table():
    game = game_of("amber")
    position, moves = position_with(
        game, lambda moves: [move for move in moves if move.startswith("CAV:1@")]
    )
    view = view_of(game, position)
    view.name = ("Ann", "Bob").__getitem__
    (told, typed) = tell_hint(view, position, moves[:1])
    assert typed == f"In the notation: {moves[0]}."
    assert "seat" not in told
    assert "Ann" in told or "Bob" in told
