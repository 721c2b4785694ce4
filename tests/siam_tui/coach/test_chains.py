"""A hint names a whole turn that takes several moves."""

from dataclasses import replace
from random import Random

import pytest
from attrs import evolve

from games.amber import Amber
from games.registry import game_of
from protocol.states import Entry
from siam_tui.coach.__main__ import advise
from siam_tui.coach.advice import Advice
from siam_tui.coach.hint import rest_of
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import see
from siam_tui.table.move_draft import MoveDraft
from tests.siam_tui.games.foreign_king.moments import view_at

GAME = game_of("amber")


def with_a_chain():
    """Return a view from which the best card leads on, by the Chance Meeting or the Cave."""
    random, position = Random(4), GAME.new(players=2, seed=3)
    while True:
        view = GAME.view(position, GAME.turn(position))
        if any("CHA" in GAME.format_move(move) for move in GAME.moves(view)):
            *_, advice = advise(GAME, view, 0.05)
            if advice.then:
                return view, advice
        position = GAME.play(position, GAME.random_move(position, random))


def test_a_hint_goes_on_to_the_end_of_the_turn():
    assert isinstance(GAME, Amber)
    view, advice = with_a_chain()
    turn = GAME.turn(view)
    for text in advice.moves:
        assert GAME.turn(view) == turn
        move = GAME.parse_move(text)
        GAME.check(view, move)
        view = GAME.play(view, move)


def test_a_hint_that_is_stopped_early_is_a_whole_turn():
    """Else what is filled in leads to a question, and the next hint is the same again."""
    view, _ = with_a_chain()
    for advice in advise(GAME, view, 0.1):
        draft = MoveDraft(ui_of("amber").move_builder(GAME, view, ("Ann", "Ben")), GAME)
        draft.fill_in(advice.moves)
        assert draft.moves == advice.moves


def test_a_chain_crosses_to_the_screen_as_it_is():
    _, advice = with_a_chain()
    assert Advice.of_line(advice.to_line()) == advice


CHOSEN = Advice("move:WFL>EFL1", 0.5, solved=False, then=("done",), complete=True)
"""A hint for an action and for the decision about loans, which follows it."""


def after_action(move, by="player"):
    """Return a table before an action, and after it, when its player is asked about loans."""
    before = view_at("choosing")
    game = before.game
    position = game.play(before.position, game.parse_move(move))
    entry = Entry(0, move, by, game.format(position))
    state = evolve(before.state, ply=1, position=game.format(position), news=(entry,))
    return before, see(state, before.me)


def test_a_hint_goes_on_when_its_first_move_was_played():
    before, now = after_action(CHOSEN.move)
    assert now.position.asks == "loans"
    rest = replace(CHOSEN, move="done", then=())
    assert rest_of(CHOSEN, before, now) == rest
    assert rest_of(replace(CHOSEN, complete=False), before, now) == rest, "it was stopped early"


@pytest.mark.parametrize(
    "advice",
    [
        replace(CHOSEN, then=()),
        replace(CHOSEN, move="coins"),
        replace(CHOSEN, then=("coins",)),
    ],
    ids=["nothing left", "something else was played", "no longer legal"],
)
def test_a_hint_ends_where_it_says_no_more(advice):
    assert rest_of(advice, *after_action(CHOSEN.move)) is None


def test_a_hint_ends_when_moves_are_missing():
    before, now = after_action(CHOSEN.move)
    assert rest_of(CHOSEN, before, replace(now, state=evolve(now.state, ply=2))) is None
