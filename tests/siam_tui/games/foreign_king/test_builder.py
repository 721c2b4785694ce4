"""The move builder: every choice is legal, every legal move can be built, and prices are told."""

from __future__ import annotations

from random import Random
from time import process_time
from types import SimpleNamespace

import pytest
from textual.geometry import Size

from games.foreign_king.constants import LOAN
from games.foreign_king.moves import Close, VirtualStep
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder
from siam_tui.games.foreign_king.texts import TEXTS
from siam_tui.games.move_builder import EMPTY, move_keys
from siam_tui.table.bar.bars import move_bar
from siam_tui.table.bar.move_bar import bar_lines
from siam_tui.table.move_draft import MoveDraft
from tests.siam_tui.games.foreign_king.moments import GAME, MOMENTS, NAMES, view_at

WIDEST = "A15V15+MMMMMTTTTT/-/-/-/-/-/-/-/- -.30 0.99.1.0.0.-|0.6.0.0.0.- 0 0>1 - 0 act"
"""All citizens in one province and money without end: more than a million moves."""
OPENING = 0.05
"""Seconds in which the first options and their question are there."""
FEW = 2_000


def at(text):
    return ForeignKingMoveBuilder(GAME, GAME.parse(text))


def press(builder, keys, draft=EMPTY):
    """Return the draft after some keys, one sign each."""
    for key in keys:
        choice = next(each.choice for each in builder.options(draft) if each.key == key)
        draft = builder.choose(draft, choice)
    return draft


def positions(seed, players):
    """Iterate over the positions of a random game."""
    random, position = Random(seed), GAME.new(players, seed)
    while position.asks != "over":
        yield position
        position = GAME.play(position, GAME.random_move(position, random))


def buildable(builder):
    """Return every move that can be built."""
    found, seen, ahead = set(), set(), [builder.empty]
    while ahead:
        draft = ahead.pop()
        if draft not in seen:
            seen.add(draft)
            found |= {builder.move(draft)} - {None}
            ahead += [builder.choose(draft, each.choice) for each in builder.options(draft)]
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_can_be_built_are_the_legal_moves(players):
    sizes = Random(players)
    for position in positions(players, players):
        small = GAME.count(position) <= FEW and position.asks != "virtual"
        if small and sizes.random() < 0.1:
            assert buildable(ForeignKingMoveBuilder(GAME, position)) == set(GAME.moves(position))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_leads_on_and_can_be_taken_back(players):
    random = Random(players)
    for position in positions(10 + players, players):
        builder = ForeignKingMoveBuilder(GAME, position)
        draft, path = builder.empty, []
        while True:
            options, move = builder.options(draft), builder.move(draft)
            assert len({option.key for option in options}) == len(options)
            prompt = builder.prompt(draft, ())
            assert prompt.question or (move is not None and prompt.change)
            assert GAME.parse(str(position)) == position
            if move is not None and (not options or random.random() < 0.4):
                break
            path.append(draft)
            draft = builder.choose(draft, random.choice(options).choice)
        after = position
        for each in (move, *builder.following(draft)):
            GAME.check(after, each)
            after = GAME.play(after, each)
        if path:
            assert builder.step_back(draft) in {*path, builder.empty} or len(draft.choices) > 1


@pytest.mark.parametrize("players", [2, 4])
def test_keys_build_every_move_that_is_played(players):
    random = Random(players)
    for position in positions(20 + players, players):
        move = GAME.random_move(position, random)
        keys = list(move_keys(ForeignKingMoveBuilder(GAME, position), move))
        assert keys[-1] in {"enter", "y", "n"}


STEPS = "-/-+M/A1/-+T/-/A1/A1/-/A6 LUX.18 3.0.0.0.1.king|0.2.2.0.2.congress 0 1>0 - 0 virtual.1."
LAST_ROUND = (
    "A3B7C3+t/-/-/B1/A1/A2C2/A1C3+T/A1/C1+MT EFL.4 "
    "0.4.2.1.1.congress|3.14.0.0.2.order|1.0.1.1.1.move - 2>1>0 1 0 act"
)


