"""The move that the table plays for a seat whose time has run out."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("pawns", "board", "move"),
    [
        (("-", "-", "-"), {}, "coins"),
        (("coins", "-", "-"), {}, "order"),
        (("coins", "order", "-"), {}, "place:1@ANT"),
        (("coins", "order", "place"), {}, "congress:supply"),
        (("coins", "order", "place"), {"LIE": "A2", "BRA": "A1"}, "congress:BRA"),
        (("coins", "order", "-"), {"LIE": "A14"}, "congress:LIE"),
        (("coins", "order", "congress"), {"LIE": "A14"}, "move:LIE>BRA1"),
    ],
)
def test_it_is_coins_then_order_then_the_first_that_costs_nothing(game, build, pawns, board, move):
    seats = "|".join(f"0.9.0.0.0.{pawn}" for pawn in pawns)
    assert game.format_move(game.idle(build(seats=seats, **board))) == move


def four(build, men: int, *pawns: str, francs: int = 9, **fields: str):
    first, *others = pawns
    seats = [f"0.{francs}.0.0.{men}.{first}", *(f"0.9.0.0.0.{pawn}" for pawn in others)]
    return build(4, seats="|".join(seats), **fields)


def test_the_king_goes_where_the_move_comes_first_by_characters(game, build):
    pawns = ("coins", "order", "place", "congress")
    assert game.format_move(game.idle(four(build, 14, *pawns))) == "king:ANT0"
    assert game.format_move(game.idle(four(build, 14, *pawns, king="LUX.20"))) == "king:LIE1"


def test_with_all_citizens_in_the_congress_something_may_have_to_be_paid(game, build):
    """Ours: then it is the first of all moves by characters."""
    pawns = ("coins", "order", "king", "-")
    assert game.format_move(game.idle(four(build, 14, *pawns))) == "build:M@ANT"
    poor = four(build, 14, *pawns, francs=2)
    assert game.format_move(game.idle(poor)) == "queen:coins"
    pawns = ("coins", "order", "king", "build")
    assert game.format_move(game.idle(four(build, 14, *pawns))) == "queen:build:M@ANT"


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"asks": "congress.1", "LIE": "A1"}, "no"),
        ({"asks": "shut", "LIE": "A1B1"}, "shut:-"),
        ({"asks": "loans"}, "done"),
    ],
)
def test_every_question_has_an_answer(game, build, fields, move):
    seats = "0.9.1.0.0.king|0.9.0.0.1.-|0.9.0.0.0.-"
    board = {"LIE": f"{fields.pop('LIE', '-')}+M"}
    position = build(king="LIE.20", seats=seats, **board, **fields)
    assert game.format_move(game.idle(position)) == move


def test_the_virtual_player_makes_the_first_step_by_characters(game, build):
    seats = "0.9.0.0.0.king|0.9.0.0.0.-"
    position = build(2, LIE="A1V1", king="LIE.20", seats=seats, asks="virtual.1.2")
    assert game.format_move(game.idle(position)) == "virtual:ANT"
    empty = build(2, LIE="A1", LUX="V15", king="LIE.20", seats=seats, asks="virtual.1.2")
    assert game.format_move(game.idle(empty)) == "virtual:LUX>LIE"


def test_the_place_in_the_turn_order_stays(game, build):
    seats = "0.9.0.0.0.-|0.9.0.0.0.order|0.9.0.0.0.-"
    position = build(seats=seats, order="2>1>0", turn="1", changes="1", asks="order")
    assert game.format_move(game.idle(position)) == "order:2"
