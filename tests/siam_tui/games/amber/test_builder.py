"""Moves of Reino de Ámbar are built by keys: at the design's moments, and everywhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from attrs import evolve
from textual.geometry import Size

from games.amber.constants import PAWNS, SUITS
from siam_tui.appearance.style import Look
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.building.prompts import words_so_far
from siam_tui.games.amber.choice_kinds import (
    CROWN_KEY,
    DECLINE_KEY,
    LETTER_KEYS,
    PAWN_KEY,
    PROBLEM_KEYS,
    TAKE_KEY,
    Kind,
)
from siam_tui.games.amber.colours import card_suits, marks_of, pawn_suits
from siam_tui.games.amber.texts import TEXTS
from siam_tui.games.move_builder import Choice, Draft
from siam_tui.table.bar.bars import move_bar
from siam_tui.table.bar.move_bar import bar_lines
from siam_tui.table.move_draft import MoveDraft
from tests.siam_tui.games.amber.moments import GAME, NAMES, view_at


def builder_at(name):
    position = view_at(name).position
    return AmberMoveBuilder(GAME, position, NAMES if position.dummy is None else ("Ann", "Dummy"))


def typed(builder, keys):
    """Return the draft, the prompt and the options after some keys, as the table presses them."""
    draft = MoveDraft(builder, GAME)
    for key in keys:
        option = next(option for option in draft.options if option.key == key)
        assert draft.choose(option.choice)
    return draft


@pytest.mark.parametrize(
    ("moment", "keys", "moves"),
    [
        ("alone", "S2", "S:CAS"),
        ("alone", "S25", "S:PEN"),  # another digit replaces the last one, which leads on
        ("alone", "S2W7", "W:BOR"),  # another card begins anew
        ("alone", "S5ET", "S:PEN 8MS:keep"),
        ("attempts", "G", "try:CK"),
        ("attempts", "FP", "pass"),
        ("solving", "T", "8YK:keep"),
        ("solving", "43", "8YK:MAR>CAS"),
        ("crown", "R4", "CK:^CAS"),
        ("crown", "R42", "CK:^LUN"),
        ("chain", "M6647", "M:CHA CHA:1@CHA>CAV CAV:1@BOR"),
        ("chain", "M612", "M:CHA CHA:2@MAR>CAS"),
        ("chain", "M6120", "M:CHA CHA:1@MAR>CAS"),
        ("chain", "M61200", "M:CHA CHA:2@MAR>CAS"),
        ("chain", "M6P", "M:CHA CHA:-"),
    ],
)
def test_keys_build_a_move(moment, keys, moves):
    draft = typed(builder_at(moment), keys)
    if moves == "S:PEN":
        assert not draft.moves
        assert "Penitent" in draft.prompt.question
    else:
        assert draft.moves == tuple(moves.split())


def test_a_draft_is_shown_before_it_is_sent():
    builder = builder_at("chain")
    draft = typed(builder, "M6647")
    before, after = builder.position, draft.preview(None)
    assert (after.turn, after.round, after.row) == (before.turn, before.round, before.row)
    assert after.wall(1) == before.wall(1) - 1
    prompt = draft.prompt
    assert prompt.move == (
        "Moons > Chance Mtg > from Chance Mtg > to Cave > one back from Borderland"
    )
    sums = "You would stand 7 to 4 on the Origin and 5 to 3 on the Calamity."
    assert prompt.change == (
        f"A marker of Dummy goes back from the Borderland. Then: supply 0. {sums}",
        f"A marker of Dummy goes back from the Borderland. {sums}",
        sums,
    )
    assert not prompt.question
    draft.step_back()
    assert not draft.moves
    assert "The Cave" in draft.prompt.question
    assert draft.prompt.change[-1].startswith("You would stand")


def test_nothing_chosen_changes_nothing():
    assert typed(builder_at("attempts"), "").prompt.change == ()


HINTS = (
    ("attempts", "G", "You are the strongest on the Windfall, 3 to 2."),
    ("attempts", "F", ""),
    ("attempts", "P", "You keep your gold."),
    ("solving", "T", ""),
    ("solving", "43", "It brings you 3 influence."),
    ("crown", "R4", "It brings you 3 influence."),
)


@pytest.mark.parametrize(("moment", "keys", "told"), HINTS)
def test_a_hint_says_one_thing_that_speaks_for_its_move(moment, keys, told):
    draft = typed(builder_at(moment), keys)
    assert TEXTS.explain_advice(view_at(moment), GAME.parse_move(draft.move)) == told


def test_what_a_choice_brings_is_told_before_it_is_made():
    options = {option.key: option for option in typed(builder_at("attempts"), "").options}
    assert options["E"].explanation == ("yours, nobody tries it; its 8 is lost at wall 7")
    assert options["F"].explanation == "lost, Chai has 4, you 2"
    assert options["G"].explanation == "yours, 3 to 1 of Ben"
    labels = [option.label for option in typed(builder_at("solving"), "").options]
    assert labels == [
        "take it: 8 points, but lost while your wall is 7",
        "Market: +2 gold",
        "Castle: +3 infl",
        "Penitent: no gold",
        "Cave: another player loses 1",
        "Borderland: wall 7 > 8",
    ]


def test_taking_a_number_that_the_growing_barbarians_take_back_is_told():
    position = GAME.parse(
        "CHA0.1.1/LUN0.2.0/MAR1.1.0/CAS2.1.3/PEN0.0.1*/CAV0.0.1/BOR2.2.2 "
        "MSV.L.W.1.0.3SK+9VK|?3.H.H.1.1.?2|?3.?.S.2.0.?1 5YK=0,CS,CK 5MV,8YK,CM,CV "
        "1.4 2 1 0 0 solve ?12 - -"
    )
    draft = typed(AmberMoveBuilder(GAME, position, NAMES), "")
    assert draft.options[0].label == "take it: 5 points, but lost when your wall falls to 4"
    prompt = typed(AmberMoveBuilder(GAME, position, NAMES), "T").prompt
    assert prompt.change == ("5 points for you, lost when your wall falls to 4 this round.",)


@pytest.mark.parametrize(
    ("moment", "keys", "key", "why"),
    [
        ("alone", "S", "4", "Suns do not act in the Cave."),
        ("alone", "", "V", "You have played Leaves already."),
        ("alone", "S2", "T", "Your move is complete: Enter sends it, Esc steps back."),
        ("crown", "R", "5", "The Confidant is in the Penitent already: choose another area."),
        ("chain", "M664", "3", "Nobody else has a marker in the Lunatic."),
        ("chain", "M6", "3", "You have no marker in the Lunatic."),
        ("solving", "4", "1", "You have no marker in the Chance Meeting."),
        ("solving", "", "1", "The Betrayal has no suit of the Chance Meeting."),
        ("attempts", "", "W", "No card is played now. Choose a Problem by its letter."),
        ("alone", "", "J", "Choose a card by its letter."),
        ("alone", "", "²", "Choose a card by its letter."),
    ],
)
def test_a_key_without_effect_says_why(moment, keys, key, why):
    builder = builder_at(moment)
    assert builder.explain_key(typed(builder, keys).draft, key) == why


KEYS_OF_KIND = {
    Kind.PROBLEM: PROBLEM_KEYS,
    Kind.TAKE: TAKE_KEY,
    Kind.CROWN: CROWN_KEY,
    Kind.PASS: DECLINE_KEY,
    Kind.CARD: f"{SUITS}{PAWN_KEY}",
    Kind.COUNT: "0",
    Kind.SEAT: "0",
}


@pytest.mark.parametrize(
    ("moment", "keys"),
    [("alone", "S5"), ("alone", "S2"), ("attempts", ""), ("attempts", "E"), ("solving", ""),
     ("crown", "R"), ("chain", "M612"), ("chain", "M664")],
)  # fmt: skip
def test_a_key_means_the_same_whatever_is_asked(moment, keys):
    """Digits are areas only; no Problem, card or other choice shares a key with another kind."""
    options = typed(builder_at(moment), keys).options
    assert options
    for option in options:
        assert option.key in KEYS_OF_KIND.get(option.choice.kind, "1234567")


def test_no_player_has_the_letter_of_a_key_and_no_pawn_has_one_at_all():
    view = view_at("attempts")
    names = ("Eve", "Tom", "Xerxes")
    seats = [evolve(seat, name=name) for seat, name in zip(view.state.seats, names, strict=True)]
    view = replace(view, state=evolve(view.state, seats=tuple(seats)))
    assert tuple(map(view.name, range(3))) == names
    assert LETTER_KEYS.isdisjoint(marks_of(view).letters)
    for pawn in PAWNS:
        assert pawn_suits(pawn, Look()).plain == card_suits(pawn)


def test_another_player_can_be_chosen_where_two_are():
    position = GAME.parse(
        "CHA0.1.1/LUN0.2.0/MAR1.0.0/CAS2.1.2/PEN0.0.1*/CAV1.0.1/BOR3.2.2 "
        "MSV.L.W.0.1.3SK+9VK|?3.H.H.2.0.?2|?3.?.S.3.0.?1 8YK,CS,CK 2MK,5MV,CM,CV "
        "1.4 2 1 0 0 act+CAV ?12 - -"
    )
    builder = AmberMoveBuilder(GAME, position, NAMES)
    draft = typed(builder, "4")
    assert draft.moves == ("CAV:2@CAS",)
    assert [option.label for option in draft.options if option.key == "0"] == [
        "a marker of Ben instead"
    ]
    assert typed(builder, "40").moves == ("CAV:1@CAS",)


def drafts_of_one_move(builder):
    """Iterate over the first moves of all drafts in which one is complete."""
    waiting, seen = [builder.empty], set()
    while waiting:
        draft = waiting.pop()
        if draft in seen:
            continue
        seen.add(draft)
        made = builder.progress(draft).moves
        choices = builder.next_choices(draft)
        if made:
            yield made[0]
            choices = builder.amendments(draft) if len(made) == 1 else ()
        waiting += [builder.choose(draft, choice) for choice in choices]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_exactly_the_legal_moves_can_be_built(players):
    random, position = Random(players), GAME.new(players, players)
    asked = set()
    while position.turn is not None:
        moves = list(GAME.moves(position))
        if len(moves) > 1:
            builder = AmberMoveBuilder(GAME, GAME.view(position, position.turn))
            assert set(drafts_of_one_move(builder)) == set(moves)
            for option in builder.options(builder.empty):
                draft = builder.choose(builder.empty, option.choice)
                prompt = builder.prompt(draft)
                assert prompt.question or prompt.change
                assert builder.options(draft) or builder.move(draft)
            asked.add(position.step)
        position = GAME.play(position, random.choice(moves))
    assert {"act", "declare", "solve"} <= asked


NAMES_OF = {1: ("Ann", "Dummy"), 2: ("Ann", "Hungry Hugo"), 3: ("Ann", "Hungry Hugo", "Merry Lek")}


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_bar_of_a_small_screen_always_tells_the_choice_its_change_and_the_way_back(players):
    random, position = Random(players), GAME.new(players, players)
    while position.turn is not None:
        moves = list(GAME.moves(position))
        if position.turn == 0 and len(moves) > 1:
            view = view_at("", 0, str(GAME.view(position, 0)))
            builder = AmberMoveBuilder(GAME, view.position, NAMES_OF[players])
            for _ in range(3):
                check_bars(view, MoveDraft(builder, GAME), random)
        position = GAME.play(position, random.choice(moves))


def check_bars(view, draft, random):
    """Choose at random, and look at the bar after every choice."""
    for _ in range(10):
        bar = move_bar(view, draft)
        lines = [line.plain for line in bar_lines(bar, Size(80, 6), Look())]
        told = " ".join(" ".join(lines).split())
        assert "…" not in told
        for choice in draft.choices[-1:]:
            assert words_so_far(draft.builder, (choice,)) in lines[0]
        if draft.move is None:
            assert bar.question in told
        else:
            assert any(form in told for form in bar.change)
            assert " Enter " in "".join(lines)
            assert " Esc " in "".join(lines)
        ahead = [each for each in draft.options if each.in_bar or not draft.choices]
        assert all(f" {each.key} " in "".join(lines) or each.explanation for each in ahead)
        if not ahead or (draft.move is not None and random.random() < 0.5):
            return
        draft.choose(random.choice(ahead).choice)


def test_whose_marker_the_cave_takes_is_told_where_several_have_one():
    position = GAME.parse(
        "CHA0.1.1/LUN0.2.0/MAR1.0.0/CAS2.1.2/PEN0.0.1*/CAV1.0.1/BOR3.2.2 "
        "MSV.L.W.0.1.3SK+9VK|?3.H.H.2.0.?2|?3.?.S.3.0.?1 8YK,CS,CK 2MK,5MV,CM,CV "
        "1.4 2 1 0 0 act+CAV ?12 - -"
    )
    told = {
        option.key: option.label for option in typed(AmberMoveBuilder(GAME, position), "").options
    }
    assert told["2"] == "Lunatic (seat 2): no Problem changes"
    labels = [option.label for option in typed(builder_at("chain"), "M664").options]
    assert labels[0] == "Market: Origin 7 to 4"


def test_a_problem_that_can_be_solved_at_once_tells_its_worth():
    labels = [option.label for option in typed(builder_at("alone"), "S5").options]
    assert labels[:2] == ["Diplomat, 8 points", "Painter, 3 points"]


def test_who_speaks_first_is_told_that_a_tie_is_theirs():
    position = GAME.parse(
        "CHA0.1.1/LUN0.2.0/MAR1.0.0/CAS2.1.2/PEN0.0.1*/CAV0.0.1/BOR3.2.2 "
        "MSV.L.W.0.1.3SK+9VK|?3.H.H.2.0.?2|?3.?.S.3.0.?1 5YK,CS,CK 2MK,5MV,CM,CV "
        "1.4 2 0 0 0 declare ?12 - -"
    )
    options = typed(AmberMoveBuilder(GAME, position, NAMES), "").options
    told = {option.key: option.explanation for option in options}
    assert told["E"] == "untried so far; you 6, Chai 7"
    even = position._replace(markers=(1, 1, 1) * 7, confidant=None)
    option = typed(AmberMoveBuilder(GAME, even, NAMES), "").options[0]
    assert option.explanation == "untried so far; 5 to 5, ties are yours; its 5 is lost at wall 5"


def test_a_marker_from_the_borderland_is_told_to_cost_a_wall():
    labels = {option.key: option.label for option in typed(builder_at("solving"), "4").options}
    assert labels["7"] == "Borderland, 3 markers, wall 7 > 6"
    assert labels["3"] == "Market, 1 marker"


def test_a_number_above_the_wall_tells_which_wall_would_hold_it():
    told = typed(builder_at("solving"), "T").prompt.change[0]
    assert told == "8 points for you, but lost unless your wall rises from 7 to 9."


def test_how_one_stands_on_problems_is_not_told_once_attempts_are_settled():
    assert not any("stand" in form for form in typed(builder_at("crown"), "R4").prompt.change)


def test_other_choices_are_refused():
    builder = builder_at("alone")
    with pytest.raises(ValueError, match="Choice"):
        builder.choose(builder.empty, Choice(Kind.TAKE, 0))


def test_the_keys_of_choices_that_make_themselves_are_known():
    """They are those that a person who types ahead presses at the same questions."""
    rng, found = Random(1), 0
    position = GAME.new(players=3, seed=0)
    while found < 12:
        if position.turn is None:
            position = GAME.new(players=3, seed=rng.randrange(1000))
        view = GAME.view(position, position.turn)
        draft = MoveDraft(AmberMoveBuilder(GAME, view, NAMES), GAME)
        while draft.options and not (draft.moves and rng.random() < 0.5):
            draft.choose(rng.choice(draft.options).choice)
            if draft.filled:
                found += 1
                assert draft.prompt.filled_keys == keys_asked(draft)
        position = GAME.play(position, GAME.parse_move(draft.moves[0]))


def keys_asked(draft):
    """Return the keys that the questions have which the last choices answered by themselves."""
    made = draft.choices[: len(draft.choices) - len(draft.filled)]
    keys = []
    for choice in draft.filled:
        (only,) = draft.builder.next_choices(Draft(made))
        options = draft.builder.options(Draft(made))
        assert choice == only
        keys += [option.key for option in options if option.choice == choice]
        made += (choice,)
    return tuple(keys)