@pytest.mark.parametrize(
    ("position", "hint", "built"),
    [
        (f"{STEPS}1", "virtual:LIM coins done", "virtual:LIM"),
        (f"{STEPS}2", "virtual:LIM virtual:LIM coins", "virtual:LIM virtual:LIM"),
        (LAST_ROUND, "king:ANT3 loan:1", "king:ANT3"),
    ],
    ids=["another action follows", "several steps", "the game ends before the loan"],
)
def test_a_hint_that_goes_on_is_built_as_far_as_one_draft_goes(position, hint, built):
    draft = MoveDraft(at(position), GAME)
    draft.fill_in(hint.split())
    assert draft.moves == tuple(built.split())


def test_the_widest_position_opens_at_once():
    warm = at(MOMENTS["choosing"])
    warm.prompt(press(warm, "V45"), ())
    position = GAME.parse(WIDEST)
    assert GAME.count(position) > 1_000_000
    assert min(_seconds_of_opening(position) for _ in range(5)) < OPENING
    assert min(_seconds_of_nine_steps(position) for _ in range(5)) < OPENING * 10


def _seconds_of_opening(position):
    start = process_time()
    builder = ForeignKingMoveBuilder(GAME, position)
    assert builder.options(EMPTY)
    assert builder.prompt(EMPTY, ()).question
    return process_time() - start


def _seconds_of_nine_steps(position):
    builder = ForeignKingMoveBuilder(GAME, position)
    start = process_time()
    draft = press(builder, "V2345678922")
    assert builder.prompt(draft, ()).change
    builder.preview(draft)
    return process_time() - start


class TestPrices:
    """What a move costs and does is told before it is sent."""

    def change(self, moment, keys):
        builder = at(MOMENTS[moment])
        return builder.prompt(press(builder, keys), ()).change

    def test_a_move_with_a_loan_names_new_leaders(self):
        told, *_, brief = self.change("choosing", "V4588")
        assert brief == (
            "It costs 2 francs: take 1 loan, keep 2 francs. "
            "B would lead Limburg, nobody would lead Brabant and you would lead Liège."
        )
        assert told == f"{brief[:-1]}; you would still trail if the game ended then."

    def test_the_king_names_the_marker_the_score_and_the_congress(self):
        told, brief, briefest, _ = self.change("choosing", "K1")
        cost = "It costs 2 francs: take 1 loan, keep 2 francs."
        assert told == (
            f"{cost} The marker comes down to 14; second score: 3. "
            "You lead there and score 6 points. C may send congressmen there first."
        )
        assert brief == f"{cost} {briefest}"
        assert briefest == (
            "Marker to 14, second score 3. "
            "You lead there and score 6 points. C may send congressmen."
        )

    def test_others_are_called_by_name_and_by_letter_where_there_is_no_room(self):
        position = GAME.parse(MOMENTS["choosing"])
        named = ForeignKingMoveBuilder(GAME, position, NAMES[: position.seats])
        whole, *_, least = named.prompt(press(named, "V4588"), ()).change
        assert f"{NAMES[1]} would lead Limburg" in whole
        assert "B would lead Limburg" in least

    def test_the_king_says_that_he_ends_the_game(self):
        by_marker = at(MOMENTS["choosing"].replace("LIM.18", "LIM.7"))
        told, *_, brief = by_marker.prompt(press(by_marker, "K1"), ()).change
        assert "The marker comes down to 3: the game ends. Second score: 3." in told
        assert brief.startswith("Marker to 3, second score 3: the game ends.")
        by_score = at(MOMENTS["choosing"].replace("LIM.18 9.1", "LIM.13 3.1"))
        assert "ends" not in " ".join(by_score.prompt(press(by_score, "K1"), ()).change)
        raised = at(MOMENTS["choosing"].replace("LIM.18 9", "LIM.13 4").replace("|3.4.", "|9.4."))
        told = raised.prompt(press(raised, "K1"), ()).change[0]
        assert "You lead there and score 6 points. That ends the game." in told

    def test_the_last_closing_says_that_the_game_ends(self):
        ended = at(MOMENTS["closing"].replace("LIM.18", "LIM.3"))
        assert ended.prompt(EMPTY, ()).question.endswith("Enter ends your turn, and the game.")
        goes_on = at(MOMENTS["closing"])
        assert goes_on.prompt(EMPTY, ()).question.endswith("Enter ends your turn.")

    def test_what_is_free_is_called_free(self):
        assert self.change("choosing", "G0")[0].startswith("It is free. The leaders stay the same")

    def test_nothing_chosen_changes_nothing(self):
        assert self.change("choosing", "") == self.change("choosing", "V4") == ()

    def test_steps_of_the_virtual_player_tell_it_step_by_step(self):
        assert self.change("virtual", "0") == ()
        assert self.change("virtual", "010") == self.change("virtual", "01") != ()

    def test_a_closing_names_the_francs(self):
        position = GAME.parse(MOMENTS["choosing"])
        francs = (5, *position.francs[1:])
        builder = ForeignKingMoveBuilder(GAME, position._replace(asks="loans", francs=francs))
        assert GAME.format_move(builder.move(EMPTY)) == "done"
        draft = press(builder, "F")
        assert GAME.format_move(builder.move(draft)) == "repay:1"
        assert "have 1 franc" in builder.prompt(draft, ()).question
        assert press(builder, "L") != draft


