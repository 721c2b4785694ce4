"""King of Siam in sentences: they say what the same facts say on the screen."""

from itertools import pairwise

import pytest

from games.siam import BRITISH
from siam_tui.games.registry import ui_of
from siam_tui.games.siam.facts import province_facts, queue_facts
from siam_tui.model.table_view import see
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.profile.user_error import UserError
from tests.siam_tui.table.stage import played, stage

SPEECH = ui_of("siam").texts


def view_of(moves, players=3, **options):
    table = stage(players, moves, **options)
    return see(table.state(), table.me)


def answers(view, name, rest=""):
    (fact,) = (fact for fact in SPEECH.facts if fact.name == name)
    return list(fact.answer(view, rest))


@pytest.mark.parametrize("moves", [0, 6, 20])
def test_the_board_has_a_sentence_for_each_province_in_the_order_of_their_struggles(moves):
    view = view_of(moves)
    board = view.game.map
    sentences = answers(view, "board")
    assert sentences == list(SPEECH.tell_board(view))
    for sentence, facts in zip(sentences, queue_facts(view.position), strict=True):
        assert sentence.startswith(board.provinces[facts.province].name)
        assert board.control_name(facts.taker) in sentence
        assert ("contested now" in sentence) == facts.is_contested
        assert ("A tie" in sentence) == facts.is_tie
        assert ("King marker" in sentence) == (facts.has_marker and facts.control is None)


def test_a_tie_of_factions_is_no_empty_province():
    _, positions, _ = played(2, 3, moves=30)
    takers = [
        (any(facts.followers), facts.is_tie)
        for position in positions
        for facts in queue_facts(position)
        if facts.control is None and facts.taker == BRITISH
    ]
    assert {(True, True), (False, False)} >= set(takers)
    assert province_facts(positions[0], positions[0].queue[0]).is_contested


def test_one_province_is_found_by_its_id_or_the_beginning_of_its_name():
    view = view_of(0)
    by_name, by_id = answers(view, "board", "luang"), answers(view, "board", "lua")
    assert by_name == by_id
    assert "In the notation it is LUA." in by_name
    with pytest.raises(UserError, match="There is no province 'atlantis'"):
        answers(view, "board", "atlantis")


def test_a_move_that_ends_a_struggle_is_followed_by_who_takes_it_and_what_comes_next():
    _, positions, _ = played(2, 5, moves=60)
    view = view_of(0, players=2)
    for before, after in pairwise(positions):
        told = list(SPEECH.tell_progress(view, before, after))
        ended = after.resolved - before.resolved
        assert sum(sentence.startswith("The struggle over ") for sentence in told) == ended
        begins = [sentence for sentence in told if sentence.startswith("Struggle ")]
        assert len(begins) == bool(ended and not after.over)


def test_what_others_hold_is_told_without_their_hands():
    view = view_of(6)
    for seat in range(3):
        sentence = SPEECH.tell_seat(view, seat)
        assert "left" in sentence
        assert "Followers: " in sentence
        assert "In hand" not in sentence


def test_cards_of_factions_are_asked_for_by_the_letters_of_the_map():
    view = view_of(0, players=2, map_name="albion")
    (asked,) = SPEECH.tell_own_turn(view)
    assert asked.endswith("E (English), S (Scottish) or W (Welsh).")
    assert [line[:2] for line in answers(view, "hand")[-3:]] == ["E,", "S,", "W,"]
    guided = MoveEntry(view)
    assert list(guided.continue_move("s")) == list(MoveEntry(view).continue_move("scottish"))
