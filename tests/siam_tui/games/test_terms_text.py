"""What is told of a table before somebody sits down."""

from __future__ import annotations

from functools import partial

import pytest

from games.registry import spec_of
from protocol.states import ClockTerms, Terms
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.games.terms_text import tell_terms


def told(game: str, players: int, terms: Terms | None = None, *options: str) -> str:
    return " ".join(tell_terms(game, players, "", options, terms))


@pytest.mark.parametrize("game", shown_games())
def test_each_option_of_each_game_is_told_chosen_or_not(game: str) -> None:
    for field in ui_of(game).table_fields.options:
        players = next(each for each in spec_of(game).players if field.is_for(each))
        for words, option in field.choices:
            assert f"{field.label}: {words}." in told(game, players, None, *filter(None, [option]))


def test_clocks_absence_and_pace_are_told_whole() -> None:
    told_of = partial(told, "siam", 2)
    moves = Terms(clock=ClockTerms(60), away_limit=0, pace=3)
    bank = Terms(clock=ClockTerms(600, 10, per_move=False), open_analysis=True)
    assert "Clock: 1 minute for each move. Nobody replaces absent players." in told(
        "siam", 2, moves
    )
    assert "Bots take at least 3 seconds for a move." in told_of(moves)
    assert "10 minutes for the game, and 10 seconds more for each move." in told_of(bank)
    assert "A bot may replace players who are away for 5 minutes." in told_of(bank)
    assert "Spectators may see everybody's chances while you play." in told_of(bank)
    assert "There is no clock." in told_of(Terms())


def test_talk_is_told_only_where_there_are_partners() -> None:
    assert "Partners" not in told("siam", 3, Terms())
    assert "Partners may not talk during the game." in told("siam", 4, Terms())
    assert "Partners may talk at any time." in told("siam", 4, Terms(open_talk=True))


def test_a_game_that_this_program_does_not_have_is_told_without_its_options() -> None:
    assert told("chess", 2, None, "blitz") == ""


def test_an_option_is_told_only_where_it_has_an_effect() -> None:
    assert "Dummy's ties: the first to speak wins." in told("amber", 1)
    assert "Dummy" not in told("amber", 2)