def test_an_action_ends_the_turn_and_a_key_takes_a_loan_with_it():
    builder = at(MOMENTS["choosing"])
    draft = press(builder, "R")
    assert builder.following(draft) == (Close(0),)
    assert any(option.key == "L" for option in builder.options(draft))
    borrowed = press(builder, "L", draft)
    assert builder.move(borrowed) == builder.move(draft)
    assert builder.following(borrowed) == (Close(1),)
    seat = builder.position.turn
    assert builder.preview(borrowed).francs[seat] == builder.preview(draft).francs[seat] + LOAN
    question = builder.prompt(borrowed, ()).question
    assert question.startswith("You take 1 loan and have")
    assert builder.step_back(borrowed) == draft
    moves = (builder.move(borrowed), Close(1))
    assert builder.choices_of(moves) == borrowed.choices


def test_the_bar_has_full_names_of_provinces_where_there_is_room():
    builder = at(MOMENTS["choosing"])
    east = next(each for each in builder.options(press(builder, "K")) if each.key == "2")
    assert east.full.startswith("East Flanders")
    assert east.label.startswith("East F.")


def test_an_action_that_others_answer_does_not_end_the_turn():
    builder = at(MOMENTS["choosing"])
    draft = press(builder, "K1")
    assert GAME.play(builder.position, builder.move(draft)).asks == "congress"
    assert not builder.following(draft)


def test_an_answer_is_sent_at_once_and_says_what_it_leads_to():
    yes, no = at(MOMENTS["congress"]).options(EMPTY)
    assert (yes.sends, no.sends) == (True, True)
    assert yes.label == "yes: You lead there and score 3 points."
    assert no.label == "no: B is asked next."


def test_steps_of_the_virtual_player_are_planned_together():
    builder = at(MOMENTS["virtual"])
    draft = press(builder, "0101")
    assert builder.move(draft) == VirtualStep(None, 0)
    assert builder.following(draft) == (VirtualStep(None, 0),)
    assert builder.preview(draft).citizens_in(0)[2] == 4
    assert builder.move(press(builder, "9", draft)) is None
    assert not builder.options(press(builder, "010101", draft))


@pytest.mark.parametrize(
    ("chosen", "key", "why"),
    [
        ("", "B", "Your pawn stands on build. Choose a free space."),
        ("", "P", "The pawn of B stands on place. Choose a free space."),
        ("", "X", "The space queen is not in the game with 3 players."),
        ("V", "2", "Choose a marked province by its number"),
        ("K", "4", "The King is in Limburg: move him to another province."),
        ("K1", "2", "The same province again is a longer way."),
        ("R", "Y", "Your move is complete: Enter sends it"),
        ("", "J", "Choose a space by its letter."),
        ("", "9", "Choose a space by its letter."),
        ("V", "²", "Choose a marked province by its number"),
    ],
)
def test_a_key_that_does_nothing_is_explained(chosen, key, why):
    builder = at(MOMENTS["choosing"])
    told = builder.explain_key(press(builder, chosen), key)
    assert told.startswith(why) if why else not told


