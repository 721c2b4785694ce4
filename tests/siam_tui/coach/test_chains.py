"""A hint names a whole turn that takes several moves."""

from random import Random

from games.amber import Amber
from games.registry import game_of
from siam_tui.coach.__main__ import advise
from siam_tui.coach.advice import Advice

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


def test_a_chain_crosses_to_the_screen_as_it_is():
    _, advice = with_a_chain()
    assert Advice.of_line(advice.to_line()) == advice