def test_the_key_of_another_space_begins_its_action():
    builder = at(MOMENTS["choosing"])
    for begun in ("V", "V4", "V45", "K1"):
        draft = press(builder, f"{begun}R")
        assert builder.game.format_move(builder.move(draft)) == "order"
    draft = press(builder, "K1")
    assert builder.explain_key(draft, "B").startswith("Your pawn stands on build")
    assert not any(option.in_bar for option in builder.options(draft) if option.key == "R")
    four = at(MOMENTS["four"].replace("queen", "move").replace(" 1 0 act", " - 0 act"))
    opened = press(four, "X")
    assert four.game.format_move(four.move(press(four, "R", opened))) == "queen:order"


def test_a_wrong_choice_is_refused():
    builder = at(MOMENTS["choosing"])
    congress = at(MOMENTS["congress"]).options(EMPTY)[0].choice
    with pytest.raises(ValueError, match="Choice"):
        builder.choose(EMPTY, congress)


def test_a_goal_that_is_too_far_names_its_price():
    builder = at(MOMENTS["choosing"])
    draft = press(builder, "V4")
    while any(option.key == "1" for option in builder.options(draft)):
        draft = press(builder, "1", draft)
    assert "you have 1 franc and 3 more for 1 loan" in builder.explain_key(draft, "1")


BROKE = (
    "A3B2C1+Mt/-/-/A4B2+mT/A1C2+t/-/C1+t/C1+T/- LIM.18 "
    "9.16.2.1.0.build|3.4.3.1.0.place|3.6.0.0.3.coins - 1>2>0 - 0 act"
)
"""Somebody who may borrow and pay back."""


def test_a_loan_has_a_label_also_where_a_move_has_many_choices():
    builder = at(BROKE)
    draft = MoveDraft(builder, GAME)
    draft.draft = press(builder, "V12")
    bar = move_bar(view_at("choosing"), draft)
    drawn = [line.plain for line in bar_lines(bar, Size(80, 4), Look())]
    assert drawn[-1].split() == [*"023456789", "L", "loan", "F", "repay"]
    assert len(drawn) == 4


def test_the_title_names_the_loan_that_is_sent_with_a_move():
    builder = at(BROKE)
    assert builder.prompt(press(builder, "V12")).move == "move 1 from West F. to East F."
    prompt = builder.prompt(press(builder, "V12L"))
    assert prompt.move == "move 1 from West F. to East F., then take 1 loan"


FREE = BROKE.replace("build", "king").replace("coins", "congress")
FOUR = MOMENTS["four"].replace("queen", "move").replace("coins - 1>2>0>3 1", "place - 1>2>0>3 -")
HINTS = (
    (FREE, "coins", "take coins", "It brings you 5 francs."),
    (FREE, "order", "take a franc and a new place in the turn order", ""),
    (FREE, "build:M@ANT", "build a metal factory in Antwerp", "It brings you a medal."),
    (FREE, "move:LIM>ANT1", "move 1 citizen from Limburg to Antwerp", "You would lead Antwerp."),
    (BROKE, "king:BRA1", "move the King to Brabant, 1 step", ""),
    (FOUR, "queen:coins", "use the queen to take coins", ""),
)


@pytest.mark.parametrize(("position", "move", "advised", "why"), HINTS)
def test_a_hint_says_one_thing_that_speaks_for_its_move(position, move, advised, why):
    view, parsed = SimpleNamespace(game=GAME, position=GAME.parse(position)), GAME.parse_move(move)
    assert (TEXTS.advise_move(GAME, parsed), TEXTS.explain_advice(view, parsed)) == (advised, why)


@pytest.mark.parametrize(
    ("position", "told"), [(BROKE, ""), (FOUR, "You trail if the game ends now")]
)
def test_a_hint_knows_who_trails(position, told):
    assert TEXTS.describe_deficit(SimpleNamespace(position=GAME.parse(position))) == told
